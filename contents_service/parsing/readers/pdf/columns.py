"""Text that stands side by side, put in reading order: columns one after the other, a table's rows one under the other.

Most files write one column after the other: their order is right as it is, and only a page whose content hops from
side to side is touched, and of it only the bands that do. A page that is cut where it need not be loses more than it
gains: a generic XY-cut measured worse than the content's own order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from statistics import median

from msgspec import Struct

from contents_service.parsing.readers.pdf.line import Box, Line, whole_rows
from contents_service.parsing.readers.pdf.rules import Gap, Rules
from contents_service.parsing.readers.pdf.tables import ROWS_AT_LEAST, order_by_rows, rows_of

HOPS = 3
"""A page on which fewer neighbouring segments lie side by side has neither columns written across nor a table."""

MOST = 4_000
"""Pieces of text that are compared with each other: a page of more is a drawing, or made to take long."""

GAP = 0.9
"""Of the height: text closer than this is one segment."""

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

LINES_BESIDE = 4
WORDS_BESIDE = 3
"""Columns have so many lines on both sides of a gutter, and so many words a line."""

RUNS_ON = 0.25
COMPANY = 0.6
"""On both sides, or on one that has so large a share of the other's lines beside it, so large a share begins inside a
sentence. A table's cells begin with a capital or a figure; where one takes more lines, those beside it are empty.
"""

_MARK = re.compile(r"[•‣◦▪■●○–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]", re.IGNORECASE)
_FIRST_LETTER = re.compile(r"\W*([^\W\d_])")

Row = list[Line]
"""Segments written one after the other, each at the right of the one before."""


class _Band(Struct):
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
            return not _runs_across(row, self.gaps) and len(free) == len(self.gaps)
        return len(free) == len(self.gaps) if self.full_rows >= ROWS_AT_LEAST else bool(free)

    def add(self, row: Row) -> None:
        """Take a row."""
        self.rows.append(row)
        self.gaps = _still_free(self.gaps, row)
        self.lowest = min(self.lowest, *(segment.bottom for segment in row))
        self.full_rows += len(row) > 1


def is_laid_out(rectangles: Sequence[Box]) -> bool:
    """Whether text on this page stands side by side, and is not written one column of running text after the other."""
    segments = list(_segments(rectangles))
    if len(segments) > MOST:
        return False
    hops = sum(_hops(left, right) for left, right in pairwise(segments))
    return hops >= HOPS or order_by_rows(segments) != list(range(len(segments)))


def in_reading_order(segments: Sequence[Line], rules: Rules) -> list[Line]:
    """The segments of a page in reading order, each line whole again."""
    by_row = [segments[at] for at in order_by_rows([segment.box for segment in segments])]
    lines: list[Line] = []
    alone: list[Row] = []
    for band in _bands(_rows(by_row)):
        if not band.gaps:
            alone += band.rows
            continue
        gaps = _gaps_between(band.segments)
        gutters = [gap for gap in gaps if _is_gutter(gap, band.segments, rules)]
        begins = _first_beside(alone, gutters, band) if gutters else len(alone)
        lines += _whole(alone[:begins])
        lines += _columns(alone[begins:] + band.rows, gutters, rules) if gutters else _table(band, gaps, rules)
        alone = []
    return lines + _whole(alone)


def _first_beside(rows: Sequence[Row], gutters: Sequence[Gap], band: _Band) -> int:
    """Which of the rows above columns is the first from which on all belong to them: near, and across no gutter."""
    below, first = band.rows[0], len(rows)
    while first and _is_near(rows[first - 1], below) and not _runs_across(rows[first - 1], gutters):
        first -= 1
        below = rows[first]
    return first


def _is_near(above: Row, below: Row) -> bool:
    """Whether one row stands closely over another, or beside it."""
    height = max(segment.height for segment in below)
    distance = min(segment.bottom for segment in above) - max(segment.top for segment in below)
    return abs(distance) < FARTHEST * height


def _runs_across(row: Row, gaps: Sequence[Gap]) -> bool:
    """Whether any of a row begins at the left of a column, or in the gap before it, and ends in that column."""
    return any(segment.left < gap[1] < segment.right for segment in row for gap in gaps)


def _columns(rows: Iterable[Row], gutters: Sequence[Gap], rules: Rules) -> list[Line]:
    """One column after the other; each may hold columns and tables again."""
    columns = _by_column(chain.from_iterable(rows), gutters)
    return [line for column in columns for line in in_reading_order(column, rules)]


def _table(band: _Band, gaps: Sequence[Gap], rules: Rules) -> list[Line]:
    """The rows of a table, if there are enough to be one, and below it what fills none of its cells."""
    if band.full_rows < ROWS_AT_LEAST:
        return _whole(band.rows)
    ends = max(at for at, row in enumerate(band.rows, 1) if len(row) > 1 or row[0].left >= gaps[0][1])
    table, below = band.rows[:ends], band.rows[ends:]
    return rows_of(list(chain.from_iterable(table)), gaps, rules) + _whole(below)


def _whole(rows: Iterable[Row]) -> list[Line]:
    return whole_rows(chain.from_iterable(rows))


def _by_column(segments: Iterable[Line], gutters: Sequence[Gap]) -> list[list[Line]]:
    columns: list[list[Line]] = [[] for _ in range(len(gutters) + 1)]
    for segment in segments:
        columns[sum(gutter[0] <= segment.left for gutter in gutters)].append(segment)
    return columns


def _segments(rectangles: Iterable[Box]) -> Iterator[Box]:
    """Neighbouring rectangles of one line without a wide gap as one."""
    current: Box | None = None
    for box in rectangles:
        near = current and GAP * max(_height(current), _height(box))  # a hyphen by itself is hardly high
        if current and near and _shares_height(current, box) and current[0] <= box[0] < current[2] + near:
            current = (current[0], min(current[1], box[1]), max(current[2], box[2]), max(current[3], box[3]))
            continue
        if current:
            yield current
        current = box
    if current:
        yield current


def _hops(left: Box, right: Box) -> bool:
    """Whether the second of two segments stands beside the first, which is more than its mark."""
    gap, height = right[0] - left[2], _height(left)
    beside = _shares_height(left, right) or left[1] < right[1] < left[3] + LIFT * height
    return gap > 0 and beside and (left[2] - left[0] > MARK * height or gap > MARK_GAP * height)


def _shares_height(left: Box, right: Box) -> bool:
    return min(left[3], right[3]) - max(left[1], right[1]) > BESIDE * min(_height(left), _height(right))


def _height(box: Box) -> float:
    return max(box[3] - box[1], 1.0)


def _rows(segments: Iterable[Line]) -> Iterator[Row]:
    row: Row = []
    for segment in segments:
        if row and _marks(row[-1], segment):
            row[-1:] = whole_rows([row[-1], segment])
        elif row and _hops(row[-1].box, segment.box):
            row.append(segment)
        else:
            if row:
                yield row
            row = [segment]
    if row:
        yield row


def _marks(left: Line, right: Line) -> bool:
    """Whether a segment is only the mark of the list's point that the next one is."""
    gap = right.left - left.right
    near = 0 < gap < MARK_GAP * max(left.height, right.height, 1.0)
    return near and _MARK.fullmatch(left.text) is not None and len(whole_rows([left, right])) == 1


def _bands(rows: Iterable[Row]) -> Iterator[_Band]:
    band: _Band | None = None
    for row in rows:
        if band and band.gaps and band.takes(row):
            band.add(row)
            continue
        if band:
            yield band
        gaps = [(left.right, right.left) for left, right in pairwise(row)]
        band = _Band([row], gaps, min(segment.bottom for segment in row), int(len(row) > 1))
    if band:
        yield band


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


def _gaps_between(segments: Iterable[Line]) -> list[Gap]:
    """The ranges that no segment covers."""
    gaps: list[Gap] = []
    right = float("inf")
    for segment in sorted(segments, key=lambda segment: segment.left):
        if segment.left - right >= NARROWEST:
            gaps.append((right, segment.left))
        right = segment.right if right == float("inf") else max(right, segment.right)
    return gaps


def _is_gutter(gap: Gap, segments: Sequence[Line], rules: Rules) -> bool:
    """Whether sentences stand on both sides of a gap, run on over the lines of one, and no rules part their rows."""
    left = [segment for segment in segments if segment.right <= gap[0]]
    right = [segment for segment in segments if segment.left >= gap[1]]
    if not _are_text(left, right):
        return False
    ruled = rules.across(gap, min(part.bottom for part in segments), max(part.top for part in segments))
    return len(ruled) < ROWS_AT_LEAST - 1


def _are_text(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether both sides are lines of some words, and run on, or only one does but neither leaves the other alone."""
    fewer, more = sorted((_count_levels(left), _count_levels(right)))
    if fewer < LINES_BESIDE or min(_words_a_line(left), _words_a_line(right)) < WORDS_BESIDE:
        return False
    running = _runs_on(left) + _runs_on(right)
    return running > 1 or (running == 1 and fewer >= COMPANY * more)


def _count_levels(side: Sequence[Line]) -> int:
    return len({round(segment.bottom / max(segment.height / 2, 1.0)) for segment in side})


def _runs_on(side: Sequence[Line]) -> bool:
    first = [found.group(1) for segment in side[1:] if (found := _FIRST_LETTER.match(segment.text))]
    return sum(not letter.isupper() for letter in first) >= RUNS_ON * len(side)


def _words_a_line(side: Sequence[Line]) -> float:
    return median(len(segment.text.split()) for segment in side)
