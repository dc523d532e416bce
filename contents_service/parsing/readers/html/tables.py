"""Tables of a page: rows of cells if they contain data, only the text of their cells if they lay out the page."""

from __future__ import annotations

from collections import Counter
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


MAX_NESTED_CHARACTERS = 300
"""The longest text, in characters, of tables in a cell that is shown in the row of that cell; longer ones follow it."""

MAX_NESTED_HEIGHT = 3
"""The largest number of tables in each other within a table of data, so that reading takes linear time."""

MIN_ROWS_AROUND_NESTED = 3
"""The smallest number of rows of a table of data without a header that has tables in its cells."""

MAX_NESTED_SHARE = 0.25
"""The largest share of cells with tables in them in a table of data without a header of header cells."""


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
    height: int = 0
    """How many tables are in each other within it."""

    def add_nested(self, nested: OpenTable) -> None:
        """Note that a table within it ended."""
        self.height = max(self.height, nested.height + 1)

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


def table_rows(table: OpenTable, page_items: Sequence[Item]) -> list[Item] | None:
    """Return a table's caption and rows, made from the page's items since it began; None if it lays out the page."""
    if table.is_layout or table.height > MAX_NESTED_HEIGHT:
        return None
    items = page_items[table.start :]
    rows = [[items[cell.start - table.start : cell.end - table.start] for cell in row] for row in table.rows]
    caption = _caption(table, items)
    head_rows = table.head_rows or _head_rows(table, rows)
    widest = max((sum(map(bool, row)) for row in rows), default=0)
    if widest < 2 or any(_is_layout(item, head_rows) for item in items):
        return None
    if table.height and not _has_data_around_nested(table, rows, head_rows):
        return None
    if len(caption) + sum(len(cell) for row in rows for cell in row) < len(items):
        return None  # some text stands between the cells
    texts = list(_row_texts(table.rows, [[_cell_text(cell) for cell in row] for row in rows]))
    header = "\n".join(filter(None, texts[:head_rows])) or None
    made = [tie_to_table(item, header) for item in caption]
    for number, (row, text) in enumerate(zip(rows, texts, strict=True)):
        if text:
            made.append(_row_item(row, text, header, is_head=number < head_rows))
        made += [item for cell in row if not _fits_row(cell) for item in cell if item.kind == "row"]
    return made


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
    is_long = item.kind != "row" and len(item.text) > MAX_VALUE_CHARACTERS
    return item.kind == "heading" or (not head_rows and (item.kind == "code" or is_long))


def _has_data_around_nested(table: OpenTable, rows: Sequence[Sequence[Sequence[Item]]], head_rows: int) -> bool:
    """Whether a table with tables in its cells contains data: it has a header, or mostly rows of short values alike."""
    body = [row for row in rows[head_rows:] if any(row)]
    if head_rows and all(cell.is_header for row in table.rows[:head_rows] for cell in row):
        return bool(body) and sum(map(bool, rows[0])) > 1
    if len(body) < MIN_ROWS_AROUND_NESTED - bool(head_rows):
        return False
    cells = [cell for row in body for cell in row]
    nested = sum(any(item.kind == "row" for item in cell) for cell in cells)
    widths = Counter(sum(map(bool, row)) for row in body)
    width, count = widths.most_common(1)[0]
    is_short = all(len(item.text) <= MAX_REPEATED_CHARACTERS for cell in cells for item in cell)
    return width > 1 and count >= len(body) - 1 and nested <= max(1, MAX_NESTED_SHARE * len(cells)) and is_short


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
    """Return a cell's text; the rows of a table in it are set apart by semicolons, and left out if they are long."""
    nested = [item.text.replace(" | ", ", ") for item in cell if item.kind == "row"] if _fits_row(cell) else []
    own = " ".join(" ".join(item.text for item in cell if item.kind != "row").split())
    return " ".join(filter(None, (own, "; ".join(nested))))


def _fits_row(cell: Sequence[Item]) -> bool:
    """Whether the tables in a cell, if any, are short enough to be a part of its row."""
    return sum(len(item.text) for item in cell if item.kind == "row") <= MAX_NESTED_CHARACTERS


def _row_item(row: Sequence[Sequence[Item]], text: str, header: str | None, *, is_head: bool) -> Item:
    items = [item for cell in row for item in cell]
    lines = (min(item.lines[0] for item in items), max(item.lines[1] for item in items))
    extra = " ".join(item.extra for item in items if item.extra)
    return Item(
        kind="row",
        text=text,
        lines=lines,
        zone=items[0].zone,
        context=header,
        keep_with_next=is_head,
        extra=extra,
        left_level=items[0].left_level,
    )


def _caption(table: OpenTable, items: Sequence[Item]) -> Sequence[Item]:
    """Return the items above a table's first cell."""
    first = next((row[0].start for row in table.rows if row), table.start)
    return items[: first - table.start]
