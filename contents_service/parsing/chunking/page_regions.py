"""The regions of a page on which a passage is printed: the printed lines of its blocks that fall within it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from contents_service.model import Block, PageRegions, Region


class PrintedLines:
    """The printed lines of a text, in order, each with the stretch of the text that it shows."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._regions: list[Region] = []

    def add(self, block: Block, start: int, end: int) -> None:
        """Add the printed lines of a block that occupies this stretch of the text; blocks come in order."""
        if block.regions is None:
            return
        starts = [start + offset for offset in block.regions.starts]
        self._starts += starts
        self._ends += [after for _, after in pairwise([*starts, end])]
        self._regions += block.regions.areas

    def regions(self, first: Block, start: int, end: int) -> PageRegions | None:
        """Return the regions where a stretch of the text is printed, if known; `first` is its first block."""
        if first.regions is None:
            return None
        line = max(bisect_right(self._starts, start) - 1, 0)
        while line < len(self._ends) and self._ends[line] <= start:
            line += 1
        areas = self._regions[line : bisect_left(self._starts, end)]
        return PageRegions(shape=first.regions.shape, areas=tuple(areas)) if areas else None
