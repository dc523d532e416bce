"""Tables: rows in order, each with its cells from left to right."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile
from statistics import median

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.heading_styles import join_lines
from contents_service.parsing.readers.pdf.line import Box, TextLine, is_same_row
from contents_service.parsing.readers.pdf.row_bands import find_gaps
from contents_service.parsing.readers.pdf.ruling_lines import Gap, RulingLines

MIN_ROWS = 3
"""Minimum number of rows of a table."""

MAX_CELL_WIDTH = 10.0
"""Maximum median width of a table's columns if they are written one after the other, as a multiple of the line height.
"""

MIN_LEVEL_SHARE = 0.8
"""Minimum share of a column's cells that are level with cells to their left."""

MIN_ROW_SPACING = 1.2
"""Minimum ratio of the line distance between ruled rows to that within a cell."""

MAX_CELL_LEADING = 1.35
"""Maximum line distance within a cell, as a multiple of the font size."""

MAX_NEXT_ROW_DISTANCE = 0.75
"""Maximum ratio of the distance below to the distance above, for a cell line that belongs to the row below. The other
cells of that row are centred vertically.
"""

MIN_LOWERCASE_SHARE = 0.9
"""Minimum share of lines in lower case in a table of option names, which has a row per line."""

MIN_FILLED_SHARE = 0.75
"""Minimum share of lines with a first cell in a table of option names."""

MAX_NAME_WORDS = 2
"""Maximum median number of words of an option name."""

MAX_HEADER_LINES = 3
"""Maximum number of lines of a table's header."""

CELL_SEPARATOR = " | "
"""Text between two cells of a row."""

_COLUMN_NAME = re.compile(r"[^\W\d_]{2}|^(?:19|20)\d\d$")
"""A cell that may name a column; a year may, other numbers do not."""

TableLine = list[TextLine]
"""The segments on one line of a table, from left to right; a row may have several lines."""


def build_rows(segments: Sequence[TextLine], gaps: Sequence[Gap], rulings: RulingLines) -> list[TextLine]:
    """Return one line per row of a table, with the lines of wrapped cells joined."""
    lines = [sorted((segments[at] for at in line), key=lambda cell: cell.left) for line in _group_lines(segments)]
    gaps = _merge_offset_columns(lines, gaps, rulings)
    edges = [left for left, _ in gaps]
    header_count = _count_header_lines(lines, edges)
    ruled_off = [_has_ruling_between(above, line, gaps, rulings) for above, line in pairwise(lines)]
    if _is_grid(segments, gaps, rulings):
        continues = _continues_by_rulings(lines, gaps, ruled_off, rulings)
    else:
        continues = _continues_by_words(lines, gaps)
    rows = [lines[:1]]
    for at, (line, is_continued, is_ruled_off) in enumerate(zip(lines[1:], continues, ruled_off, strict=True), 1):
        if at < header_count or (is_continued and not is_ruled_off):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_make_row(row, edges) for row in rows]


def find_column_gaps(segments: Sequence[TextLine]) -> list[Gap]:
    """Return the gaps between a table's columns; if header cells span columns, those of the fullest rows."""
    lines = [[segments[at] for at in line] for line in _group_lines(segments)]
    max_cells = max(map(len, lines))
    fullest = [line for line in lines if len(line) == max_cells]
    found = find_gaps(segments)
    if len(found) + 1 >= max_cells or len(fullest) < MIN_ROWS:
        return found
    fullest_gaps = find_gaps(chain.from_iterable(fullest))
    others = [line for line in lines[MAX_HEADER_LINES:] if 1 < len(line) < max_cells]
    if len(fullest_gaps) <= len(found) or any(_spans(cell, fullest_gaps) for line in others for cell in line):
        return found
    return fullest_gaps


def _spans(cell: TextLine, gaps: Sequence[Gap]) -> bool:
    """Whether a cell extends over any of the gaps."""
    return any(cell.left <= left and right <= cell.right for left, right in gaps)


def _merge_offset_columns(lines: Sequence[TableLine], gaps: Sequence[Gap], rulings: RulingLines) -> Sequence[Gap]:
    """Return the gaps without those between a left-aligned name and right-aligned figures below it."""
    edges = [left for left, _ in gaps]
    filled = [_find_filled_columns(line, edges) for line in lines]
    bottom, top = min(cell.bottom for cell in lines[-1]), max(cell.top for cell in lines[0])
    real_gaps, merged = list[Gap](), {0}
    for at, gap in enumerate(gaps, 1):
        are_side_by_side = any(at in columns and columns & merged for columns in filled)
        if are_side_by_side or rulings.has_vertical_between(gap, bottom, top):
            real_gaps.append(gap)
            merged = set()
        merged.add(at)
    return real_gaps or gaps


def _find_filled_columns(line: TableLine, edges: Sequence[float]) -> set[int]:
    """Return the indexes of the columns that have text on a line."""
    return {bisect_right(edges, cell.left) for cell in line}


def _count_header_lines(lines: Sequence[TableLine], edges: Sequence[float]) -> int:
    """Return how many lines name the columns, if header cells span some: bold lines, or two without digits."""
    all_columns = set(range(len(edges) + 1))
    if _find_filled_columns(lines[0], edges) >= all_columns:
        return 1
    bold = len(list(takewhile(lambda line: all(cell.bold for cell in line), lines)))
    if bold:
        names = all(_COLUMN_NAME.search(cell.text) for line in lines[:bold] for cell in line)
        return bold if names and bold <= MAX_HEADER_LINES and bold < len(lines) else 1
    named, rest = lines[0] + lines[1], _find_filled_columns(lines[1], edges)
    names = not any(letter.isdigit() for cell in named for letter in cell.text)
    return 2 if names and rest < all_columns and _find_filled_columns(named, edges) >= all_columns else 1


def order_row_by_row(boxes: Sequence[Box]) -> list[int]:
    """Return the indexes of boxes row by row where a table is written column by column; otherwise unchanged."""
    order: list[int] = []
    columns: list[list[int]] = []
    for run in _split_descending(boxes):
        count = _count_adjacent_cells(columns[-1], run, boxes) if columns else 0
        if count:
            columns.append(run[:count])
        if count < len(run):
            order += _order_line_by_line(columns, boxes)
            columns = [run[count:]]
    return order + _order_line_by_line(columns, boxes)


def _split_descending(boxes: Sequence[Box]) -> Iterator[list[int]]:
    """Yield runs of boxes that follow each other down the page, as indexes."""
    run: list[int] = []
    for at, box in enumerate(boxes):
        if run and (box[1] + box[3]) / 2 > boxes[run[-1]][3]:
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _count_adjacent_cells(column: Sequence[int], run: Sequence[int], boxes: Sequence[Box]) -> int:
    """Return how many boxes of a run are the next column of the table after this one."""
    top, lowest = boxes[run[0]], boxes[column[-1]][1]
    cells = [boxes[at] for at in column if is_same_row(boxes[at], top) or boxes[at][3] < top[3]]
    adjacent = [boxes[at] for at in run if boxes[at][3] > lowest]
    if not cells or min(box[0] for box in adjacent) <= max(box[2] for box in cells):
        return 0
    level = sum(any(is_same_row(cell, box) for cell in cells) for box in adjacent)
    is_column = level >= max(MIN_ROWS, MIN_LEVEL_SHARE * len(adjacent)) and _is_narrow(cells) and _is_narrow(adjacent)
    return len(adjacent) if is_column else 0


def _is_narrow(column: Sequence[Box]) -> bool:
    return median((box[2] - box[0]) / max(box[3] - box[1], 1.0) for box in column) < MAX_CELL_WIDTH


def _order_line_by_line(columns: Sequence[Sequence[int]], boxes: Sequence[Box]) -> list[int]:
    """Return the indexes of a table's columns line by line; what is above the table comes first."""
    indices = list(chain.from_iterable(columns))
    if len(columns) < 2:
        return indices
    lines = _group_boxes(indices, boxes)
    return [index for line in lines for index in sorted(line, key=lambda index: boxes[index][0])]


def _group_lines(segments: Sequence[TextLine]) -> list[list[int]]:
    return _group_boxes(range(len(segments)), [segment.box for segment in segments])


def _group_boxes(indices: Sequence[int], boxes: Sequence[Box]) -> list[list[int]]:
    """Return the indexes of boxes grouped by row, from top to bottom."""
    lines: list[list[int]] = []
    for index in sorted(indices, key=lambda index: -(boxes[index][1] + boxes[index][3])):
        if lines and is_same_row(boxes[lines[-1][0]], boxes[index]):
            lines[-1].append(index)
        else:
            lines.append([index])
    return lines


def _is_grid(segments: Sequence[TextLine], gaps: Sequence[Gap], rulings: RulingLines) -> bool:
    """Whether ruling lines frame each cell."""
    bottom, top = min(cell.bottom for cell in segments), max(cell.top for cell in segments)
    return all(
        rulings.has_vertical_between(gap, bottom, top)
        and len(rulings.horizontals_across(gap, bottom, top)) >= MIN_ROWS - 1
        for gap in gaps
    )


def _has_ruling_between(above: TableLine, line: TableLine, gaps: Sequence[Gap], rulings: RulingLines) -> bool:
    """Whether a ruling line separates two lines."""
    middle = [(min(cell.bottom for cell in side) + max(cell.top for cell in side)) / 2 for side in (line, above)]
    return any(rulings.horizontals_across(gap, *middle) for gap in gaps)


def _continues_by_rulings(
    lines: Sequence[TableLine], gaps: Sequence[Gap], ruled_off: Sequence[bool], rulings: RulingLines
) -> list[bool]:
    """Return, for each line after the first, whether it continues the row above, in a table with framed cells.

    A line below the frame does not. A line that fills all columns does only if ruled rows are clearly farther apart
    than the lines within them.
    """
    distances = [_find_bottom(above) - _find_bottom(line) for above, line in pairwise(lines)]
    between_rows, within_rows = (
        [distance for distance, is_ruled in zip(distances, ruled_off, strict=True) if is_ruled is ruled]
        for ruled in (True, False)
    )
    wraps = bool(between_rows and within_rows) and median(between_rows) >= MIN_ROW_SPACING * median(within_rows)
    return [(wraps or len(line) <= len(gaps)) and _is_framed(line, gaps, rulings) for line in lines[1:]]


def _is_framed(line: TableLine, gaps: Sequence[Gap], rulings: RulingLines) -> bool:
    bottom, top = _find_bottom(line), max(cell.top for cell in line)
    return any(rulings.has_vertical_between(gap, bottom, top) for gap in gaps)


def _continues_by_words(lines: Sequence[TableLine], gaps: Sequence[Gap]) -> list[bool]:
    """Return the same as `_continues_by_rulings`, but judged by the text.

    A row begins with a capital or a digit, or is spaced apart if none does.
    """
    is_lowercase = [
        all(not cell.text[:1].isupper() and not cell.text[:1].isdigit() for cell in line) for line in lines[1:]
    ]
    if is_lowercase and _are_option_names(lines[1:], gaps, sum(is_lowercase) / len(is_lowercase)):
        return [line[0].left >= gaps[0][1] for line in lines[1:]]
    distances = [_find_bottom(above) - _find_bottom(line) for above, line in pairwise(lines)]
    size = median(cell.size for line in lines for cell in line)
    case_decides = not all(is_lowercase) or not distances or median(distances) < MAX_CELL_LEADING * size
    alone_in_last_columns = [len(line) == 1 and line[0].left >= gaps[0][1] for line in lines[1:]]
    fills_all_columns = [len(line) > len(gaps) for line in lines[1:]]
    continues = [
        is_alone or (lowercase and (case_decides or not is_full))
        for is_alone, lowercase, is_full in zip(alone_in_last_columns, is_lowercase, fills_all_columns, strict=True)
    ]
    for at, (above, below) in enumerate(pairwise(distances)):
        if alone_in_last_columns[at] and not alone_in_last_columns[at + 1] and below < MAX_NEXT_ROW_DISTANCE * above:
            continues[at : at + 2] = False, True
    return continues


def _are_option_names(lines: Sequence[TableLine], gaps: Sequence[Gap], lowercase_share: float) -> bool:
    """Whether the first column lists names in lower case, one per line."""
    word_counts = [len(line[0].text.split()) for line in lines if line[0].left < gaps[0][1]]
    return (
        lowercase_share >= MIN_LOWERCASE_SHARE
        and len(word_counts) >= MIN_FILLED_SHARE * len(lines)
        and median(word_counts) <= MAX_NAME_WORDS
    )


def _find_bottom(line: TableLine) -> float:
    return min(cell.bottom for cell in line)


def _make_row(lines: Sequence[TableLine], edges: Sequence[float]) -> TextLine:
    """Return a row as one line with its cells separated; trailing empty cells are left out."""
    cells: list[list[TextLine]] = [[] for _ in range(len(edges) + 1)]
    for segment in chain.from_iterable(lines):
        cells[bisect_right(edges, segment.left)].append(segment)
    segments = list(chain.from_iterable(lines))
    return replace(
        segments[0],
        text=CELL_SEPARATOR.join(join_lines(cell) for cell in cells).rstrip(" |"),
        left=min(segment.left for segment in segments),
        bottom=min(segment.bottom for segment in segments),
        right=max(segment.right for segment in segments),
        top=max(segment.top for segment in segments),
        size=median(segment.size for segment in segments),
        bold=all(segment.bold for segment in segments),
        monospaced=all(segment.monospaced for segment in segments),
        ends_mid_word=False,
        cell_count=len(cells),
    )
