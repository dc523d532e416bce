"""The pages of a PDF as pypdf reads them: for files that PDFium cannot open.

pypdf gives text without places, so lines are taken to stand evenly down the page: running heads are still told by where
they stand, headings only by bookmarks.
"""

from __future__ import annotations

import pypdf

from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.opening import FAILURES_OF_PYPDF
from contents_service.parsing.readers.pdf.page import Page
from contents_service.parsing.readers.pdf.page_kind import Looks, kind_of

SIZE = 10.0
WIDTH = 612.0
HEIGHT = 792.0


def page_of(reader: pypdf.PdfReader, number: int, limit: int) -> Page | None:
    """A page by its number from 1; None where it cannot be read."""
    try:
        source = reader.pages[number - 1]
        text = source.extract_text()
        pictures = float(bool(source.images.keys())) if not text.strip() else 0.0
    except FAILURES_OF_PYPDF:
        return None
    said = [line.strip() for line in text[:limit].split("\n") if line.strip()]
    step = HEIGHT / max(len(said), 1)
    lines = [_line(line, HEIGHT - index * step, step) for index, line in enumerate(said)]
    kind = kind_of(lines, Looks(pictures, 0))
    return Page(number=number, lines=lines, kind=kind, width=WIDTH, height=HEIGHT, shortened=len(text) > limit)


def labels_of(reader: pypdf.PdfReader) -> list[str]:
    """The printed label of each page; its position where the file's labels are malformed."""
    try:
        return list(reader.page_labels)
    except FAILURES_OF_PYPDF:
        return [str(number) for number in range(1, len(reader.pages) + 1)]


def _line(text: str, top: float, step: float) -> Line:
    return Line(text, left=0.0, bottom=top - min(step, SIZE), right=WIDTH, top=top, size=SIZE)
