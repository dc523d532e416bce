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

from contents_service.parsing.readers.pdf.line import Box, Line, whole_rows
from contents_service.parsing.readers.pdf.row_bands import (
    Band,
    Row,
    bands_of,
    gaps_between,
    height_of,
    hops,
    is_near,
    runs_across,
    shares_height,
)
from contents_service.parsing.readers.pdf.ruling_lines import Gap, Rules
from contents_service.parsing.readers.pdf.tables import ROWS_AT_LEAST, gaps_of, order_by_rows, rows_of

HOPS = 3
"""A page on which fewer neighbouring segments lie side by side has neither columns written across nor a table."""

MOST = 4_000
"""Pieces of text that are compared with each other: a page of more is a drawing, or made to take long."""

GAP = 0.9
"""Of the height: text closer than this is one segment."""

LINES_BESIDE = 4
WORDS_BESIDE = 3
"""Columns have so many lines on both sides of a gutter, and so many words a line."""

RUNS_ON = 0.25
COMPANY = 0.6
"""On both sides, or on one that has so large a share of the other's lines beside it, so large a share begins inside a
sentence. A table's cells begin with a capital or a figure; where one takes more lines, those beside it are empty.
"""

LINES_OF_A_CELL = 5
"""So many that is written before all others; a header's have fewer."""

_FIRST_LETTER = re.compile(r"\W*([^\W\d_])")


def is_laid_out(rectangles: Sequence[Box]) -> bool:
    """Whether text on this page stands side by side, and is not written one column of running text after the other."""
    segments = list(_segments(rectangles))
    if len(segments) > MOST:
        return False
    found = sum(hops(left, right) for left, right in pairwise(segments))
    return found >= HOPS or order_by_rows(segments) != list(range(len(segments)))


def in_reading_order(segments: Sequence[Line], rules: Rules) -> list[Line]:
    """The segments of a page in reading order, each line whole again."""
    by_row = [segments[at] for at in order_by_rows([segment.box for segment in segments])]
    lines: list[Line] = []
    alone: list[Row] = []
    for band in bands_of(by_row):
        if not band.gaps:
            alone += band.rows
            continue
        gaps = gaps_between(band.segments)
        gutters = [gap for gap in gaps if _is_gutter(gap, band.segments, rules)]
        begins = _first_beside(alone, gutters, band) if gutters else _first_level(alone, band, gaps, rules)
        lines += _whole(alone[:begins])
        band.rows = alone[begins:] + band.rows
        lines += _columns(band.rows, gutters, rules) if gutters else _table(band, gaps, rules)
        alone = []
    return lines + _whole(alone)


def _first_beside(rows: Sequence[Row], gutters: Sequence[Gap], band: Band) -> int:
    """Which of the rows above columns is the first from which on all belong to them: near, and across no gutter."""
    below, first = band.rows[0], len(rows)
    while first and is_near(rows[first - 1], below) and not runs_across(rows[first - 1], gutters):
        first -= 1
        below = rows[first]
    return first


def _first_level(rows: Sequence[Row], band: Band, gaps: Sequence[Gap], rules: Rules) -> int:
    """Which of the rows above a table is the first at the height of its cells: by the rules, a line of its first."""
    cells = [cell.box for row in band.rows[:LINES_OF_A_CELL] for cell in row]
    first = len(rows)
    while first and len(rows[first - 1]) == 1 and gaps:
        part = rows[first - 1][0].box
        is_level = any(shares_height(part, cell) for cell in cells)
        if not is_level or part[2] > gaps[0][1] or not rules.between(gaps[0], part[1], part[3]):
            break
        first -= 1
    return first


def _columns(rows: Iterable[Row], gutters: Sequence[Gap], rules: Rules) -> list[Line]:
    """One column after the other; each may hold columns and tables again."""
    columns = _by_column(chain.from_iterable(rows), gutters)
    return [line for column in columns for line in in_reading_order(column, rules)]


def _table(band: Band, gaps: Sequence[Gap], rules: Rules) -> list[Line]:
    """The rows of a table, if there are enough to be one, and below it what fills none of its cells."""
    if band.full_rows < ROWS_AT_LEAST:
        return _whole(band.rows)
    ends = max(at for at, row in enumerate(band.rows, 1) if len(row) > 1 or row[0].left >= gaps[0][1])
    table, below = list(chain.from_iterable(band.rows[:ends])), band.rows[ends:]
    return rows_of(table, gaps_of(table), rules) + _whole(below)


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
        near = current and GAP * max(height_of(current), height_of(box))  # a hyphen by itself is hardly high
        if current and near and shares_height(current, box) and current[0] <= box[0] < current[2] + near:
            current = (current[0], min(current[1], box[1]), max(current[2], box[2]), max(current[3], box[3]))
            continue
        if current:
            yield current
        current = box
    if current:
        yield current


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
