"""What callers see, in the shapes of `openapi.yaml`: every field is always there, None where it has no value."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from contents_service.model.location import Where
from contents_service.model.reading import Format, Note, Progress, Unread, Why
from contents_service.model.record import FailedReread, State

Original = Literal["same", "changed", "missing", "unknown"]
Status = Literal["found", "none_holds_it", "no_content_words", "nothing_given", "nothing_read", "still_reading"]


class Document(Struct, frozen=True, kw_only=True):
    """A document that was given, as the API and the card show it."""

    id: str
    path: str
    name: str
    title: str | None
    given_by: str
    given_at: str
    read_at: str | None
    enabled: bool
    state: State
    progress: Progress | None
    why: Why | None
    reread: FailedReread | None
    original: Original
    format: Format
    bytes: int
    sha256: str
    encoding: str | None
    passages: int
    pages: int | None
    unread: tuple[Unread, ...]
    notes: tuple[Note, ...]


class Passage(Struct, frozen=True, kw_only=True):
    """A few paragraphs that know where they are."""

    id: str
    document: str
    number: int
    text: str
    context: str | None
    where: Where
    citation: str
    version: str


class Duplicate(Struct, frozen=True):
    """Another place with the same text, to the letter or except for its numbers."""

    document: str
    where: Where
    citation: str
    exact: bool


class ScorePart(Struct, frozen=True):
    """One part of a passage's score: what it is for, and how much it added."""

    name: str
    value: float


class FoundPassage(Passage, frozen=True, kw_only=True):
    """A passage that answers a question, with its rank and the question's words it contains."""

    rank: int
    score: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    answering: tuple[tuple[int, int], ...]
    """Where in the text the one or two sentences are that hold most of the question: first character, and the end."""
    original: Original
    also: tuple[Duplicate, ...]
    explanation: tuple[ScorePart, ...] | None


class UnsearchedPart(Struct, frozen=True, kw_only=True):
    """A part of a searched document that could not be read and may hold the answer; no `where` means all of it."""

    document: str
    where: Where | None
    code: str
    message: str


class Answer(Struct, frozen=True, kw_only=True):
    """What a search returns: the passages that answer, or that none does and why."""

    status: Status
    weak: bool
    question: str
    shortened: bool
    passages: tuple[FoundPassage, ...] = ()
    nearest: tuple[FoundPassage, ...] = ()
    missing_words: tuple[str, ...] = ()
    near_words: dict[str, tuple[str, ...]] = {}
    read_as: dict[str, str] = {}
    language: str | None = None
    """The ISO code of the question's language, if no searched document is in it."""
    unread: tuple[UnsearchedPart, ...] = ()
    reading: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    took_ms: float = 0.0


class Entry(Struct, frozen=True, kw_only=True):
    """A file or folder of a Home Folder, as the picker shows it."""

    name: str
    path: str
    kind: Literal["file", "folder"]
    bytes: int | None
    modified: str
    format: Format | None
    readable: bool
    why: Why | None
