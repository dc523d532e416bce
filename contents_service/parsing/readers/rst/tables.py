"""Tables of reStructuredText: where they end, their header and their rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contents_service.model import Span
from contents_service.parsing.readers.rst.csv_tables import is_csv_table, read_csv_table
from contents_service.parsing.readers.rst.list_tables import is_list_table, read_list_table
from contents_service.parsing.readers.table import Table

_GRID_BORDER = re.compile(r"\+(-+\+)+$")
_GRID_HEADER_BORDER = re.compile(r"\+(=+\+)+$")
_SIMPLE_BORDER = re.compile(r"=+(\s+=+)+$")
MAX_TABLE_LINES = 2_000
"""The longest simple table, in lines; a border further down belongs to another table."""

_COLUMN_SPANS = re.compile(r"[-\s]+$")


def table_end(lines: Sequence[str], number: int) -> int | None:
    """Return the last line of the drawn table that begins at a line; None if none does."""
    line = lines[number - 1].strip()
    if _GRID_BORDER.match(line):
        return _grid_end(lines, number)
    return _simple_end(lines, number) if _SIMPLE_BORDER.match(line) else None


def _grid_end(lines: Sequence[str], number: int) -> int:
    while number < len(lines) and lines[number].lstrip()[:1] in ("+", "|"):
        number += 1
    return number


def _simple_end(lines: Sequence[str], number: int) -> int | None:
    """Return the line of the second border below the first, or of the one that a blank line follows."""
    borders = 0
    for below in range(number + 1, min(len(lines), number + MAX_TABLE_LINES) + 1):
        if _SIMPLE_BORDER.match(lines[below - 1].strip()):
            borders += 1
            if borders == 2 or below == len(lines) or not lines[below].strip():
                return below
    return None


def is_table_directive(line: str) -> bool:
    """Whether a line is a directive with a table below it that is not drawn."""
    return is_list_table(line) or is_csv_table(line)


def read_table(lines: Sequence[str], span: Span) -> Table:
    """Return the table on some lines; its borders belong to the row above them."""
    if is_list_table(lines[span[0] - 1]):
        return read_list_table(lines, span)
    if is_csv_table(lines[span[0] - 1]):
        return read_csv_table(lines, span)
    is_grid = lines[span[0] - 1].strip().startswith("+")
    rows, has_header = _grid_rows(lines, span) if is_grid else _simple_rows(lines, span)
    return Table(rows, _header(lines, rows[0]) if has_header and rows else None)


def _grid_rows(lines: Sequence[str], span: Span) -> tuple[tuple[Span, ...], bool]:
    ends = [n for n in range(span[0] + 1, span[1] + 1) if _is_grid_border(lines[n - 1].strip())]
    return _split_at(span, ends), bool(ends) and bool(_GRID_HEADER_BORDER.match(lines[ends[0] - 1].strip()))


def _simple_rows(lines: Sequence[str], span: Span) -> tuple[tuple[Span, ...], bool]:
    """Return a simple table's rows, and whether it has a header; a line with an empty first column continues a row."""
    first, last = span
    borders = [n for n in range(first + 1, last + 1) if _SIMPLE_BORDER.match(lines[n - 1].strip())]
    has_header = len(borders) > 1
    begin = (borders[0] if has_header else first) + 1
    indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    starts = [n for n in range(begin, last) if lines[n - 1][indent : indent + 1].strip()]
    ends = [n - 1 for n in starts if n > begin and not _COLUMN_SPANS.match(lines[n - 1])]
    return _split_at(span, sorted({*(borders[:1] if has_header else ()), *ends, last})), has_header


def _split_at(span: Span, ends: Sequence[int]) -> tuple[Span, ...]:
    """Split some lines after each end; the lines after the last end belong to the last part."""
    part_ends = [end for end in ends if end < span[1]] + [span[1]]
    starts = [span[0], *(end + 1 for end in part_ends[:-1])]
    return tuple(zip(starts, part_ends, strict=True))


def _is_grid_border(line: str) -> bool:
    return bool(_GRID_BORDER.match(line) or _GRID_HEADER_BORDER.match(line))


def _header(lines: Sequence[str], span: Span) -> str:
    """Return the lines of a header without its borders."""
    stripped = (lines[number - 1].strip() for number in range(span[0], span[1] + 1))
    return "\n".join(line for line in stripped if line.strip("+-=| "))
