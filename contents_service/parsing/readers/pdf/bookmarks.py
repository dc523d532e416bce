"""A document's bookmarks (its outline): the titles of its sections and where they begin."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pypdf
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct

from contents_service.parsing.readers.pdf.opening import PYPDF_ERRORS

MAX_BOOKMARKS = 5_000
"""Maximum number of bookmarks read from a document."""

MAX_DEPTH = 8
"""Maximum nesting depth of bookmarks read."""

MAX_TITLE_CHARACTERS = 300
"""Maximum length of a bookmark's title, in characters."""

_TOP_COORDINATE = {pdfium_c.PDFDEST_VIEW_XYZ: 1, pdfium_c.PDFDEST_VIEW_FITH: 0, pdfium_c.PDFDEST_VIEW_FITBH: 0}
"""For each destination type that names a height, the index of that coordinate."""


class Bookmark(Struct, frozen=True):
    """A bookmark that points to a page of the document."""

    title: str
    depth: int
    page: int
    top: float | None = None


def read_bookmarks(document: pdfium.PdfDocument, data: bytes) -> list[Bookmark]:
    """Return the bookmarks that point to a page; if PDFium can resolve none of them, ask pypdf."""
    found, unresolved = [], False
    for bookmark in islice(document.get_toc(max_depth=MAX_DEPTH), MAX_BOOKMARKS):
        if title := _clean_title(bookmark.get_title()):
            target = _resolve_target(bookmark)
            unresolved |= target is None
            found += [Bookmark(title, bookmark.level, *target)] if target else []
    return read_bookmarks_with_pypdf(data) if unresolved and not found else found


def read_bookmarks_with_pypdf(data: bytes) -> list[Bookmark]:
    """Return the bookmarks as pypdf reads them; none if the file is too damaged for it."""
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        return list(islice(_walk_outline(reader, reader.outline, 0), MAX_BOOKMARKS))
    except PYPDF_ERRORS:
        return []


def _resolve_target(bookmark: Any) -> tuple[int, float | None] | None:
    """Return the page from 1 and the height on it that a bookmark points to."""
    destination = bookmark.get_dest()
    index: int | None = destination.get_index() if destination else None
    if index is None or index < 0:
        return None
    kind, numbers = destination.get_view()
    position = _TOP_COORDINATE.get(kind)
    height = numbers[position] if position is not None and position < len(numbers) else None
    return index + 1, height or None


def _clean_title(title: str) -> str:
    return " ".join(title.split())[:MAX_TITLE_CHARACTERS]


def _walk_outline(reader: pypdf.PdfReader, entries: Any, depth: int) -> Iterator[Bookmark]:
    for entry in entries:
        if isinstance(entry, list):
            if depth < MAX_DEPTH:
                yield from _walk_outline(reader, entry, depth + 1)
            continue
        index = reader.get_destination_page_number(entry)
        if index is not None and index >= 0 and entry.title:
            yield Bookmark(_clean_title(str(entry.title)), depth, index + 1, float(entry.top) if entry.top else None)
