"""A document's bookmarks: what it calls its sections, and where they begin."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pypdf
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct

from contents_service.parsing.readers.pdf.opening import FAILURES_OF_PYPDF

BOOKMARKS = 5_000
DEPTH = 8
TITLE_CHARACTERS = 300

_FROM_THE_TOP = {pdfium_c.PDFDEST_VIEW_XYZ: 1, pdfium_c.PDFDEST_VIEW_FITH: 0, pdfium_c.PDFDEST_VIEW_FITBH: 0}
"""For each kind of target that names a height: which of its numbers that is."""


class Bookmark(Struct, frozen=True):
    """A section's name, how deep it lies, its page from 1, and how high on that page it begins, if that is said."""

    title: str
    depth: int
    page: int
    y: float | None = None


def bookmarks_of(document: pdfium.PdfDocument, data: bytes) -> list[Bookmark]:
    """The bookmarks that lead to a page; those whose target PDFium cannot tell are asked of pypdf."""
    found, unresolved = [], False
    for bookmark in islice(document.get_toc(max_depth=DEPTH), BOOKMARKS):
        if title := _plain(bookmark.get_title()):
            target = _target(bookmark)
            unresolved |= target is None
            found += [Bookmark(title, bookmark.level, *target)] if target else []
    return bookmarks_by_pypdf(data) if unresolved and not found else found


def bookmarks_by_pypdf(data: bytes) -> list[Bookmark]:
    """The same by the second library; a file so broken that it fails there too has no bookmarks."""
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        return list(islice(_walk(reader, reader.outline, 0), BOOKMARKS))
    except FAILURES_OF_PYPDF:
        return []


def _target(bookmark: Any) -> tuple[int, float | None] | None:
    """The page a bookmark leads to, and how high on it."""
    destination = bookmark.get_dest()
    index: int | None = destination.get_index() if destination else None
    if index is None or index < 0:
        return None
    kind, numbers = destination.get_view()
    at = _FROM_THE_TOP.get(kind)
    height = numbers[at] if at is not None and at < len(numbers) else None
    return index + 1, height or None


def _plain(title: str) -> str:
    return " ".join(title.split())[:TITLE_CHARACTERS]


def _walk(reader: pypdf.PdfReader, entries: Any, depth: int) -> Iterator[Bookmark]:
    for entry in entries:
        if isinstance(entry, list):
            if depth < DEPTH:
                yield from _walk(reader, entry, depth + 1)
            continue
        index = reader.get_destination_page_number(entry)
        if index is not None and index >= 0 and entry.title:
            yield Bookmark(_plain(str(entry.title)), depth, index + 1, float(entry.top) if entry.top else None)
