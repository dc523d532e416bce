"""Ruling lines on a page, which separate the rows and columns of tables."""

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

MAX_STROKES = 4_000
"""Maximum number of path segments on a page; with more it is a drawing."""

MAX_SLOPE = 1.0
"""Maximum deviation of a ruling line from straight, in points."""

MIN_LENGTH = 6.0
"""Minimum length of a ruling line, in points."""

MERGE_DISTANCE = 2.5
"""Distance, in points, below which ruling lines are two sides of a thick one, or edges of neighbouring cells."""

Gap = tuple[float, float]
"""The left and right end of a free range between two columns, in points."""


class RulingLines:
    """The horizontal and vertical ruling lines of a page, read only when needed."""

    def __init__(self, strokes: Iterable[Box]) -> None:
        self._source = strokes

    def horizontals_across(self, gap: Gap, bottom: float, top: float) -> list[float]:
        """Return the heights between `bottom` and `top` of the ruling lines that cross a gap."""
        first, last = bisect_right(self._horizontal_ys, bottom), bisect_left(self._horizontal_ys, top)
        found: list[float] = []
        while first < last:
            end = bisect_left(self._horizontal_ys, self._horizontal_ys[first] + MERGE_DISTANCE, first, last)
            merged = self._horizontal[first:end]
            if min(box[0] for box in merged) < gap[0] and max(box[2] for box in merged) > gap[1]:
                found.append(self._horizontal_ys[first])
            first = end
        return found

    def horizontals_between(self, bottom: float, top: float) -> list[Box]:
        """Return the horizontal ruling lines between two heights."""
        first, last = bisect_right(self._horizontal_ys, bottom), bisect_left(self._horizontal_ys, top)
        return self._horizontal[first:last]

    def has_vertical_between(self, gap: Gap, bottom: float, top: float) -> bool:
        """Whether a vertical ruling line separates two columns."""
        first, last = bisect_left(self._vertical_xs, gap[0]), bisect_right(self._vertical_xs, gap[1])
        return first < last and any(box[1] < top and box[3] > bottom for box in self._vertical[first:last])

    @cached_property
    def _strokes(self) -> list[Box]:
        return list(self._source)

    @cached_property
    def _horizontal(self) -> list[Box]:
        horizontal = [box for box in self._strokes if box[3] - box[1] < MAX_SLOPE and box[2] - box[0] > MIN_LENGTH]
        return sorted(horizontal, key=lambda box: box[1])

    @cached_property
    def _horizontal_ys(self) -> list[float]:
        return [box[1] for box in self._horizontal]

    @cached_property
    def _vertical(self) -> list[Box]:
        vertical = [box for box in self._strokes if box[2] - box[0] < MAX_SLOPE and box[3] - box[1] > MIN_LENGTH]
        return sorted(vertical, key=lambda box: box[0])

    @cached_property
    def _vertical_xs(self) -> list[float]:
        return [box[0] for box in self._vertical]


def find_strokes(page: pdfium.PdfPage) -> Iterator[Box]:
    """Yield the boxes of the straight strokes drawn on a page."""
    remaining = MAX_STROKES
    for at in range(max(pdfium_c.FPDFPage_CountObjects(page), 0)):
        page_object = pdfium_c.FPDFPage_GetObject(page, at)
        if pdfium_c.FPDFPageObj_GetType(page_object) != pdfium_c.FPDF_PAGEOBJ_PATH:
            continue
        count = max(pdfium_c.FPDFPath_CountSegments(page_object), 0)
        remaining -= count
        if remaining < 0:
            return
        for (x0, y0, _), (x1, y1, is_drawn) in pairwise(_path_points(page_object, count)):
            if is_drawn:
                yield min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _path_points(path: Any, count: int) -> Iterator[tuple[float, float, bool]]:
    """Yield the points of a path in the page's own coordinates, and whether a line leads to each."""
    matrix, x, y = pdfium_c.FS_MATRIX(), c_float(), c_float()
    pdfium_c.FPDFPageObj_GetMatrix(path, matrix)
    for at in range(count):
        segment = pdfium_c.FPDFPath_GetPathSegment(path, at)
        pdfium_c.FPDFPathSegment_GetPoint(segment, x, y)
        is_drawn = pdfium_c.FPDFPathSegment_GetType(segment) == pdfium_c.FPDF_SEGMENT_LINETO
        yield (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
            is_drawn,
        )
