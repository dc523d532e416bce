"""What the service answers, as far as the tool needs it.

These repeat the shapes of `openapi.yaml` on purpose: a runtime that imports the tool gets none of the service's own
modules with it. What the service may add later is passed over; what it lacks makes the answer no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

Span = tuple[int, int]
Status = Literal["found", "none_holds_it", "no_content_words", "nothing_given", "nothing_read", "still_reading"]


class MalformedError(Exception):
    """What came is not an answer as the contract gives it."""


class Where(Struct, frozen=True, kw_only=True):
    """Where something stands in its document; `text` says it in words."""

    text: str
    pages: Span | None
    page_label: str | None
    lines: Span | None
    heading: tuple[str, ...]
    key: str | None
    record: Span | None
    part: Span | None


class Also(Struct, frozen=True, kw_only=True):
    """Another place where the same text stands."""

    document: str
    where: Where
    citation: str


class FoundPassage(Struct, frozen=True, kw_only=True):
    """A passage that answers the question; rank 1 answers it best."""

    id: str
    rank: int
    document: str
    number: int
    text: str
    context: str | None
    where: Where
    citation: str
    version: str
    score: float
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    original: Literal["same", "changed", "missing", "unknown"]
    also: tuple[Also, ...]


class UnreadPart(Struct, frozen=True, kw_only=True):
    """What could not be read and may hold the answer; `where` is None for a whole document."""

    document: str
    where: Where | None
    code: str
    message: str


class Answer(Struct, frozen=True, kw_only=True):
    """The passages that answer, or a plain word that none does and why."""

    status: Status
    weak: bool
    question: str
    shortened: bool
    passages: tuple[FoundPassage, ...]
    missing_words: tuple[str, ...]
    near_words: dict[str, tuple[str, ...]]
    unread: tuple[UnreadPart, ...]
    reading: tuple[str, ...]
    searched: tuple[str, ...]


def read(answer: bytes | Mapping[str, object] | object) -> Answer:
    """An answer from its JSON, as bytes or decoded, or from an object that has the same fields."""
    try:
        if isinstance(answer, bytes):
            understood = msgspec.json.decode(answer, type=Answer)
        else:
            understood = msgspec.convert(answer, Answer, from_attributes=True)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(str(error)) from error
    if (understood.status == "found") != bool(understood.passages):
        raise MalformedError(f"status {understood.status} with {len(understood.passages)} passages")
    return understood
