"""Tables of a PDF as tests write them, and the rows that the PDF reader finds."""

from __future__ import annotations

from collections.abc import Sequence

from contents_service.model import Block
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source
from helpers.pdf_making import PageItem, RulingLine, Words, lines, pdf, side_by_side

ITEMS = (("Item", "Price", "Quantity"), ("Brake pad", "12.50", "40"), ("Chain", "24.00", "15"), ("Bell", "4.10", "77"))
XS = (76, 250, 400)

Rows = Sequence[Sequence[str]]


def rows_of(*items: PageItem) -> list[str]:
    return [block.text for block in blocks_of(*items) if block.kind == "row"]


def blocks_of(*items: PageItem) -> Sequence[Block]:
    return reader.read(Source(name="it.pdf", data=pdf(items))).blocks


def written_row_by_row(rows: Rows, xs: Sequence[float] = XS) -> list[Words]:
    return side_by_side(*zip(*rows, strict=True), xs=xs)


def written_column_by_column(rows: Rows, xs: Sequence[float] = XS) -> list[Words]:
    return [word for x, column in zip(xs, zip(*rows, strict=True), strict=True) for word in lines(column, x=x)]


def ruled(heights: Sequence[float], xs: Sequence[float] = (70, 240, 390, 520)) -> list[RulingLine]:
    """Return a grid of ruling lines at these positions."""
    level = [RulingLine((xs[0], y), (xs[-1], y)) for y in heights]
    return level + [RulingLine((x, heights[0]), (x, heights[-1])) for x in xs]
