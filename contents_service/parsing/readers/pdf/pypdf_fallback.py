"""Pages of a PDF read with pypdf, for files that PDFium cannot open.

pypdf gives no positions, so lines are assumed to be evenly spaced down the page. Running headers can still be found by
position, headings only by bookmarks.
"""

from __future__ import annotations

import pypdf

from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.parsing.readers.pdf.opening import PYPDF_ERRORS
from contents_service.parsing.readers.pdf.page import PdfPage
from contents_service.parsing.readers.pdf.page_kind import PageGraphics, classify_page

ASSUMED_FONT_SIZE = 10.0
"""Assumed font size, in points."""

ASSUMED_WIDTH = 612.0
"""Assumed page width, in points."""

ASSUMED_HEIGHT = 792.0
"""Assumed page height, in points."""


def read_page(reader: pypdf.PdfReader, number: int, limit: int) -> PdfPage | None:
    """Return a page by its number from 1; None if it cannot be read."""
    try:
        page = reader.pages[number - 1]
        text = page.extract_text()
        image_share = float(bool(page.images.keys())) if not text.strip() else 0.0
    except PYPDF_ERRORS:
        return None
    texts = [line.strip() for line in text[:limit].split("\n") if line.strip()]
    spacing = ASSUMED_HEIGHT / max(len(texts), 1)
    lines = [_make_line(line, ASSUMED_HEIGHT - index * spacing, spacing) for index, line in enumerate(texts)]
    kind = classify_page(lines, PageGraphics(image_share, 0))
    return PdfPage(
        number=number, lines=lines, kind=kind, width=ASSUMED_WIDTH, height=ASSUMED_HEIGHT, truncated=len(text) > limit
    )


def read_labels(reader: pypdf.PdfReader) -> list[str]:
    """Return the printed label of each page, or its number if the file's labels are malformed."""
    try:
        return list(reader.page_labels)
    except PYPDF_ERRORS:
        return [str(number) for number in range(1, len(reader.pages) + 1)]


def _make_line(text: str, top: float, spacing: float) -> TextLine:
    return TextLine(
        text,
        left=0.0,
        bottom=top - min(spacing, ASSUMED_FONT_SIZE),
        right=ASSUMED_WIDTH,
        top=top,
        size=ASSUMED_FONT_SIZE,
    )
