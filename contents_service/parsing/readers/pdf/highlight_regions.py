"""The regions of a page where the lines of a paragraph are printed, so that they can be highlighted."""

from __future__ import annotations

from collections.abc import Sequence

from contents_service.model import PageRegions, Region
from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.parsing.readers.pdf.page import PdfPage
from contents_service.parsing.readers.pdf.turned_text import turn_box

PAGE_SCALE = 1000
"""Width and height of a page in the units of regions: thousandths, about a pixel each as displayed."""

_LINE_END_HYPHENS = "-‐\xad"
"""Hyphens at a line end that may be missing from the running text."""


def find_regions(page: PdfPage, lines: Sequence[TextLine], text: str) -> PageRegions | None:
    """Return where the lines of a text are printed; None if their positions are unknown."""
    regions = [(start, _region(page, line)) for start, line in _locate_lines(lines, text) if line.right > line.left]
    if not regions:
        return None
    return PageRegions(
        shape=_displayed_size(page),
        areas=tuple(area for _, area in regions),
        starts=tuple(start for start, _ in regions),
    )


def _locate_lines(lines: Sequence[TextLine], text: str) -> list[tuple[int, TextLine]]:
    """Return each line with the index at which it begins in the text, in order."""
    located: list[tuple[int, TextLine]] = []
    position = 0
    for line in lines:
        bare = line.text.rstrip(_LINE_END_HYPHENS)
        found = text.find(bare, position)
        start = found if found >= 0 else position
        located.append((start, line))
        position = start + (len(bare) if found >= 0 else 0)
    return located


def _region(page: PdfPage, line: TextLine) -> Region:
    width, height = _displayed_size(page)
    box = turn_box(line.box, page.width, page.height, -page.turned)
    left, right = _scale(box[0], width), _scale(box[2], width)
    top, bottom = _scale(height - box[3], height), _scale(height - box[1], height)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _displayed_size(page: PdfPage) -> tuple[int, int]:
    """Return the width and height of a page as displayed, in whole points."""
    width, height = round(page.width), round(page.height)
    return (height, width) if page.turned % 180 else (width, height)


def _scale(length: float, total: float) -> int:
    return min(max(round(PAGE_SCALE * length / max(total, 1.0)), 0), PAGE_SCALE)
