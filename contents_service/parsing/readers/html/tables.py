"""Tables of a page: rows of cells where they hold data, the text of their cells where they only lay out the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from contents_service.parsing.readers.html.items import Item

LONGEST_CELL = 1_000
"""In characters: a longer cell holds text that is laid out, not a value."""

LONGEST_HANGING = 100
MOST_HANGING = 20
"""In characters and in columns: what spans rows is said again in each of them, which must not make a page grow."""


@dataclass(slots=True)
class Cell:
    """A cell, by where its items begin among all items; they end where the next one's begin."""

    start: int
    heads: bool
    rows: int = 1
    columns: int = 1
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

    def begin_cell(self, at: int, *, heads: bool, rows: int = 1, columns: int = 1) -> None:
        """A cell begins, in a row of its own if none is open."""
        if not self.rows:
            self.begin_row()
        self.rows[-1].append(Cell(at, heads, rows, columns))

    def end_cell(self, at: int) -> None:
        """The last cell ends."""
        if self.rows and self.rows[-1] and not self.rows[-1][-1].end:
            self.rows[-1][-1].end = at


def as_rows(table: Table, items: Sequence[Item]) -> list[Item] | None:
    """What a table says as rows, its caption first; None if it only lays out the page.

    `items` are those since the table began.
    """
    rows = [[items[cell.start - table.start : cell.end - table.start] for cell in row] for row in table.rows]
    caption = _caption(table, items)
    heads = table.head_rows or _heads(table, rows)
    widest = max((sum(map(bool, row)) for row in rows), default=0)
    if table.lays_out or widest < 2 or any(_is_laid_out(item, heads) for item in items):
        return None
    if len(caption) + sum(len(cell) for row in rows for cell in row) < len(items):
        return None  # some text stands between the cells
    texts = list(_texts(table.rows, [[_text(cell) for cell in row] for row in rows]))
    context = "\n".join(filter(None, texts[:heads])) or None
    told = [
        _row(row, text, context, heads=at < heads)
        for at, (row, text) in enumerate(zip(rows, texts, strict=True))
        if text
    ]
    return [led_into(item, context) for item in caption] + told


def led_into(item: Item, context: str | None) -> Item:
    """A paragraph that leads into a table: with the same context the two can share a passage."""
    return replace(item, context=context, keep_with_next=True)


def _heads(table: Table, rows: Sequence[Sequence[Sequence[Item]]]) -> int:
    """How many rows at the top are header: those of header cells, or the one that alone is bold."""
    of_heads = [
        any(cell.heads for cell in row)
        and all(cell.heads or (at == 0 and not texts[at]) for at, cell in enumerate(row))
        for row, texts in zip(table.rows, rows, strict=True)
    ]
    first = next((at for at, heads in enumerate(of_heads) if not heads), 1)
    if first or any(of_heads):
        return first
    strong = [bool(row) and all(cell and all(item.strong for item in cell) for cell in row) for row in rows[:2]]
    return int(strong == [True, False])


def _is_laid_out(item: Item, heads: int) -> bool:
    """Whether it makes a table none of values: a heading in it, or without a header long text or code."""
    return item.kind == "heading" or (not heads and (item.kind != "prose" or len(item.text) > LONGEST_CELL))


def _texts(rows: Sequence[Sequence[Cell]], texts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Each row's cells, joined; nothing where all are empty. A cell that spans rows is said in each of them."""
    hanging: dict[int, tuple[str, int]] = {}
    for row, own in zip(rows, texts, strict=True):
        cells = {column: text for column, (text, _) in hanging.items()}
        column = 0
        for cell, text in zip(row, own, strict=True):
            while column in cells:
                column += 1
            cells[column] = text
            if cell.rows > 1 and len(text) <= LONGEST_HANGING and len(hanging) < MOST_HANGING:
                hanging[column] = text, cell.rows
            column += cell.columns
        yield " | ".join(cells[column] for column in sorted(cells)) if any(own) else ""
        hanging = {column: (text, left - 1) for column, (text, left) in hanging.items() if left > 1}


def _text(cell: Sequence[Item]) -> str:
    return " ".join(" ".join(item.text for item in cell).split())


def _row(row: Sequence[Sequence[Item]], text: str, context: str | None, *, heads: bool) -> Item:
    items = [item for cell in row for item in cell]
    lines = (min(item.lines[0] for item in items), max(item.lines[1] for item in items))
    return Item(kind="row", text=text, lines=lines, zone=items[0].zone, context=context, keep_with_next=heads)


def _caption(table: Table, items: Sequence[Item]) -> Sequence[Item]:
    """What stands in a table before its first cell."""
    first = next((row[0].start for row in table.rows if row), table.start)
    return items[: first - table.start]
