"""Bands of a page: rows of text one under the other that agree on where nothing stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from msgspec import Struct

from contents_service.parsing.readers.pdf.line import Box, Line, whole_rows
from contents_service.parsing.readers.pdf.ruling_lines import Gap

SETTLED = 3
"""Rows of some segments each, after which what they leave free is a gap between columns, and no chance."""

BESIDE = 0.2
"""Of the height: what shares so much of it stands side by side; the lines of two columns need not be level."""

LIFT = 1.2
"""Of the height: what is written next and stands at the right, and higher by no more, is a cell whose neighbour is set
in the middle of its own lines.
"""

MARK = 1.5
MARK_GAP = 4.0
"""Times the height: a list's mark is so narrow, and its text so near."""

NARROWEST = 3.0
"""Points that all rows of a band leave free between two columns; the narrowest gutter seen is 6 points wide."""

FARTHEST = 5.0
"""Times the height: a band ends above a wider space, such as a figure across both columns."""

_MARK = re.compile(r"[•‣◦▪■●○–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]", re.IGNORECASE)

_NOTHING = ("-", "–", "—")
"""What stands in an empty cell, rather than at a list's point, where more stands at its left."""

_WORD = re.compile(r"[^\W\d_]{2,}|[^\W\d_]\d{1,4}")

Row = list[Line]
"""Segments written one after the other, each at the right of the one before."""


class Band(Struct):
    """Rows with the same ranges free between their segments."""

    rows: list[Row]
    gaps: list[Gap]
    lowest: float
    full_rows: int = 0

    @property
    def segments(self) -> list[Line]:
        """All of its text."""
        return list(chain.from_iterable(self.rows))

    def takes(self, row: Row) -> bool:
        """Whether a row goes on with the band: it is near, and runs across none of the gaps that rows agree on."""
        height = max(segment.height for segment in row)
        top, bottom = max(segment.top for segment in row), min(segment.bottom for segment in row)
        if self.lowest - top > FARTHEST * height or bottom > max(segment.top for segment in self.rows[0]):
            return False
        free = _still_free(self.gaps, row)
        if len(row) == 1:
            return not runs_across(row, self.gaps) and len(free) == len(self.gaps)
        return len(free) == len(self.gaps) if self.full_rows >= SETTLED else bool(free)

    def add(self, row: Row) -> None:
        """Take a row."""
        self.rows.append(row)
        self.gaps = _still_free(self.gaps, row)
        self.lowest = min(self.lowest, *(segment.bottom for segment in row))
        self.full_rows += len(row) > 1


def bands_of(segments: Iterable[Line]) -> Iterator[Band]:
    """The bands of a page from top to bottom as they are written; one without gaps is a single line."""
    band: Band | None = None
    for row in _rows(segments):
        if band and band.gaps and band.takes(row):
            band.add(row)
            continue
        if band:
            yield band
        gaps = [(left.right, right.left) for left, right in pairwise(row)]
        band = Band([row], gaps, min(segment.bottom for segment in row), int(len(row) > 1))
    if band:
        yield band


def hops(left: Box, right: Box) -> bool:
    """Whether the second of two segments stands beside the first, which is more than its mark."""
    gap, height = right[0] - left[2], height_of(left)
    return _is_beside(left, right) and (left[2] - left[0] > MARK * height or gap > MARK_GAP * height)


def _is_beside(left: Box, right: Box) -> bool:
    lifted = left[1] < right[1] < left[3] + LIFT * height_of(left)
    return right[0] > left[2] and (shares_height(left, right) or lifted)


def shares_height(left: Box, right: Box) -> bool:
    """Whether two boxes stand at one height, at least in part."""
    return min(left[3], right[3]) - max(left[1], right[1]) > BESIDE * min(height_of(left), height_of(right))


def height_of(box: Box) -> float:
    """A box's height; a rule or a dot has that of a point."""
    return max(box[3] - box[1], 1.0)


def is_near(above: Row, below: Row) -> bool:
    """Whether one row stands closely over another, or beside it."""
    height = max(segment.height for segment in below)
    distance = min(segment.bottom for segment in above) - max(segment.top for segment in below)
    return abs(distance) < FARTHEST * height


def runs_across(row: Row, gaps: Sequence[Gap]) -> bool:
    """Whether any of a row begins at the left of a column, or in the gap before it, and ends in that column."""
    return any(segment.left < gap[1] < segment.right for segment in row for gap in gaps)


def _rows(segments: Iterable[Line]) -> Iterator[Row]:
    row: Row = []
    for segment in segments:
        if row and _marks(row[-1], segment) and not (len(row) > 1 and row[-1].text in _NOTHING):
            row[-1:] = whole_rows([row[-1], segment])
        elif row and _goes_on(row, segment):
            row.append(segment)
        else:
            if row:
                yield row
            row = [segment]
    if row:
        yield row


def _goes_on(row: Row, segment: Line) -> bool:
    """Whether a segment stands beside a row; what is narrow and alone may be a mark, unless it is a word."""
    left = row[-1]
    is_cell = len(row) > 1 or _WORD.fullmatch(left.text)
    return hops(left.box, segment.box) or (bool(is_cell) and _is_beside(left.box, segment.box))


def _marks(left: Line, right: Line) -> bool:
    """Whether a segment is only the mark of the list's point that the next one is."""
    gap = right.left - left.right
    near = 0 < gap < MARK_GAP * max(left.height, right.height, 1.0)
    return near and _MARK.fullmatch(left.text) is not None and len(whole_rows([left, right])) == 1


def _still_free(gaps: Sequence[Gap], row: Row) -> list[Gap]:
    """What a row leaves of the gaps between columns."""
    free = list(gaps)
    for segment in row:
        free = [part for gap in free for part in _without(gap, segment) if part[1] - part[0] >= NARROWEST]
    return free


def _without(gap: Gap, segment: Line) -> tuple[Gap, ...]:
    left, right = gap
    if segment.right <= left or segment.left >= right:
        return (gap,)
    if segment.left > left and segment.right < right:  # a cell where other rows have none
        return (left, segment.left), (segment.right, right)
    return ((left, segment.left),) if segment.left > left else ((segment.right, right),)


def gaps_between(segments: Iterable[Line]) -> list[Gap]:
    """The ranges between the leftmost and the rightmost segment that none covers."""
    gaps: list[Gap] = []
    right = float("inf")
    for segment in sorted(segments, key=lambda segment: segment.left):
        if segment.left - right >= NARROWEST:
            gaps.append((right, segment.left))
        right = segment.right if right == float("inf") else max(right, segment.right)
    return gaps
