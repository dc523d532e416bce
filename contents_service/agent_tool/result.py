"""The result of a call of the tool, in every form that a runtime may need."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from contents_service.agent_tool import answer, anthropic, captions, mcp, rendering
from contents_service.agent_tool.answer import Answer, FoundPassage, MalformedAnswerError
from contents_service.agent_tool.no_answer import NoAnswer, make_still_reading_outcome


class Result(Struct, frozen=True):
    """An answer from the documents, or the reason why they could not be checked."""

    outcome: Answer | NoAnswer

    @property
    def available(self) -> bool:
        """Whether the documents could be checked."""
        return isinstance(self.outcome, Answer) or self.outcome.available

    @property
    def status(self) -> str:
        """The status: `found`, `none_holds_it` …, or `timeout`, `unavailable`, `still_reading` without an answer."""
        return self.outcome.status

    @property
    def passages(self) -> tuple[FoundPassage, ...]:
        """The passages that answer, best first; none unless the status is `found`."""
        return self.outcome.passages if isinstance(self.outcome, Answer) else ()

    @property
    def reason(self) -> str | None:
        """Why there is no answer from the documents."""
        return self.outcome.reason if isinstance(self.outcome, NoAnswer) else None

    @property
    def guidance(self) -> str | None:
        """What the agent should do when there is no answer."""
        return self.outcome.guidance if isinstance(self.outcome, NoAnswer) else None

    @property
    def caption(self) -> str:
        """A line for the person watching that says what happened."""
        return captions.caption_outcome(self.outcome)

    @property
    def text(self) -> str:
        """The whole result as text, for any model."""
        return rendering.render_outcome(self.outcome)

    def as_anthropic(self) -> list[dict[str, object]]:
        """Return the content of an Anthropic `tool_result`."""
        return anthropic.to_content_blocks(self.outcome)

    def as_mcp(self) -> dict[str, object]:
        """Return the result of an MCP tool call: `content`, `structuredContent`, `isError`."""
        return mcp.to_tool_result(self.outcome)


def make_result(body: bytes | Mapping[str, object] | object) -> Result:
    """Return the result that the tool would give for an answer of the service; the page shows this too."""
    try:
        parsed = answer.parse_answer(body)
    except MalformedAnswerError:
        return Result(NoAnswer("unavailable", "the service's answer could not be understood"))
    if parsed.status == "still_reading":
        return Result(make_still_reading_outcome(parsed.reading))
    return Result(parsed)


def render_answer(body: bytes | Mapping[str, object] | object) -> str:
    """Return the text that an agent reads for an answer of the service."""
    return make_result(body).text
