"""Tables: their rows one under the other, each with its cells from left to right."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile
from statistics import median

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.heading_styles import joined
from contents_service.parsing.readers.pdf.line import Box, Line, same_row
from contents_service.parsing.readers.pdf.row_bands import gaps_between
from contents_service.parsing.readers.pdf.ruling_lines import Gap, Rules

ROWS_AT_LEAST = 3
"""Fewer rows beside each other are no table."""

CELL = 10.0
"""Times the height: columns that are written one after the other are a table's if so narrow; wider ones are text."""

LEVEL = 0.8
"""So large a share of a column's cells stands level with cells at its left."""

WRAPPED = 1.2
"""Times the distance of lines within a cell: the lines of two rows that a rule parts stand at least so far apart."""

APART = 1.35
"""Times the type size: the lines of one cell hardly stand so far apart."""

NEARER = 0.75
"""Of the distance to the row above: a line of a cell so near to the row below is of that one, whose other cells are set
in the middle of its height.
"""

IN_SMALL = 0.9
FILLED = 0.75
WORDS = 2
"""Where so large a share of rows begins small, as names of options do, and so large a share of lines has something in
the first column, of so few words, each of these lines is a row.
"""

HEADERS = 3
"""A header has at most so many lines."""

BETWEEN_CELLS = " | "

_NAME = re.compile(r"[^\W\d_]{2}|^(?:19|20)\d\d$")
"""A year may name a column; other figures do not."""

Level = list[Line]
"""What stands at one height of a table, from left to right."""


def rows_of(segments: Sequence[Line], gaps: Sequence[Gap], rules: Rules) -> list[Line]:
    """A line for each row of a table; what is wrapped within a cell is one."""
    levels = [sorted((segments[at] for at in level), key=lambda cell: cell.left) for level in _levels(segments)]
    gaps = _parting(levels, gaps, rules)
    edges = [left for left, _ in gaps]
    header = _header(levels, edges)
    parted = [_parted(above, level, gaps, rules) for above, level in pairwise(levels)]
    goes_on = _in_grid(levels, gaps, parted, rules) if _is_grid(segments, gaps, rules) else _by_words(levels, gaps)
    rows = [levels[:1]]
    for at, (level, on, apart) in enumerate(zip(levels[1:], goes_on, parted, strict=True), 1):
        if at < header or (on and not apart):
            rows[-1].append(level)
        else:
            rows.append([level])
    return [_row(row, edges) for row in rows]


def gaps_of(segments: Sequence[Line]) -> list[Gap]:
    """The gaps between a table's columns; where names at its top span some, those that the fullest rows leave."""
    levels = [[segments[at] for at in level] for level in _levels(segments)]
    most = max(map(len, levels))
    fullest = [level for level in levels if len(level) == most]
    found = gaps_between(segments)
    if len(found) + 1 >= most or len(fullest) < ROWS_AT_LEAST:
        return found
    told = gaps_between(chain.from_iterable(fullest))
    others = [level for level in levels[HEADERS:] if 1 < len(level) < most]
    return found if len(told) <= len(found) or any(_spans(cell, told) for level in others for cell in level) else told


def _spans(cell: Line, gaps: Sequence[Gap]) -> bool:
    return any(cell.left <= left and right <= cell.right for left, right in gaps)


def _parting(levels: Sequence[Level], gaps: Sequence[Gap], rules: Rules) -> Sequence[Gap]:
    """The gaps between two columns: a name set left over figures set right is no column beside them."""
    edges = [left for left, _ in gaps]
    filled = [_filled(level, edges) for level in levels]
    bottom, top = min(cell.bottom for cell in levels[-1]), max(cell.top for cell in levels[0])
    kept, column = list[Gap](), {0}
    for at, gap in enumerate(gaps, 1):
        if any(at in one and one & column for one in filled) or rules.between(gap, bottom, top):
            kept.append(gap)
            column = set()
        column.add(at)
    return kept or gaps


def _filled(level: Level, edges: Sequence[float]) -> set[int]:
    """Which columns have something at one height."""
    return {bisect_right(edges, cell.left) for cell in level}


def _header(levels: Sequence[Level], edges: Sequence[float]) -> int:
    """How many levels name the columns, if cells of the first span some of them: bold ones, or two without a figure."""
    every = set(range(len(edges) + 1))
    if _filled(levels[0], edges) >= every:
        return 1
    bold = len(list(takewhile(lambda level: all(cell.bold for cell in level), levels)))
    if bold:
        names = all(_NAME.search(cell.text) for level in levels[:bold] for cell in level)
        return bold if names and bold <= HEADERS and bold < len(levels) else 1
    named, rest = levels[0] + levels[1], _filled(levels[1], edges)
    names = not any(letter.isdigit() for cell in named for letter in cell.text)
    return 2 if names and rest < every and _filled(named, edges) >= every else 1


def order_by_rows(boxes: Sequence[Box]) -> list[int]:
    """The places of boxes row by row where a table is written one column after the other; else as they are."""
    order: list[int] = []
    columns: list[list[int]] = []
    for run in _runs(boxes):
        beside = _beside(columns[-1], run, boxes) if columns else 0
        if beside:
            columns.append(run[:beside])
        if beside < len(run):
            order += _by_level(columns, boxes)
            columns = [run[beside:]]
    return order + _by_level(columns, boxes)


def _runs(boxes: Sequence[Box]) -> Iterator[list[int]]:
    """The places of boxes that follow each other down the page."""
    run: list[int] = []
    for at, box in enumerate(boxes):
        if run and (box[1] + box[3]) / 2 > boxes[run[-1]][3]:
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _beside(column: Sequence[int], run: Sequence[int], boxes: Sequence[Box]) -> int:
    """How many boxes of a run are the next column of a table, after this one."""
    top, lowest = boxes[run[0]], boxes[column[-1]][1]
    cells = [boxes[at] for at in column if same_row(boxes[at], top) or boxes[at][3] < top[3]]
    beside = [boxes[at] for at in run if boxes[at][3] > lowest]
    if not cells or min(box[0] for box in beside) <= max(box[2] for box in cells):
        return 0
    level = sum(any(same_row(cell, box) for cell in cells) for box in beside)
    is_column = level >= max(ROWS_AT_LEAST, LEVEL * len(beside)) and _is_narrow(cells) and _is_narrow(beside)
    return len(beside) if is_column else 0


def _is_narrow(column: Sequence[Box]) -> bool:
    return median((box[2] - box[0]) / max(box[3] - box[1], 1.0) for box in column) < CELL


def _by_level(columns: Sequence[Sequence[int]], boxes: Sequence[Box]) -> list[int]:
    """The places of a table's columns row by row; what stands above the table comes first."""
    places = list(chain.from_iterable(columns))
    if len(columns) < 2:
        return places
    levels = _grouped(places, boxes)
    return [at for level in levels for at in sorted(level, key=lambda at: boxes[at][0])]


def _levels(segments: Sequence[Line]) -> list[list[int]]:
    return _grouped(range(len(segments)), [segment.box for segment in segments])


def _grouped(places: Sequence[int], boxes: Sequence[Box]) -> list[list[int]]:
    """The places of boxes, those that stand side by side together, the highest first."""
    levels: list[list[int]] = []
    for at in sorted(places, key=lambda at: -(boxes[at][1] + boxes[at][3])):
        if levels and same_row(boxes[levels[-1][0]], boxes[at]):
            levels[-1].append(at)
        else:
            levels.append([at])
    return levels


def _is_grid(segments: Sequence[Line], gaps: Sequence[Gap], rules: Rules) -> bool:
    """Whether rules frame each cell."""
    bottom, top = min(cell.bottom for cell in segments), max(cell.top for cell in segments)
    return all(
        rules.between(gap, bottom, top) and len(rules.across(gap, bottom, top)) >= ROWS_AT_LEAST - 1 for gap in gaps
    )


def _parted(above: Level, level: Level, gaps: Sequence[Gap], rules: Rules) -> bool:
    """Whether a rule parts what stands at two heights."""
    middle = [(min(cell.bottom for cell in side) + max(cell.top for cell in side)) / 2 for side in (level, above)]
    return any(rules.across(gap, *middle) for gap in gaps)


def _in_grid(levels: Sequence[Level], gaps: Sequence[Gap], parted: Sequence[bool], rules: Rules) -> list[bool]:
    """Whether what stands at each height after the first goes on with the cells above, where rules frame each cell.

    What stands below the frame does not. What fills all columns does so only where what the rules part stands clearly
    farther apart than what they do not.
    """
    distances = [_lowest(above) - _lowest(level) for above, level in pairwise(levels)]
    across, within = (
        [distance for distance, apart in zip(distances, parted, strict=True) if apart is side] for side in (True, False)
    )
    wraps = bool(across and within) and median(across) >= WRAPPED * median(within)
    return [(wraps or len(level) <= len(gaps)) and _is_framed(level, gaps, rules) for level in levels[1:]]


def _is_framed(level: Level, gaps: Sequence[Gap], rules: Rules) -> bool:
    bottom, top = _lowest(level), max(cell.top for cell in level)
    return any(rules.between(gap, bottom, top) for gap in gaps)


def _by_words(levels: Sequence[Level], gaps: Sequence[Gap]) -> list[bool]:
    """The same, where only words tell: a row begins with a capital or a figure, or stands apart where none does."""
    said = [all(not cell.text[:1].isupper() and not cell.text[:1].isdigit() for cell in level) for level in levels[1:]]
    if said and _are_names(levels[1:], gaps, sum(said) / len(said)):
        return [level[0].left >= gaps[0][1] for level in levels[1:]]
    distances = [_lowest(above) - _lowest(level) for above, level in pairwise(levels)]
    size = median(cell.size for level in levels for cell in level)
    tells = not all(said) or not distances or median(distances) < APART * size
    alone = [len(level) == 1 and level[0].left >= gaps[0][1] for level in levels[1:]]
    full = [len(level) > len(gaps) for level in levels[1:]]
    goes_on = [one or (on and (tells or not whole)) for one, on, whole in zip(alone, said, full, strict=True)]
    for at, (above, below) in enumerate(pairwise(distances)):
        if alone[at] and not alone[at + 1] and below < NEARER * above:
            goes_on[at : at + 2] = False, True
    return goes_on


def _are_names(levels: Sequence[Level], gaps: Sequence[Gap], small: float) -> bool:
    """Whether a first column lists names in small letters, a line each, where so large a share of lines is small."""
    first = [len(level[0].text.split()) for level in levels if level[0].left < gaps[0][1]]
    return small >= IN_SMALL and len(first) >= FILLED * len(levels) and median(first) <= WORDS


def _lowest(level: Level) -> float:
    return min(cell.bottom for cell in level)


def _row(levels: Sequence[Level], edges: Sequence[float]) -> Line:
    """A row as one line, its cells parted; an empty one before another is nothing between two bars."""
    cells: list[list[Line]] = [[] for _ in range(len(edges) + 1)]
    for segment in chain.from_iterable(levels):
        cells[bisect_right(edges, segment.left)].append(segment)
    parts = list(chain.from_iterable(levels))
    return replace(
        parts[0],
        text=BETWEEN_CELLS.join(joined(cell) for cell in cells).rstrip(" |"),
        left=min(part.left for part in parts),
        bottom=min(part.bottom for part in parts),
        right=max(part.right for part in parts),
        top=max(part.top for part in parts),
        size=median(part.size for part in parts),
        bold=all(part.bold for part in parts),
        fixed=all(part.fixed for part in parts),
        broken=False,
        cells=len(cells),
    )
