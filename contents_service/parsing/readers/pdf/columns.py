"""Columns whose content is written row by row across the gutter, put in reading order.

Most files write one column after the other: their order is right as it is, and only a page whose content hops across
a gutter is touched. A page that is cut where it need not be loses more than it gains: a generic XY-cut measured worse
than the content's own order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median

from contents_service.parsing.readers.pdf.line import Box, Line, same_row, whole_rows

HOPS = 3
HOPS_SHARE = 0.15
"""A page hops if so many, and such a share, of its neighbouring segments lie side by side."""

COLUMN_WIDTH = 0.15
"""Of the page's width: what is narrower is a number, a label or a table's cell, not a column's line."""

WORDS_LEFT = 4
HEIGHTS_A_WORD = 2.5
"""The left of two segments has so many words; a word with its space is about so many times as wide as it is high."""

SPANNING = 0.6
"""Of the page's width: a segment that is wider runs across the columns."""

COVERED = 0.03
"""A gutter is where at most this share of the narrower segments lies."""

SEGMENTS_BESIDE = 8
MEDIAN_WORDS_BESIDE = 3
"""What must stand on both sides of a gutter, or it is only a table's white space."""

STEP = 1.0
"""Points between the places tried for a gutter; the narrowest seen is 6 points wide."""

GAP = 0.9
"""Of the height: text closer than this is one segment."""


def hops_across_a_gutter(rectangles: Sequence[Box], width: float) -> bool:
    """Whether text on this page is written from one column over into the next, line after line."""
    segments = list(_segments(rectangles))
    hops = sum(_hops(left, right, width) for left, right in pairwise(segments))
    return hops >= HOPS and hops > HOPS_SHARE * len(segments)


def in_reading_order(segments: Sequence[Line], width: float) -> list[Line]:
    """The segments of a page column after column, each line whole again."""
    gutters = _gutters(segments, width)
    if not gutters:
        return whole_rows(segments)
    ordered: list[Line] = []
    band: list[Line] = []
    for segment in segments:
        if _column(segment, gutters) is not None:
            band.append(segment)
            continue
        ordered += _by_column(band, gutters)
        band = []
        ordered.append(segment)
    return whole_rows(ordered + _by_column(band, gutters))


def _segments(rectangles: Iterable[Box]) -> Iterator[Box]:
    """Neighbouring rectangles of one line without a wide gap as one."""
    current: Box | None = None
    for box in rectangles:
        if current and same_row(current, box) and current[0] <= box[0] < current[2] + GAP * _height(box):
            current = (current[0], min(current[1], box[1]), max(current[2], box[2]), max(current[3], box[3]))
            continue
        if current:
            yield current
        current = box
    if current:
        yield current


def _hops(left: Box, right: Box, width: float) -> bool:
    """Whether the second of two segments stands beside the first, and both are a column's line."""
    wide = max(COLUMN_WIDTH * width, WORDS_LEFT * HEIGHTS_A_WORD * _height(left))
    beside = right[0] > left[2] and same_row(left, right)
    return beside and left[2] - left[0] > wide and right[2] - right[0] > COLUMN_WIDTH * width


def _height(box: Box) -> float:
    return max(box[3] - box[1], 1.0)


def _gutters(segments: Sequence[Line], width: float) -> list[float]:
    """Where the page's gutters are: the middle of each range that hardly any text covers."""
    narrow = [segment for segment in segments if segment.right - segment.left < SPANNING * width]
    if not narrow:
        return []
    lefts, rights = sorted(segment.left for segment in narrow), sorted(segment.right for segment in narrow)

    def covering(at: float) -> int:
        return bisect_left(lefts, at) - bisect_right(rights, at)

    free = [at * STEP for at in range(1, int(width / STEP)) if covering(at * STEP) <= COVERED * len(narrow)]
    middles = [(group[0] + group[-1]) / 2 for group in _runs(free)]
    return [middle for middle in middles if _has_text_beside(narrow, middle, middles)]


def _runs(places: Sequence[float]) -> Iterator[list[float]]:
    """Places without a break between them."""
    run: list[float] = []
    for place in places:
        if run and place - run[-1] > 1.5 * STEP:
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _has_text_beside(segments: Sequence[Line], middle: float, middles: Sequence[float]) -> bool:
    """Whether running text stands on both sides, up to the next range without text."""
    before = max((other for other in middles if other < middle), default=0.0)
    after = min((other for other in middles if other > middle), default=float("inf"))
    left = [segment for segment in segments if before <= _middle(segment) < middle]
    right = [segment for segment in segments if middle <= _middle(segment) < after]
    return all(_is_running_text(side) for side in (left, right))


def _is_running_text(side: Sequence[Line]) -> bool:
    words = [len(segment.text.split()) for segment in side]
    return len(words) >= SEGMENTS_BESIDE and median(words) >= MEDIAN_WORDS_BESIDE


def _middle(segment: Line) -> float:
    return (segment.left + segment.right) / 2


def _column(segment: Line, gutters: Sequence[float]) -> int | None:
    """The number of the column a segment stands in; None if it runs across a gutter."""
    if any(segment.left < gutter < segment.right for gutter in gutters):
        return None
    return sum(gutter <= segment.left for gutter in gutters)


def _by_column(band: Iterable[Line], gutters: Sequence[float]) -> list[Line]:
    return sorted(band, key=lambda segment: _column(segment, gutters) or 0)
