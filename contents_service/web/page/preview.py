"""The Preview: the application tried as the person who sits there, on the very path that its agent's tool takes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from contents_service import agent_tool
from contents_service.agent_tool.answer import Answer as ToolAnswer
from contents_service.agent_tool.notes import notes
from contents_service.agent_tool.wording import short_names
from contents_service.documents import listing, searching
from contents_service.index.protocol import document_id
from contents_service.model import Answer, FoundPassage, Scope
from contents_service.web.context import services
from contents_service.web.page.highlighting import Run, marked


class Shown(Struct, frozen=True, kw_only=True):
    """A passage of an answer, as the page shows it."""

    passage: FoundPassage
    document: str
    """The document's id."""
    text: tuple[Run, ...]
    context: tuple[Run, ...]
    also: tuple[tuple[str, str], ...]
    """Where else the same text stands: each document's id and the citation."""


class Suggestion(Struct, frozen=True):
    """A word that the documents have in place of one that they have not, and the question with it."""

    word: str
    question: str


class Preview(Struct, frozen=True, kw_only=True):
    """An answer with all that the agent's tool makes of it."""

    answer: Answer
    passages: tuple[Shown, ...]
    nearest: tuple[Shown, ...]
    searched: tuple[tuple[str, str], ...]
    """Each document that was searched: its id and its shortest name."""
    notes: tuple[str, ...]
    suggestions: tuple[Suggestion, ...]
    caption: str
    """What a person sees in the application when the tool is done."""
    agent_text: str


def previewed(scope: Scope, question: str) -> Preview:
    """What the agent's tool gets for a question that it asks of all that was given."""
    named = scope.narrowed(listing.paths(services(), scope))
    answer = searching.search(services(), named, question)
    result = agent_tool.make_result(msgspec.to_builtins(answer))
    outcome = result.outcome
    called = short_names(answer.searched)
    return Preview(
        answer=answer,
        passages=tuple(_shown(scope, passage) for passage in answer.passages),
        nearest=tuple(_shown(scope, passage) for passage in answer.nearest),
        searched=tuple((document_id(scope, path), called[path]) for path in answer.searched),
        notes=tuple(notes(outcome)) if isinstance(outcome, ToolAnswer) else (outcome.reason,),
        suggestions=tuple(_suggestions(answer)),
        caption=result.caption,
        agent_text=result.text,
    )


def _shown(scope: Scope, passage: FoundPassage) -> Shown:
    return Shown(
        passage=passage,
        document=document_id(scope, passage.document),
        text=marked(passage.text, passage.matched),
        context=marked(passage.context or "", passage.matched),
        also=tuple((document_id(scope, place.document), place.citation[1:-1]) for place in passage.also),
    )


def _suggestions(answer: Answer) -> Iterator[Suggestion]:
    """The question once for each near word, in place of the word that occurs nowhere."""
    for missing, near in answer.near_words.items():
        for word in near:
            yield Suggestion(word, answer.question.replace(missing, word))
