"""The points of a list whose marks are drawn, as browsers print them: there is no `•` among the text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.line import Box, Line

MARK = "• "

LEAST, MOST = 0.15, 0.6
"""Of the type size: how wide and how high a mark is; what is larger is a box to tick."""

NEAR, FAR = 0.2, 2.0
"""Of the type size: how far it stands from its text."""

ROUND = 0.8
"""Its width and its height differ by no more: a dash or a rule is no mark."""


def with_points(lines: Sequence[Line], shapes: Iterable[Box]) -> Sequence[Line]:
    """The lines, with its mark before each of them that a small shape stands before."""
    marks = sorted((box for box in shapes if _is_round(box)), key=lambda box: box[1])
    if not marks:
        return lines
    heights = [box[1] for box in marks]
    return [_marked(line, marks[bisect_left(heights, line.bottom) : bisect_left(heights, line.top)]) for line in lines]


def _is_round(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return 0 < ROUND * max(width, height) <= min(width, height)


def _marked(line: Line, marks: Iterable[Box]) -> Line:
    mark = next((mark for mark in marks if not line.cells and _is_before(mark, line)), None)
    return replace(line, text=MARK + line.text, left=mark[0]) if mark else line


def _is_before(mark: Box, line: Line) -> bool:
    side, gap = mark[2] - mark[0], line.left - mark[2]
    within = line.bottom <= mark[1] and mark[3] <= line.top
    return within and LEAST <= side / max(line.size, 1.0) <= MOST and NEAR <= gap / max(line.size, 1.0) <= FAR
