"""Tables that are written as a list of lists: `* -` begins a row, `-` each further cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contents_service.model import Span
from contents_service.parsing.readers.table_header import Table

_DIRECTIVE = re.compile(r"\s*\.\.\s+(?:list|flat)-table::")
_ROW = re.compile(r"\s*\*\s+-(?:\s|$)")
_HEADER_ROWS = re.compile(r"\s*:header-rows:\s*(\d{1,3})\s*$")
_BULLETS = re.compile(r"\s*(?:\*\s+)?-(?:\s+|$)")


def begins_list_table(line: str) -> bool:
    """Whether a line begins such a table."""
    return bool(_DIRECTIVE.match(line))


def list_table(lines: Sequence[str], span: Span) -> Table:
    """The table that has these lines: its options belong to the row below them."""
    begins = _row_starts(lines, span)
    starts = [span[0], *begins[1:]]
    rows = tuple(zip(starts, [start - 1 for start in starts[1:]] + [span[1]], strict=True))
    heads = _header_rows(lines, (span[0], begins[0] - 1)) if begins else 0
    if not 0 < heads < len(rows):
        return Table(rows)
    return Table(rows, " | ".join(_cells(lines, (begins[0], rows[heads - 1][1]))))


def _row_starts(lines: Sequence[str], span: Span) -> list[int]:
    """The lines where its rows begin: those of lists within its cells are indented deeper."""
    found = [number for number in range(span[0] + 1, span[1] + 1) if _ROW.match(lines[number - 1])]
    indent = min((_indent(lines[number - 1]) for number in found), default=0)
    return [number for number in found if _indent(lines[number - 1]) == indent]


def _header_rows(lines: Sequence[str], options: Span) -> int:
    told = (_HEADER_ROWS.match(lines[number - 1]) for number in range(options[0], options[1] + 1))
    return next((int(found[1]) for found in told if found), 0)


def _cells(lines: Sequence[str], span: Span) -> list[str]:
    """Their words, a cell's further lines with its first."""
    cells: list[list[str]] = []
    for number in range(span[0], span[1] + 1):
        begins = _BULLETS.match(lines[number - 1])
        cells += [[]] if begins or not cells else []
        cells[-1].append(lines[number - 1][begins.end() if begins else 0 :].strip())
    said = (" ".join(filter(None, cell)) for cell in cells)
    return [cell for cell in said if cell]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
