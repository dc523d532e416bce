"""The tool `search_documents`, which takes a question and returns cited passages."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, Protocol

import msgspec
from msgspec import Struct

from contents_service.agent_tool import captions, service
from contents_service.agent_tool.answer import Answer
from contents_service.agent_tool.definition import NAME, Flavour, define
from contents_service.agent_tool.no_answer import NO_QUESTION, RUN_FROM_FILE, NoAnswer
from contents_service.agent_tool.question import clean_question
from contents_service.agent_tool.result import Result, make_result
from contents_service.agent_tool.run_modes import FromFile, Run

log = logging.getLogger(__name__)


class Tool(Protocol):
    """What a runtime needs of a tool: its name and definition for the model, a caption for people, and calling it."""

    @property
    def name(self) -> str:
        """The name that the model calls it by."""
        ...

    @property
    def caption(self) -> str:
        """A line for the person watching that says what the tool is about to do."""
        ...

    def definition(self, flavour: Flavour) -> dict[str, object]:
        """Return the definition for a model: `openai` (strict, for chat completions), `anthropic` or `mcp`."""
        ...

    def call_with(self, arguments: Mapping[str, object]) -> Result:
        """Call the tool with the arguments that the model gave; every failure is a result too."""
        ...


class SearchDocuments(Struct, frozen=True):
    """Finds the passages that answer a question in the documents that an application names."""

    documents: tuple[str, ...]
    run: Run

    name: ClassVar[str] = NAME
    action_class: ClassVar[Literal["read"]] = "read"

    @property
    def caption(self) -> str:
        """A line for the person watching that says what the tool is about to do."""
        return captions.caption_search(0 if isinstance(self.run, FromFile) else len(self.documents))

    def definition(self, flavour: Flavour) -> dict[str, object]:
        """Return the definition for a model: `openai` (strict, for chat completions), `anthropic` or `mcp`."""
        return define(flavour, self.documents)

    def call(self, question: str, timeout_s: float = 15.0) -> Result:
        """Search, in at most `timeout_s`; every failure is a result too, never an exception."""
        try:
            return self._call(question, timeout_s)
        except Exception:  # no input may end the agent's turn
            log.exception("search_documents failed")
            return Result(NoAnswer("unavailable", "the search tool failed"))

    def call_with(self, arguments: Mapping[str, object]) -> Result:
        """Search for the question among a model's arguments; without one, the result says so."""
        question = arguments.get("question")
        return self.call(question if isinstance(question, str) else "")

    def _call(self, question: str, timeout_s: float) -> Result:
        cleaned, shortened = clean_question(question)
        if isinstance(self.run, FromFile):
            return Result(RUN_FROM_FILE)
        if not cleaned:
            return Result(NO_QUESTION)
        request = service.make_search_request(self.run.url, self.run.app, self.run.token, cleaned, self.documents)
        return _note_shortening(_send(request, timeout_s), shortened=shortened)


def tools_for(contents: Sequence[str], run: Run) -> list[SearchDocuments]:
    """Return the tools of an application whose Appspec names these documents: one, or none if it names none."""
    if isinstance(contents, str):
        raise TypeError("contents is a list of paths, not one path")
    named = tuple(dict.fromkeys(path for path in contents or () if path and not path.isspace()))
    return [SearchDocuments(named, run)] if named else []


def _send(request: service.Request, timeout_s: float) -> Result:
    response = service.send(request, timeout_s)
    return Result(response) if isinstance(response, NoAnswer) else make_result(response)


def _note_shortening(result: Result, *, shortened: bool) -> Result:
    if shortened and isinstance(result.outcome, Answer):
        return Result(msgspec.structs.replace(result.outcome, shortened=True))
    return result
