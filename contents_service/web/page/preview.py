"""The Preview: a question asked as the signed-in person, by the same code as the agent's tool."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from contents_service import agent_tool
from contents_service.agent_tool.answer import Answer as ToolAnswer
from contents_service.agent_tool.notes import write_notes
from contents_service.agent_tool.wording import shorten_paths
from contents_service.documents import listing, searching
from contents_service.index.protocol import document_id
from contents_service.model import Answer, FoundPassage, Scope
from contents_service.web.context import services
from contents_service.web.page.highlighting import TextRun, highlight


class PreviewPassage(Struct, frozen=True, kw_only=True):
    """A passage of an answer, ready to be rendered."""

    passage: FoundPassage
    document_id: str
    text: tuple[TextRun, ...]
    context: tuple[TextRun, ...]
    also: tuple[tuple[str, str, bool], ...]
    """Where else the same text occurs: the document's id and the citation of each place."""


class Suggestion(Struct, frozen=True):
    """A word of the documents that resembles a missing one, and the question with that word."""

    word: str
    question: str


class Preview(Struct, frozen=True, kw_only=True):
    """An answer, and what the agent's tool makes of it."""

    answer: Answer
    passages: tuple[PreviewPassage, ...]
    nearest: tuple[PreviewPassage, ...]
    searched: tuple[tuple[str, str], ...]
    """The id and the shortest name of each document that was searched."""
    notes: tuple[str, ...]
    suggestions: tuple[Suggestion, ...]
    caption: str
    """What the application shows a person once the tool is done."""
    agent_text: str


def ask_as_agent(scope: Scope, question: str) -> Preview:
    """Return what the agent's tool gets for a question that it asks of all documents of the scope."""
    named = scope.narrowed(listing.list_paths(services(), scope))
    answer = searching.search(services(), named, question)
    result = agent_tool.make_result(msgspec.to_builtins(answer))
    outcome = result.outcome
    names = shorten_paths(answer.searched)
    return Preview(
        answer=answer,
        passages=tuple(_preview_passage(scope, passage) for passage in answer.passages),
        nearest=tuple(_preview_passage(scope, passage) for passage in answer.nearest),
        searched=tuple((document_id(scope, path), names[path]) for path in answer.searched),
        notes=tuple(write_notes(outcome)) if isinstance(outcome, ToolAnswer) else (outcome.reason,),
        suggestions=tuple(_suggestions(answer)),
        caption=result.caption,
        agent_text=result.text,
    )


def _preview_passage(scope: Scope, passage: FoundPassage) -> PreviewPassage:
    return PreviewPassage(
        passage=passage,
        document_id=document_id(scope, passage.document),
        text=highlight(passage.text, passage.matched),
        context=highlight(passage.context or "", passage.matched),
        also=tuple((document_id(scope, place.document), place.citation[1:-1], place.exact) for place in passage.also),
    )


def _suggestions(answer: Answer) -> Iterator[Suggestion]:
    """Yield, for each near word, the question with that word in place of the missing one."""
    for missing, near in answer.near_words.items():
        for word in near:
            yield Suggestion(word, answer.question.replace(missing, word))
