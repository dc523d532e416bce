"""A line of a page: what it says, where it stands, how it is set."""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points, from the lower left of the page as it is shown."""

TOUCHING = 0.1
"""Of the height: a gap narrower than this is none."""


class Line(Struct, frozen=True, gc=False):
    """A line of a page, or the part of it that stands in one column."""

    text: str
    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0
    size: float = 0.0
    """Of its type, in points."""
    bold: bool = False
    fixed: bool = False
    """Whether all of its letters are of one width, as code is set."""
    broken: bool = False
    """Whether it ends inside a word, at a hyphen that is not in `text`."""
    invisible: bool = False
    """Whether it is not painted, as recognised text under a picture is."""
    unmapped: bool = False
    """Whether its font does not say which character each shape is."""
    mark: int = -1
    """The marked content it belongs to, by which tags refer to it."""
    cells: int = 0
    """If it is a row of a table, how many it has."""

    @property
    def height(self) -> float:
        """From its lowest to its highest point."""
        return self.top - self.bottom

    @property
    def box(self) -> Box:
        """Its place."""
        return (self.left, self.bottom, self.right, self.top)


def same_row(left: Box, right: Box) -> bool:
    """Whether two boxes stand side by side: a raised or lowered figure stands beside its word."""
    shared = min(left[3], right[3]) - max(left[1], right[1])
    return shared > 0.5 * max(min(left[3] - left[1], right[3] - right[1]), 1.0)


def whole_rows(parts: Iterable[Line], widest_gap: float = math.inf) -> list[Line]:
    """Neighbouring parts of one row as one line: what parted them is a raised figure, or a gap of some heights."""
    rows: list[Line] = []
    for part in parts:
        if rows and _continues(rows[-1], part, widest_gap):
            rows[-1] = _merged(rows[-1], part)
        else:
            rows.append(part)
    return rows


def _continues(left: Line, right: Line, widest_gap: float) -> bool:
    gap = (right.left - left.right) / max(left.height, right.height, 1.0)
    return -TOUCHING <= gap <= widest_gap and not left.broken and same_row(left.box, right.box)


def _merged(left: Line, right: Line) -> Line:
    """Two parts of a row as one, set as the larger of them is."""
    larger = left if left.size >= right.size else right
    space = "" if right.left - left.right < TOUCHING * larger.height else " "
    return replace(
        larger,
        text=f"{left.text}{space}{right.text}",
        left=left.left,
        bottom=min(left.bottom, right.bottom),
        right=max(left.right, right.right),
        top=max(left.top, right.top),
        bold=left.bold and right.bold,
        fixed=left.fixed and right.fixed,
        broken=right.broken,
    )
