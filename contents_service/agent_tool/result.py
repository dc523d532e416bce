"""What a call of the tool gives back: one outcome, in every form that a runtime may want."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from contents_service.agent_tool import answer, anthropic, captions, mcp, rendering
from contents_service.agent_tool.answer import Answer, FoundPassage, MalformedError
from contents_service.agent_tool.no_answer import Unanswered, still_reading


class Result(Struct, frozen=True):
    """An answer from the documents, or word that they could not be checked."""

    outcome: Answer | Unanswered

    @property
    def available(self) -> bool:
        """Whether the documents could be checked."""
        return isinstance(self.outcome, Answer) or self.outcome.available

    @property
    def status(self) -> str:
        """`found`, `none_holds_it` …, or `timeout`, `unavailable`, `still_reading` where there is no answer."""
        return self.outcome.status

    @property
    def passages(self) -> tuple[FoundPassage, ...]:
        """The passages that answer, best first; none unless the status is `found`."""
        return self.outcome.passages if isinstance(self.outcome, Answer) else ()

    @property
    def reason(self) -> str | None:
        """Why there is no answer from the documents."""
        return self.outcome.reason if isinstance(self.outcome, Unanswered) else None

    @property
    def guidance(self) -> str | None:
        """What the agent does when there is none."""
        return self.outcome.guidance if isinstance(self.outcome, Unanswered) else None

    @property
    def caption(self) -> str:
        """What happened, for the person who watches."""
        return captions.done(self.outcome)

    @property
    def text(self) -> str:
        """All of it in words, for any model."""
        return rendering.text_of(self.outcome)

    def as_anthropic(self) -> list[dict[str, object]]:
        """Content for an Anthropic `tool_result`."""
        return anthropic.blocks_of(self.outcome)

    def as_mcp(self) -> dict[str, object]:
        """A result of an MCP tool call: `content`, `structuredContent`, `isError`."""
        return mcp.result_of(self.outcome)


def result_of(body: bytes | Mapping[str, object] | object) -> Result:
    """The result for an Answer of the service, as the tool would give it; the page and the command line show this."""
    try:
        read = answer.read(body)
    except MalformedError:
        return Result(Unanswered("unavailable", "the service's answer could not be understood"))
    if read.status == "still_reading":
        return Result(still_reading(read.reading))
    return Result(read)


def text_of(body: bytes | Mapping[str, object] | object) -> str:
    """What an agent reads of an Answer of the service."""
    return result_of(body).text
