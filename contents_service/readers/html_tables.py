"""Tables of a page: rows of cells where they hold data, the text of their cells where they only lay out the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from contents_service.model import Span
from contents_service.readers.html_items import Item

LONGEST_CELL = 1_000
"""In characters: a longer cell holds text that is laid out, not a value."""


@dataclass(slots=True)
class Cell:
    """A cell, by where its items begin among all items; they end where the next one's begin."""

    start: int
    heads: bool
    end: int = 0


@dataclass(slots=True)
class Table:
    """A table that is open: its rows so far, and whether it only lays out the page."""

    start: int
    lays_out: bool
    rows: list[list[Cell]] = field(default_factory=list)
    head_rows: int = 0
    in_head: bool = False

    def begin_row(self) -> None:
        """A row begins; what a `thead` holds is header."""
        self.rows.append([])
        self.head_rows += self.in_head

    def begin_cell(self, at: int, *, heads: bool) -> None:
        """A cell begins, in a row of its own if none is open."""
        if not self.rows:
            self.begin_row()
        self.rows[-1].append(Cell(at, heads))

    def end_cell(self, at: int) -> None:
        """The last cell ends."""
        if self.rows and self.rows[-1] and not self.rows[-1][-1].end:
            self.rows[-1][-1].end = at


def as_rows(table: Table, items: Sequence[Item]) -> list[Item] | None:
    """What a table says as rows, its caption first; None if it only lays out the page.

    `items` are those since the table began.
    """
    cells = [[items[cell.start - table.start : cell.end - table.start] for cell in row] for row in table.rows]
    if table.lays_out or max(map(len, cells), default=0) < 2 or any(map(_is_laid_out, items)):
        return None
    heads = table.head_rows or int(all(cell.heads for cell in table.rows[0]))
    texts = [_row_text(row) for row in cells]
    context = "\n".join(text for text in texts[:heads] if text) or None
    rows = [_row(row, text, context, heads=at < heads) for at, (row, text) in enumerate(zip(cells, texts, strict=True)) if text]
    return [replace(item, context=context, keep_with_next=True) for item in _caption(table, items)] + rows


def _is_laid_out(item: Item) -> bool:
    return item.kind != "prose" or len(item.text) > LONGEST_CELL


def _row_text(cells: Sequence[Sequence[Item]]) -> str:
    """A row's cells, joined; nothing where all are empty."""
    texts = [" ".join(" ".join(item.text for item in cell).split()) for cell in cells]
    return " | ".join(texts) if any(texts) else ""


def _row(cells: Sequence[Sequence[Item]], text: str, context: str | None, *, heads: bool) -> Item:
    spans = [item.lines for cell in cells for item in cell]
    lines: Span = (min(first for first, _ in spans), max(last for _, last in spans))
    zone = next(item.zone for cell in cells for item in cell)
    return Item(kind="row", text=text, lines=lines, zone=zone, context=context, keep_with_next=heads)


def _caption(table: Table, items: Sequence[Item]) -> Sequence[Item]:
    """What stands in a table before its first cell."""
    first = next((row[0].start for row in table.rows if row), table.start)
    return items[: first - table.start]
