"""Bands of a page: consecutive rows of text that leave the same gaps free."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from msgspec import Struct

from contents_service.parsing.readers.pdf.line import Box, TextLine, merge_rows
from contents_service.parsing.readers.pdf.ruling_lines import Gap

MIN_SETTLED_ROWS = 3
"""Number of rows with several segments after which their common gaps are columns, not chance."""

MIN_OVERLAP = 0.2
"""Minimum vertical overlap of text side by side, as a share of the height; the lines of two columns need not be level.
"""

MAX_LIFT = 1.2
"""Maximum rise of a segment to the right, as a multiple of the height: a cell next to one that is centred on several
lines.
"""

MAX_MARK_WIDTH = 1.5
"""Maximum width of a list mark, as a multiple of the height."""

MAX_MARK_GAP = 4.0
"""Maximum gap between a list mark and its text, as a multiple of the height."""

MIN_GAP_WIDTH = 3.0
"""Minimum width of a gap between columns, in points; the narrowest gutter seen is 6 points wide."""

MAX_ROW_DISTANCE = 5.0
"""Maximum distance between rows of a band, as a multiple of the height; a figure across columns takes more."""

_LIST_MARK = re.compile(r"[•‣◦▪■●○–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]", re.IGNORECASE)

_EMPTY_CELL_SIGNS = ("-", "–", "—")
"""Dashes that fill an empty cell if there is text to their left; otherwise they are list marks."""

_WORD = re.compile(r"[^\W\d_]{2,}|[^\W\d_]\d{1,4}")

Row = list[TextLine]
"""Segments written one after the other, each to the right of the one before."""


class RowBand(Struct):
    """Rows with common gaps between their segments."""

    rows: list[Row]
    gaps: list[Gap]
    bottom: float
    full_rows: int = 0

    @property
    def segments(self) -> list[TextLine]:
        """All segments of the band."""
        return list(chain.from_iterable(self.rows))

    def accepts(self, row: Row) -> bool:
        """Whether a row continues the band: it is close, and crosses none of the common gaps."""
        height = max(segment.height for segment in row)
        top, bottom = max(segment.top for segment in row), min(segment.bottom for segment in row)
        if self.bottom - top > MAX_ROW_DISTANCE * height or bottom > max(segment.top for segment in self.rows[0]):
            return False
        free = _subtract_row(self.gaps, row)
        if len(row) == 1:
            return not crosses_gap(row, self.gaps) and len(free) == len(self.gaps)
        return len(free) == len(self.gaps) if self.full_rows >= MIN_SETTLED_ROWS else bool(free)

    def add(self, row: Row) -> None:
        """Add a row."""
        self.rows.append(row)
        self.gaps = _subtract_row(self.gaps, row)
        self.bottom = min(self.bottom, *(segment.bottom for segment in row))
        self.full_rows += len(row) > 1


def split_bands(segments: Iterable[TextLine]) -> Iterator[RowBand]:
    """Yield the bands of a page from top to bottom as written; a band without gaps is a single row."""
    band: RowBand | None = None
    for row in _split_rows(segments):
        if band and band.gaps and band.accepts(row):
            band.add(row)
            continue
        if band:
            yield band
        gaps = [(left.right, right.left) for left, right in pairwise(row)]
        band = RowBand([row], gaps, min(segment.bottom for segment in row), int(len(row) > 1))
    if band:
        yield band


def jumps_sideways(left: Box, right: Box) -> bool:
    """Whether the second segment is to the right of the first, which is more than its list mark."""
    gap, height = right[0] - left[2], height_of(left)
    return _is_right_of(left, right) and (left[2] - left[0] > MAX_MARK_WIDTH * height or gap > MAX_MARK_GAP * height)


def _is_right_of(left: Box, right: Box) -> bool:
    is_raised = left[1] < right[1] < left[3] + MAX_LIFT * height_of(left)
    return right[0] > left[2] and (overlaps_vertically(left, right) or is_raised)


def overlaps_vertically(left: Box, right: Box) -> bool:
    """Whether two boxes overlap in height."""
    return min(left[3], right[3]) - max(left[1], right[1]) > MIN_OVERLAP * min(height_of(left), height_of(right))


def height_of(box: Box) -> float:
    """Return a box's height, at least one point."""
    return max(box[3] - box[1], 1.0)


def is_near(above: Row, below: Row) -> bool:
    """Whether two rows are close to each other."""
    height = max(segment.height for segment in below)
    distance = min(segment.bottom for segment in above) - max(segment.top for segment in below)
    return abs(distance) < MAX_ROW_DISTANCE * height


def crosses_gap(row: Row, gaps: Sequence[Gap]) -> bool:
    """Whether a segment of the row begins left of a column and ends in it."""
    return any(segment.left < gap[1] < segment.right for segment in row for gap in gaps)


def _split_rows(segments: Iterable[TextLine]) -> Iterator[Row]:
    """Yield the segments of each row; a list mark is joined to its text."""
    row: Row = []
    for segment in segments:
        if row and _is_list_mark_of(row[-1], segment) and not (len(row) > 1 and row[-1].text in _EMPTY_CELL_SIGNS):
            row[-1:] = merge_rows([row[-1], segment])
        elif row and _continues_row(row, segment):
            row.append(segment)
        else:
            if row:
                yield row
            row = [segment]
    if row:
        yield row


def _continues_row(row: Row, segment: TextLine) -> bool:
    """Whether a segment belongs to a row; a narrow single segment may be a list mark, unless it is a word."""
    left = row[-1]
    is_cell = len(row) > 1 or _WORD.fullmatch(left.text)
    return jumps_sideways(left.box, segment.box) or (bool(is_cell) and _is_right_of(left.box, segment.box))


def _is_list_mark_of(left: TextLine, right: TextLine) -> bool:
    """Whether a segment is only the list mark of the next one."""
    gap = right.left - left.right
    is_near_mark = 0 < gap < MAX_MARK_GAP * max(left.height, right.height, 1.0)
    return is_near_mark and _LIST_MARK.fullmatch(left.text) is not None and len(merge_rows([left, right])) == 1


def _subtract_row(gaps: Sequence[Gap], row: Row) -> list[Gap]:
    """Return what a row leaves free of the gaps."""
    free = list(gaps)
    for segment in row:
        free = [part for gap in free for part in _subtract_segment(gap, segment) if part[1] - part[0] >= MIN_GAP_WIDTH]
    return free


def _subtract_segment(gap: Gap, segment: TextLine) -> tuple[Gap, ...]:
    """Return the parts of a gap that a segment leaves free."""
    left, right = gap
    if segment.right <= left or segment.left >= right:
        return (gap,)
    if segment.left > left and segment.right < right:  # a cell where other rows have none
        return (left, segment.left), (segment.right, right)
    return ((left, segment.left),) if segment.left > left else ((segment.right, right),)


def find_gaps(segments: Iterable[TextLine]) -> list[Gap]:
    """Return the horizontal ranges between segments that none of them covers."""
    gaps: list[Gap] = []
    right = float("inf")
    for segment in sorted(segments, key=lambda segment: segment.left):
        if segment.left - right >= MIN_GAP_WIDTH:
            gaps.append((right, segment.left))
        right = segment.right if right == float("inf") else max(right, segment.right)
    return gaps
