"""The lines ruled on a page, by which a table's rows are told apart."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from ctypes import c_float
from functools import cached_property
from itertools import pairwise
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from contents_service.parsing.readers.pdf.line import Box

STROKES = 4_000
"""More on one page are a drawing."""

STRAIGHT = 1.0
LEAST = 6.0
"""Points: by so little a rule may slope, and so long it is at least."""

SAME = 2.5
"""Points: rules closer than this are the two sides of a thick one, or the edges of two cells."""

Gap = tuple[float, float]
"""A range between two columns, from left to right, that is free."""


class Rules:
    """What is ruled on a page: the boxes around its straight strokes, looked at only if it is asked for."""

    def __init__(self, strokes: Iterable[Box]) -> None:
        self._given = strokes

    def across(self, gap: Gap, bottom: float, top: float) -> list[float]:
        """The heights between two others at which a rule, or one on either side, runs from column to column."""
        first, last = bisect_right(self._heights, bottom), bisect_left(self._heights, top)
        found: list[float] = []
        while first < last:
            until = bisect_left(self._heights, self._heights[first] + SAME, first, last)
            same = self._level[first:until]
            if min(box[0] for box in same) < gap[0] and max(box[2] for box in same) > gap[1]:
                found.append(self._heights[first])
            first = until
        return found

    def between(self, gap: Gap, bottom: float, top: float) -> bool:
        """Whether an upright rule parts two columns."""
        first, last = bisect_left(self._sides, gap[0]), bisect_right(self._sides, gap[1])
        return first < last and any(box[1] < top and box[3] > bottom for box in self._upright[first:last])

    @cached_property
    def _strokes(self) -> list[Box]:
        return list(self._given)

    @cached_property
    def _level(self) -> list[Box]:
        level = [box for box in self._strokes if box[3] - box[1] < STRAIGHT and box[2] - box[0] > LEAST]
        return sorted(level, key=lambda box: box[1])

    @cached_property
    def _heights(self) -> list[float]:
        return [box[1] for box in self._level]

    @cached_property
    def _upright(self) -> list[Box]:
        upright = [box for box in self._strokes if box[2] - box[0] < STRAIGHT and box[3] - box[1] > LEAST]
        return sorted(upright, key=lambda box: box[0])

    @cached_property
    def _sides(self) -> list[float]:
        return [box[0] for box in self._upright]


def strokes_on(page: pdfium.PdfPage) -> Iterator[Box]:
    """The straight parts of what is drawn on a page, as the boxes around them."""
    left = STROKES
    for at in range(max(pdfium_c.FPDFPage_CountObjects(page), 0)):
        thing = pdfium_c.FPDFPage_GetObject(page, at)
        if pdfium_c.FPDFPageObj_GetType(thing) != pdfium_c.FPDF_PAGEOBJ_PATH:
            continue
        count = max(pdfium_c.FPDFPath_CountSegments(thing), 0)
        left -= count
        if left < 0:
            return
        for (x0, y0, _), (x1, y1, drawn) in pairwise(_points(thing, count)):
            if drawn:
                yield min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _points(path: Any, count: int) -> Iterator[tuple[float, float, bool]]:
    """The points of a path in the page's own space, and whether a line leads to each."""
    matrix, x, y = pdfium_c.FS_MATRIX(), c_float(), c_float()
    pdfium_c.FPDFPageObj_GetMatrix(path, matrix)
    for at in range(count):
        segment = pdfium_c.FPDFPath_GetPathSegment(path, at)
        pdfium_c.FPDFPathSegment_GetPoint(segment, x, y)
        drawn = pdfium_c.FPDFPathSegment_GetType(segment) == pdfium_c.FPDF_SEGMENT_LINETO
        yield (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
            drawn,
        )
