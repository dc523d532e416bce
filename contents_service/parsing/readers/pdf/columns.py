"""Text laid out side by side, put into reading order: column after column, and a table row by row.

Most files already write one column after the other. Only pages whose content jumps from side to side are reordered, and
on them only the bands that do. Cutting a page that needs no cutting does more harm than good: a generic XY-cut measured
worse than the content's own order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from statistics import median

from contents_service.parsing.readers.pdf.line import Box, TextLine, merge_rows
from contents_service.parsing.readers.pdf.row_bands import (
    Row,
    RowBand,
    crosses_gap,
    find_gaps,
    height_of,
    is_near,
    jumps_sideways,
    overlaps_vertically,
    split_bands,
)
from contents_service.parsing.readers.pdf.ruling_lines import Gap, RulingLines
from contents_service.parsing.readers.pdf.tables import MIN_ROWS, build_rows, find_column_gaps, order_row_by_row

MIN_JUMPS = 3
"""Minimum number of sideways jumps in a page's content if it has columns or a table."""

MAX_SEGMENTS = 4_000
"""Maximum number of segments compared on a page; pages with more are drawings, or made to be slow."""

MAX_SEGMENT_GAP = 0.9
"""Maximum gap within a segment, as a share of the line height."""

MIN_COLUMN_LINES = 4
"""Minimum number of lines on each side of a column gutter."""

MIN_WORDS_PER_LINE = 3
"""Minimum median number of words per line on each side of a column gutter."""

MIN_RUN_ON_SHARE = 0.25
"""Minimum share of a column's lines that begin in mid-sentence; table cells begin with a capital or a digit."""

MIN_LEVEL_SHARE = 0.6
"""If only one side has run-on lines: minimum ratio of the lines on the two sides. Next to a wrapped table cell, the
other cells are empty.
"""

MIN_COMMON_ROWS_SHARE = 0.7
"""Minimum share of the wider gaps of each side that are as high as some of the other, if both are cells of rows."""

MIN_ROW_GAP = 1.2
"""Minimum distance between two rows, as a multiple of the distance of the lines within a cell."""

MAX_ROW_OFFSET = 2.0
"""Maximum difference in height, in points, of the cells of a row."""

SEARCHED_TABLE_ROWS = 5
"""Number of a table's first rows searched for the cells next to text written before them."""

_FIRST_LETTER = re.compile(r"\W*([^\W\d_])")


def has_side_by_side_text(rectangles: Sequence[Box]) -> bool:
    """Whether a page has text side by side that is not simply written column after column."""
    segments = list(_merge_rectangles(rectangles))
    if len(segments) > MAX_SEGMENTS:
        return False
    jumps = sum(jumps_sideways(left, right) for left, right in pairwise(segments))
    return jumps >= MIN_JUMPS or order_row_by_row(segments) != list(range(len(segments)))


def sort_by_reading_order(segments: Sequence[TextLine], rulings: RulingLines) -> list[TextLine]:
    """Return the segments of a page in reading order, those of a line joined."""
    by_row = [segments[at] for at in order_row_by_row([segment.box for segment in segments])]
    lines: list[TextLine] = []
    pending: list[Row] = []
    for band in split_bands(by_row):
        if not band.gaps:
            pending += band.rows
            continue
        gaps = find_gaps(band.segments)
        gutters = [gap for gap in gaps if _is_gutter(gap, band.segments, rulings)]
        if gutters:
            first = _find_first_row_of_columns(pending, gutters, band)
        else:
            first = _find_first_row_of_table(pending, band, gaps, rulings)
        lines += _merge_segments(pending[:first])
        band.rows = pending[first:] + band.rows
        lines += _read_columns(band.rows, gutters, rulings) if gutters else _read_table(band, gaps, rulings)
        pending = []
    return lines + _merge_segments(pending)


def _find_first_row_of_columns(rows: Sequence[Row], gutters: Sequence[Gap], band: RowBand) -> int:
    """Return the index of the first row above columns that belongs to them: close by, and crossing no gutter."""
    below, first = band.rows[0], len(rows)
    while first and is_near(rows[first - 1], below) and not crosses_gap(rows[first - 1], gutters):
        first -= 1
        below = rows[first]
    return first


def _find_first_row_of_table(rows: Sequence[Row], band: RowBand, gaps: Sequence[Gap], rulings: RulingLines) -> int:
    """Return the index of the first row above a table that lies next to its cells, behind a vertical ruling line."""
    cells = [cell.box for row in band.rows[:SEARCHED_TABLE_ROWS] for cell in row]
    first = len(rows)
    while first and len(rows[first - 1]) == 1 and gaps:
        box = rows[first - 1][0].box
        is_level = any(overlaps_vertically(box, cell) for cell in cells)
        if not is_level or box[2] > gaps[0][1] or not rulings.has_vertical_between(gaps[0], box[1], box[3]):
            break
        first -= 1
    return first


def _read_columns(rows: Iterable[Row], gutters: Sequence[Gap], rulings: RulingLines) -> list[TextLine]:
    """Return the lines of one column after the other; each may contain columns and tables itself."""
    columns = _split_columns(chain.from_iterable(rows), gutters)
    return [line for column in columns for line in sort_by_reading_order(column, rulings)]


def _read_table(band: RowBand, gaps: Sequence[Gap], rulings: RulingLines) -> list[TextLine]:
    """Return the rows of a table, if it has enough of them, and then the lines below it."""
    if band.full_rows < MIN_ROWS:
        return _merge_segments(band.rows)
    end = max(at for at, row in enumerate(band.rows, 1) if len(row) > 1 or row[0].left >= gaps[0][1])
    table, below = list(chain.from_iterable(band.rows[:end])), band.rows[end:]
    return build_rows(table, find_column_gaps(table), rulings) + _merge_segments(below)


def _merge_segments(rows: Iterable[Row]) -> list[TextLine]:
    return merge_rows(chain.from_iterable(rows))


def _split_columns(segments: Iterable[TextLine], gutters: Sequence[Gap]) -> list[list[TextLine]]:
    """Return the segments of each column, in their order."""
    columns: list[list[TextLine]] = [[] for _ in range(len(gutters) + 1)]
    for segment in segments:
        columns[sum(gutter[0] <= segment.left for gutter in gutters)].append(segment)
    return columns


def _merge_rectangles(rectangles: Iterable[Box]) -> Iterator[Box]:
    """Yield the rectangles of a line joined into segments, wherever no wide gap separates them."""
    current: Box | None = None
    for box in rectangles:
        # The larger height counts: that of a lone hyphen is tiny.
        max_gap = current and MAX_SEGMENT_GAP * max(height_of(current), height_of(box))
        if current and max_gap and overlaps_vertically(current, box) and current[0] <= box[0] < current[2] + max_gap:
            current = (current[0], min(current[1], box[1]), max(current[2], box[2]), max(current[3], box[3]))
            continue
        if current:
            yield current
        current = box
    if current:
        yield current


def _is_gutter(gap: Gap, segments: Sequence[TextLine], rulings: RulingLines) -> bool:
    """Whether a gap is a column gutter: run-on text on both sides, and no ruling lines between rows."""
    left = [segment for segment in segments if segment.right <= gap[0]]
    right = [segment for segment in segments if segment.left >= gap[1]]
    if not _are_text_columns(left, right) or _have_rows_in_common(left, right):
        return False
    bottom, top = min(segment.bottom for segment in segments), max(segment.top for segment in segments)
    return len(rulings.horizontals_across(gap, bottom, top)) < MIN_ROWS - 1


def _are_text_columns(left: Sequence[TextLine], right: Sequence[TextLine]) -> bool:
    """Whether both sides are running text, or one is and the other has nearly as many lines."""
    fewer, more = sorted((_count_lines(left), _count_lines(right)))
    if fewer < MIN_COLUMN_LINES or min(_count_words_per_line(left), _count_words_per_line(right)) < MIN_WORDS_PER_LINE:
        return False
    run_on_sides = _has_run_on_lines(left) + _has_run_on_lines(right)
    return run_on_sides > 1 or (run_on_sides == 1 and fewer >= MIN_LEVEL_SHARE * more)


def _have_rows_in_common(left: Sequence[TextLine], right: Sequence[TextLine]) -> bool:
    """Whether both sides have wider gaps at the same heights, as the rows of a table do; paragraphs seldom do."""
    fewer, more = sorted((_find_row_tops(left), _find_row_tops(right)), key=len)
    common = sum(any(abs(top - other) < MAX_ROW_OFFSET for other in more) for top in fewer)
    return common >= MIN_ROWS and common >= MIN_COMMON_ROWS_SHARE * len(more)


def _find_row_tops(side: Sequence[TextLine]) -> list[float]:
    """Return the tops of the lines that are farther below the line above than the lines of a paragraph."""
    lines = sorted({(round(segment.bottom), segment.top) for segment in side}, reverse=True)
    distances = [above[0] - below[0] for above, below in pairwise(lines)]
    leading = min((distance for distance in distances if distance > MAX_ROW_OFFSET), default=0.0)
    wide = zip(lines[1:], distances, strict=True)
    return [top for (_, top), distance in wide if distance > MIN_ROW_GAP * leading]


def _count_lines(side: Sequence[TextLine]) -> int:
    return len({round(segment.bottom / max(segment.height / 2, 1.0)) for segment in side})


def _has_run_on_lines(side: Sequence[TextLine]) -> bool:
    first = [found.group(1) for segment in side[1:] if (found := _FIRST_LETTER.match(segment.text))]
    return sum(not letter.isupper() for letter in first) >= MIN_RUN_ON_SHARE * len(side)


def _count_words_per_line(side: Sequence[TextLine]) -> float:
    return median(len(segment.text.split()) for segment in side)
