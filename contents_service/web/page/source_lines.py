"""The lines of a document's file around a passage."""

from __future__ import annotations

from msgspec import Struct

from contents_service.documents.services import Services
from contents_service.errors import ContentsError
from contents_service.model import Record, Span
from contents_service.parsing.detection.encodings import decode
from contents_service.web.original_file import read_unchanged

CONTEXT_LINES = 12
"""The number of lines shown before a passage, and after it."""

MAX_LINES = 400
"""The largest number of lines shown."""
MAX_LINE_CHARACTERS = 2_000
"""The longest part of a line that is shown, in characters; a line may be a whole document."""


class SourceLine(Struct, frozen=True):
    """A line of a file, with its number as an editor shows it."""

    number: int
    text: str
    is_in_passage: bool


def lines_around(services: Services, record: Record, span: Span) -> tuple[SourceLine, ...] | None:
    """Return the lines of a passage and some around them; None if the file is no longer the one that was read."""
    data = read_unchanged(services, record)
    if data is None or record.active is None:
        return None
    try:
        lines = decode(data, record.active.encoding).lines
    except ContentsError:
        return None
    first, last = max(1, span[0] - CONTEXT_LINES), min(len(lines), span[1] + CONTEXT_LINES, span[0] + MAX_LINES)
    return tuple(
        SourceLine(number, lines[number - 1][:MAX_LINE_CHARACTERS], span[0] <= number <= span[1])
        for number in range(first, last + 1)
    )
