"""Where on its page a passage is printed: the lines of its blocks that fall within it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from contents_service.model import Block, PageRegions, Region


class Printed:
    """The printed lines of a text, in order, each with the stretch of the text that it is."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._areas: list[Region] = []

    def note(self, block: Block, start: int, end: int) -> None:
        """Take in the lines of a block that is this stretch of the text; blocks come in order."""
        if block.regions is None:
            return
        starts = [start + at for at in block.regions.starts]
        self._starts += starts
        self._ends += [after for _, after in pairwise([*starts, end])]
        self._areas += block.regions.areas

    def within(self, block: Block, start: int, end: int) -> PageRegions | None:
        """Where the stretch of the text is printed that begins with a block, if that is known."""
        if block.regions is None:
            return None
        first = max(bisect_right(self._starts, start) - 1, 0)
        while first < len(self._ends) and self._ends[first] <= start:
            first += 1
        areas = self._areas[first : bisect_left(self._starts, end)]
        return PageRegions(shape=block.regions.shape, areas=tuple(areas)) if areas else None
