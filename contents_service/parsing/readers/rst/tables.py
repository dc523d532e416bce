"""Tables that are drawn in text: their end, their header and their rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contents_service.model import Span
from contents_service.parsing.readers.rst.csv_tables import begins_csv_table, csv_table
from contents_service.parsing.readers.rst.list_tables import begins_list_table, list_table
from contents_service.parsing.readers.table_header import Table

_GRID = re.compile(r"\+(-+\+)+$")
_GRID_HEAD = re.compile(r"\+(=+\+)+$")
_SIMPLE = re.compile(r"=+(\s+=+)+$")
LONGEST_TABLE = 2_000
"""In lines: a border further down belongs to another table."""

_SPANS = re.compile(r"[-\s]+$")


def table_end(lines: Sequence[str], number: int) -> int | None:
    """The last line of a table that begins at a line; None if none does."""
    line = lines[number - 1].strip()
    if _GRID.match(line):
        return _grid_end(lines, number)
    return _simple_end(lines, number) if _SIMPLE.match(line) else None


def _grid_end(lines: Sequence[str], number: int) -> int:
    while number < len(lines) and lines[number].lstrip()[:1] in ("+", "|"):
        number += 1
    return number


def _simple_end(lines: Sequence[str], number: int) -> int | None:
    """The second border after the first, or the one that a blank line follows."""
    borders = 0
    for below in range(number + 1, min(len(lines), number + LONGEST_TABLE) + 1):
        if _SIMPLE.match(lines[below - 1].strip()):
            borders += 1
            if borders == 2 or below == len(lines) or not lines[below].strip():
                return below
    return None


def begins_table(line: str) -> bool:
    """Whether a line is the directive of a table that is written below it, not drawn."""
    return begins_list_table(line) or begins_csv_table(line)


def table(lines: Sequence[str], span: Span) -> Table:
    """The table that has these lines; borders belong to the row above them."""
    if begins_list_table(lines[span[0] - 1]):
        return list_table(lines, span)
    if begins_csv_table(lines[span[0] - 1]):
        return csv_table(lines, span)
    grid = lines[span[0] - 1].strip().startswith("+")
    rows, head = _grid_rows(lines, span) if grid else _simple_rows(lines, span)
    return Table(rows, _words(lines, rows[0]) if head and rows else None)


def _grid_rows(lines: Sequence[str], span: Span) -> tuple[tuple[Span, ...], bool]:
    ends = [n for n in range(span[0] + 1, span[1] + 1) if _is_grid_border(lines[n - 1].strip())]
    return _between(span, ends), bool(ends) and bool(_GRID_HEAD.match(lines[ends[0] - 1].strip()))


def _simple_rows(lines: Sequence[str], span: Span) -> tuple[tuple[Span, ...], bool]:
    """Its rows by line: a line whose first column is blank goes on with the row above."""
    first, last = span
    borders = [n for n in range(first + 1, last + 1) if _SIMPLE.match(lines[n - 1].strip())]
    head = len(borders) > 1
    begin = (borders[0] if head else first) + 1
    indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    starts = [n for n in range(begin, last) if lines[n - 1][indent : indent + 1].strip()]
    ends = [n - 1 for n in starts if n > begin and not _SPANS.match(lines[n - 1])]
    return _between(span, sorted({*(borders[:1] if head else ()), *ends, last})), head


def _between(span: Span, ends: Sequence[int]) -> tuple[Span, ...]:
    """The runs of lines that end at some lines; what follows the last belongs to it."""
    kept = [end for end in ends if end < span[1]] + [span[1]]
    starts = [span[0], *(end + 1 for end in kept[:-1])]
    return tuple(zip(starts, kept, strict=True))


def _is_grid_border(line: str) -> bool:
    return bool(_GRID.match(line) or _GRID_HEAD.match(line))


def _words(lines: Sequence[str], span: Span) -> str:
    """A header's cells, without its borders."""
    told = (lines[number - 1].strip() for number in range(span[0], span[1] + 1))
    return "\n".join(line for line in told if line.strip("+-=| "))
