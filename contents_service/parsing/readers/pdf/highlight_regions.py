"""Where on its page each line of a paragraph is printed, so that a person can be shown it there."""

from __future__ import annotations

from collections.abc import Sequence

from contents_service.model import PageRegions, Region
from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.page import Page

WHOLE = 1000
"""Places on a page are said in thousandths of it: at the size that it is shown, about a pixel each."""

_AT_A_BREAK = "-‐\xad"
"""What may stand at a line's end and not in the running text."""


def ink_of(page: Page, lines: Sequence[Line], text: str) -> PageRegions | None:
    """Where lines are printed that were made into a text; None where that is not known."""
    placed = [(start, _area(page, line)) for start, line in _begun(lines, text) if line.right > line.left]
    if not placed:
        return None
    return PageRegions(
        shape=(round(page.width), round(page.height)),
        areas=tuple(area for _, area in placed),
        starts=tuple(start for start, _ in placed),
    )


def _begun(lines: Sequence[Line], text: str) -> list[tuple[int, Line]]:
    """Each line with where it begins in the text, in which they stand one after the other."""
    begun: list[tuple[int, Line]] = []
    at = 0
    for line in lines:
        bare = line.text.rstrip(_AT_A_BREAK)
        found = text.find(bare, at)
        start = found if found >= 0 else at
        begun.append((start, line))
        at = start + (len(bare) if found >= 0 else 0)
    return begun


def _area(page: Page, line: Line) -> Region:
    left, right = _share(line.left, page.width), _share(line.right, page.width)
    top, bottom = _share(page.height - line.top, page.height), _share(page.height - line.bottom, page.height)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _share(length: float, whole: float) -> int:
    return min(max(round(WHOLE * length / max(whole, 1.0)), 0), WHOLE)
