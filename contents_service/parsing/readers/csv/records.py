"""The records of a CSV file: the lines of each, and its values.

They are found by the standard library's reader in its strict mode, which tells when a quote is never closed; such a
quote would otherwise swallow the rest of the file.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Sequence

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.csv.dialect import Dialect, csv_lines

MAX_REREADS = 3
"""The largest number of times that lines are read again after broken quotes; then each line counts as a record."""


class Records(Struct, frozen=True):
    """The first and the last line of each record, and the first line whose quotes do not match."""

    firsts: array[int]
    lasts: array[int]
    broken_at: int | None


def find_records(lines: Sequence[str], dialect: Dialect) -> Records:
    """Find the lines of each record; a line whose quotes do not match is a record by itself."""
    found = Records(array("q"), array("q"), None)
    line, lines_read_again = dialect.first_line, 0
    broken_at: int | None = None
    while line <= len(lines):
        may_read_on = lines_read_again <= MAX_REREADS * len(lines)
        stopped, reached = _add_records(lines, line, dialect.delimiter, found) if may_read_on else (line, line)
        if stopped <= len(lines):
            broken_at = broken_at or stopped
            _add_record(lines, stopped, stopped, found)
        lines_read_again += reached - stopped
        line = stopped + 1
    return Records(found.firsts, found.lasts, broken_at)


def values_of(lines: Sequence[str], span: Span, delimiter: str) -> list[str]:
    """Return the values of a record."""
    own_lines = [f"{line}\n" for line in lines[span[0] - 1 : span[1]]]
    return [value.strip() for row in csv.reader(own_lines, delimiter=delimiter, skipinitialspace=True) for value in row]


def _add_records(lines: Sequence[str], first: int, delimiter: str, found: Records) -> tuple[int, int]:
    """Add records up to one whose quotes are broken; return the line where that begins, and the last line read."""
    reader = csv.reader(csv_lines(lines, first), delimiter=delimiter, skipinitialspace=True, strict=True)
    start = first
    try:
        for row in reader:
            last = first + reader.line_num - 1
            if row:
                _add_record(lines, start, last, found)
            start = last + 1
    except csv.Error:
        return start, first + reader.line_num - 1
    return len(lines) + 1, len(lines) + 1


def _add_record(lines: Sequence[str], first: int, last: int, found: Records) -> None:
    if first < last or (lines[first - 1] and not lines[first - 1].isspace()):
        found.firsts.append(first)
        found.lasts.append(last)
