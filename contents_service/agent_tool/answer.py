"""The parts of the service's answer that the tool needs.

These types repeat those of `openapi.yaml` on purpose: a runtime that imports the tool imports none of the service's own
modules. Fields that the service adds later are ignored; an answer that lacks a field that has no
default is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

Span = tuple[int, int]
Status = Literal["found", "none_holds_it", "no_content_words", "nothing_given", "nothing_read", "still_reading"]


class MalformedAnswerError(Exception):
    """The response is not an answer as `openapi.yaml` defines it."""


class Where(Struct, frozen=True, kw_only=True):
    """A location in a document; `text` says it in words."""

    text: str
    pages: Span | None
    page_label: str | None
    lines: Span | None
    heading: tuple[str, ...]
    key: str | None
    record: Span | None
    part: Span | None


class OtherPlace(Struct, frozen=True, kw_only=True):
    """Another place with the same text, to the letter or except for its numbers."""

    document: str
    where: Where
    citation: str
    exact: bool = True


class FoundPassage(Struct, frozen=True, kw_only=True):
    """A passage that answers the question; rank 1 is the best."""

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
    also: tuple[OtherPlace, ...]


class UnreadPart(Struct, frozen=True, kw_only=True):
    """A part that could not be read and may hold the answer; `where` is None for a whole document."""

    document: str
    where: Where | None
    code: str
    message: str


class Answer(Struct, frozen=True, kw_only=True):
    """The passages that answer a question, or the reason why there are none and the passages that came nearest."""

    status: Status
    weak: bool
    question: str
    shortened: bool
    passages: tuple[FoundPassage, ...]
    nearest: tuple[FoundPassage, ...] = ()
    missing_words: tuple[str, ...]
    near_words: dict[str, tuple[str, ...]]
    read_as: dict[str, str] = {}
    language: str | None = None
    unread: tuple[UnreadPart, ...]
    reading: tuple[str, ...]
    searched: tuple[str, ...]


def parse_answer(source: bytes | Mapping[str, object] | object) -> Answer:
    """Return the answer in JSON (bytes, or decoded) or in an object that has the same fields."""
    try:
        if isinstance(source, bytes):
            answer = msgspec.json.decode(source, type=Answer)
        else:
            answer = msgspec.convert(source, Answer, from_attributes=True)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedAnswerError(str(error)) from error
    if (answer.status == "found") != bool(answer.passages):
        raise MalformedAnswerError(f"status {answer.status} with {len(answer.passages)} passages")
    return answer
