"""The lines of a document around a passage, as they stand in its file."""

from __future__ import annotations

from msgspec import Struct

from contents_service.documents.services import Services
from contents_service.errors import ContentsError
from contents_service.model import Record, Span
from contents_service.parsing.detection.encodings import decode
from contents_service.web.page.original_file import read_as_it_was

AROUND = 12
"""Lines before and after a passage that are shown with it."""

LINES_MOST = 400
LINE_CHARACTERS = 2_000
"""A line may be a whole document; its beginning is shown."""


class SourceLine(Struct, frozen=True):
    """A line of a file, with its number as an editor shows it."""

    number: int
    text: str
    marked: bool


def lines_around(services: Services, record: Record, span: Span) -> tuple[SourceLine, ...] | None:
    """The lines of a passage and some around them; None where the file is no longer the one that was read."""
    data = read_as_it_was(services, record)
    if data is None or record.active is None:
        return None
    try:
        lines = decode(data, record.active.encoding).lines
    except ContentsError:
        return None
    first, last = max(1, span[0] - AROUND), min(len(lines), span[1] + AROUND, span[0] + LINES_MOST)
    return tuple(
        SourceLine(number, lines[number - 1][:LINE_CHARACTERS], span[0] <= number <= span[1])
        for number in range(first, last + 1)
    )
