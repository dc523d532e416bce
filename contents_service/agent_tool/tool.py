"""The one tool, `search_documents`: a question in, cited passages out."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec
from msgspec import Struct

from contents_service.agent_tool import captions, service
from contents_service.agent_tool.answer import Answer
from contents_service.agent_tool.definition import NAME, Flavour, define
from contents_service.agent_tool.no_answer import FROM_FILE, NO_QUESTION, Unanswered
from contents_service.agent_tool.question import sendable
from contents_service.agent_tool.result import Result, result_of
from contents_service.agent_tool.run_modes import FromFile, Run

log = logging.getLogger(__name__)


class SearchDocuments(Struct, frozen=True):
    """Finds the passages that answer a question in the documents that an application names."""

    documents: tuple[str, ...]
    run: Run

    name: ClassVar[str] = NAME
    action_class: ClassVar[Literal["read"]] = "read"

    @property
    def caption(self) -> str:
        """What it is about to do, for the person who watches."""
        return captions.starting(0 if isinstance(self.run, FromFile) else len(self.documents))

    def definition(self, flavour: Flavour) -> dict[str, object]:
        """Its definition for a model: `openai` (strict, as chat completions take it), `anthropic` or `mcp`."""
        return define(flavour, self.documents)

    def call(self, question: str, timeout_s: float = 15.0) -> Result:
        """Search, within `timeout_s` in all; whatever goes wrong is a result too, never an exception."""
        try:
            return self._call(question, timeout_s)
        except Exception:  # whatever a model passed or a service sent, the agent's turn goes on
            log.exception("search_documents failed")
            return Result(Unanswered("unavailable", "the search failed on this side"))

    def _call(self, question: str, timeout_s: float) -> Result:
        asked, cut = sendable(question)
        if isinstance(self.run, FromFile):
            return Result(FROM_FILE)
        if not asked:
            return Result(NO_QUESTION)
        request = service.search(self.run.url, self.run.app, self.run.token, asked, self.documents)
        return _noting_the_cut(_sent(request, timeout_s), cut=cut)


def tools_for(contents: Sequence[str], run: Run) -> list[SearchDocuments]:
    """The tools of an application whose Appspec names these documents: one, or none where it names nothing."""
    if isinstance(contents, str):
        raise TypeError("contents is a list of paths, not one path")
    named = tuple(dict.fromkeys(path for path in contents or () if path and not path.isspace()))
    return [SearchDocuments(named, run)] if named else []


def _sent(request: service.Request, timeout_s: float) -> Result:
    sent = service.send(request, timeout_s)
    return Result(sent) if isinstance(sent, Unanswered) else result_of(sent)


def _noting_the_cut(result: Result, *, cut: bool) -> Result:
    if cut and isinstance(result.outcome, Answer):
        return Result(msgspec.structs.replace(result.outcome, shortened=True))
    return result
