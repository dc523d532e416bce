"""Tables of a page: rows of cells if they contain data, only the text of their cells if they lay out the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from contents_service.parsing.readers.html.items import Item

MAX_VALUE_CHARACTERS = 1_000
"""The longest text of a data cell, in characters; a longer one is page layout."""

MAX_REPEATED_CHARACTERS = 100
"""The longest text, in characters, of a cell with `rowspan` that is repeated in each row, lest a page grow by it."""

MAX_REPEATED_COLUMNS = 20
"""The largest number of columns that repeat a cell with `rowspan` at the same time."""


@dataclass(slots=True)
class TableCell:
    """A cell, with the indexes of its first item and of the one after its last."""

    start: int
    is_header: bool
    rows: int = 1
    columns: int = 1
    end: int = 0


@dataclass(slots=True)
class OpenTable:
    """A table that is being read: its rows so far, and whether it only lays out the page."""

    start: int
    is_layout: bool
    rows: list[list[TableCell]] = field(default_factory=list)
    head_rows: int = 0
    in_head: bool = False

    def begin_row(self) -> None:
        """Begin a row; in a `thead` it is a header row."""
        self.rows.append([])
        self.head_rows += self.in_head

    def begin_cell(self, start: int, *, is_header: bool, rows: int = 1, columns: int = 1) -> None:
        """Begin a cell, and a row if none is open."""
        if not self.rows:
            self.begin_row()
        self.rows[-1].append(TableCell(start, is_header, rows, columns))

    def end_cell(self, end: int) -> None:
        """End the last cell."""
        if self.rows and self.rows[-1] and not self.rows[-1][-1].end:
            self.rows[-1][-1].end = end


def table_rows(table: OpenTable, items: Sequence[Item]) -> list[Item] | None:
    """Return a table's caption and rows, made from the items since it began; None if it only lays out the page."""
    rows = [[items[cell.start - table.start : cell.end - table.start] for cell in row] for row in table.rows]
    caption = _caption(table, items)
    head_rows = table.head_rows or _head_rows(table, rows)
    widest = max((sum(map(bool, row)) for row in rows), default=0)
    if table.is_layout or widest < 2 or any(_is_layout(item, head_rows) for item in items):
        return None
    if len(caption) + sum(len(cell) for row in rows for cell in row) < len(items):
        return None  # some text stands between the cells
    texts = list(_row_texts(table.rows, [[_cell_text(cell) for cell in row] for row in rows]))
    header = "\n".join(filter(None, texts[:head_rows])) or None
    row_items = [
        _row_item(row, text, header, is_head=number < head_rows)
        for number, (row, text) in enumerate(zip(rows, texts, strict=True))
        if text
    ]
    return [tie_to_table(item, header) for item in caption] + row_items


def tie_to_table(item: Item, header: str | None) -> Item:
    """Return a paragraph that leads into a table, with the table's context so that they can share a passage."""
    return replace(item, context=header, keep_with_next=True)


def _head_rows(table: OpenTable, rows: Sequence[Sequence[Sequence[Item]]]) -> int:
    """Count the header rows at the top: rows of header cells, or the first row if it alone is bold."""
    are_header = [
        any(cell.is_header for cell in row)
        and all(cell.is_header or (column == 0 and not items[column]) for column, cell in enumerate(row))
        for row, items in zip(table.rows, rows, strict=True)
    ]
    count = next((number for number, is_header in enumerate(are_header) if not is_header), 1)
    if count or any(are_header):
        return count
    are_bold = [bool(row) and all(cell and all(item.is_bold for item in cell) for cell in row) for row in rows[:2]]
    return int(are_bold == [True, False])


def _is_layout(item: Item, head_rows: int) -> bool:
    """Whether an item shows that its table contains no data: a heading, or without a header long text or code."""
    return item.kind == "heading" or (not head_rows and (item.kind != "prose" or len(item.text) > MAX_VALUE_CHARACTERS))


def _row_texts(rows: Sequence[Sequence[TableCell]], texts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield each row's cells, joined; empty if all are. A cell with `rowspan` is repeated in each of its rows."""
    spanning: dict[int, tuple[str, int]] = {}
    for row, own in zip(rows, texts, strict=True):
        cells = {column: text for column, (text, _) in spanning.items()}
        column = 0
        for cell, text in zip(row, own, strict=True):
            while column in cells:
                column += 1
            cells[column] = text
            if cell.rows > 1 and len(text) <= MAX_REPEATED_CHARACTERS and len(spanning) < MAX_REPEATED_COLUMNS:
                spanning[column] = text, cell.rows
            column += cell.columns
        yield " | ".join(cells[column] for column in sorted(cells)) if any(own) else ""
        spanning = {column: (text, left - 1) for column, (text, left) in spanning.items() if left > 1}


def _cell_text(cell: Sequence[Item]) -> str:
    return " ".join(" ".join(item.text for item in cell).split())


def _row_item(row: Sequence[Sequence[Item]], text: str, header: str | None, *, is_head: bool) -> Item:
    items = [item for cell in row for item in cell]
    lines = (min(item.lines[0] for item in items), max(item.lines[1] for item in items))
    extra = " ".join(item.extra for item in items if item.extra)
    return Item(
        kind="row", text=text, lines=lines, zone=items[0].zone, context=header, keep_with_next=is_head, extra=extra
    )


def _caption(table: OpenTable, items: Sequence[Item]) -> Sequence[Item]:
    """Return the items above a table's first cell."""
    first = next((row[0].start for row in table.rows if row), table.start)
    return items[: first - table.start]
