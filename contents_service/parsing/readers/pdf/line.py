"""A line of text on a PDF page: its characters, position and style."""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points, measured from the lower left corner of the page as displayed."""

MIN_DROP_CAP_SIZE = 1.7
"""Minimum size of a drop cap, as a multiple of the size of the text beside it."""

MAX_TOUCHING_GAP = 0.1
"""Largest gap between two segments that touch, as a share of the line height."""


class TextLine(Struct, frozen=True, gc=False):
    """A line of a page, or the segment of it that lies in one column; positions in points."""

    text: str
    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0
    size: float = 0.0
    """Font size in points."""
    bold: bool = False
    monospaced: bool = False
    """Whether all its glyphs have the same width, as in code."""
    ends_mid_word: bool = False
    """Whether it ends inside a word, at a hyphen that is not part of `text`."""
    invisible: bool = False
    """Whether it is not painted, like the text layer under a scanned page."""
    unmapped: bool = False
    """Whether its font does not map glyphs to Unicode characters."""
    marked_content_id: int = -1
    """Id of the marked content it belongs to, by which tags refer to it; -1 for none."""
    cell_count: int = 0
    """Number of cells if it is a table row, otherwise 0."""

    @property
    def height(self) -> float:
        """Distance from its bottom to its top, in points."""
        return self.top - self.bottom

    @property
    def box(self) -> Box:
        """Bounding box of the line."""
        return (self.left, self.bottom, self.right, self.top)


def is_same_row(left: Box, right: Box) -> bool:
    """Whether two boxes are side by side; a superscript is in the same row as its word."""
    shared = min(left[3], right[3]) - max(left[1], right[1])
    return shared > 0.5 * max(min(left[3] - left[1], right[3] - right[1]), 1.0)


def merge_rows(segments: Iterable[TextLine], max_gap: float = math.inf) -> list[TextLine]:
    """Join neighbouring segments of a row, split by a superscript or by a gap of up to `max_gap` line heights."""
    rows: list[TextLine] = []
    for segment in segments:
        if rows and _continues_row(rows[-1], segment, max_gap):
            rows[-1] = _merge(rows[-1], segment)
        else:
            rows.append(segment)
    return rows


def _continues_row(left: TextLine, right: TextLine, max_gap: float) -> bool:
    if len(left.text) == 1 and left.size >= MIN_DROP_CAP_SIZE * right.size:
        return False  # the row beside its top may be another
    gap = (right.left - left.right) / max(left.height, right.height, 1.0)
    return -MAX_TOUCHING_GAP <= gap <= max_gap and not left.ends_mid_word and is_same_row(left.box, right.box)


def _merge(left: TextLine, right: TextLine) -> TextLine:
    """Join two segments of a row, in the style of the larger one."""
    larger = left if left.size >= right.size else right
    space = "" if right.left - left.right < MAX_TOUCHING_GAP * larger.height else " "
    return replace(
        larger,
        text=f"{left.text}{space}{right.text}",
        left=left.left,
        bottom=min(left.bottom, right.bottom),
        right=max(left.right, right.right),
        top=max(left.top, right.top),
        bold=left.bold and right.bold,
        monospaced=left.monospaced and right.monospaced,
        ends_mid_word=right.ends_mid_word,
    )
