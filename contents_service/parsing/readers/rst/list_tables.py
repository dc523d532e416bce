"""Tables written as a list of lists: `* -` begins a row, `-` each further cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contents_service.model import Span
from contents_service.parsing.readers.table import Table

_DIRECTIVE = re.compile(r"\s*\.\.\s+(?:list|flat)-table::")
_ROW = re.compile(r"\s*\*\s+-(?:\s|$)")
_HEADER_ROWS = re.compile(r"\s*:header-rows:\s*(\d{1,3})\s*$")
_BULLETS = re.compile(r"\s*(?:\*\s+)?-(?:\s+|$)")


def is_list_table(line: str) -> bool:
    """Whether a line is the directive of a list table."""
    return bool(_DIRECTIVE.match(line))


def read_list_table(lines: Sequence[str], span: Span) -> Table:
    """Return the list table on some lines; its options belong to the first row."""
    row_starts = _row_starts(lines, span)
    starts = [span[0], *row_starts[1:]]
    rows = tuple(zip(starts, [start - 1 for start in starts[1:]] + [span[1]], strict=True))
    header_rows = _header_rows(lines, (span[0], row_starts[0] - 1)) if row_starts else 0
    if not 0 < header_rows < len(rows):
        return Table(rows)
    return Table(rows, " | ".join(_cells(lines, (row_starts[0], rows[header_rows - 1][1]))))


def _row_starts(lines: Sequence[str], span: Span) -> list[int]:
    """Return the lines where rows begin; items of lists inside cells are indented further."""
    found = [number for number in range(span[0] + 1, span[1] + 1) if _ROW.match(lines[number - 1])]
    indent = min((_indent(lines[number - 1]) for number in found), default=0)
    return [number for number in found if _indent(lines[number - 1]) == indent]


def _header_rows(lines: Sequence[str], span: Span) -> int:
    options_found = (_HEADER_ROWS.match(lines[number - 1]) for number in range(span[0], span[1] + 1))
    return next((int(found[1]) for found in options_found if found), 0)


def _cells(lines: Sequence[str], span: Span) -> list[str]:
    """Return the text of each cell that is not empty, with all its lines joined."""
    cells: list[list[str]] = []
    for number in range(span[0], span[1] + 1):
        bullets = _BULLETS.match(lines[number - 1])
        cells += [[]] if bullets or not cells else []
        cells[-1].append(lines[number - 1][bullets.end() if bullets else 0 :].strip())
    texts = (" ".join(filter(None, cell)) for cell in cells)
    return [text for text in texts if text]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
