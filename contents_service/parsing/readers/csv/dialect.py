"""The dialect of a CSV file: its delimiter, and the line where its table begins.

The delimiter is the one that cuts most records into the same number of fields, which is right more often than the
standard library's Sniffer.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

DELIMITERS = ",;\t|"
"""The delimiters that are tried."""
NO_DELIMITER = "\x1f"
"""The delimiter of a file of one column: nobody writes it, so each line stays whole."""
SAMPLE_RECORDS = 200
"""The number of records from which the delimiter and the header are found."""
MIN_REGULAR_SHARE = 0.6
"""The smallest share of records that have the same number of fields if a delimiter is the right one."""
MAX_LINES_ABOVE_HEADER = 20
"""The largest number of lines of title above the header."""
COMMENT = "#"
"""The mark with which programs begin a line of comment above a table."""

DECLARATION = re.compile(r"sep=(.)")
"""A first line that names the delimiter, as Excel reads and writes it."""

csv.field_size_limit(2**31 - 1)  # a document's size is limited already; a long field is no error


class Dialect(Struct, frozen=True):
    """How a table is written."""

    delimiter: str
    width: int
    """The number of columns that most records have."""
    first_line: int
    """The line where the table begins, below a declaration or a title."""


class _Fit(Struct, frozen=True):
    """How well a delimiter cuts a table; a score of 0 if not at all."""

    score: float
    width: int
    lines_above: int


def find_dialect(lines: Sequence[str]) -> Dialect:
    """Find the delimiter that a file declares or that fits best, and where the table begins."""
    declaration = DECLARATION.fullmatch(lines[0].strip("\ufeff\r ")) if lines else None
    first = 2 if declaration else 1
    if declaration:
        return Dialect(declaration[1], len(_sample(lines, declaration[1], first)[0]), first)
    fits = {delimiter: _fit(lines, delimiter) for delimiter in DELIMITERS}
    delimiter, best = max(
        fits.items(), key=lambda item: (item[1].score, item[1].width, item[1].lines_above, -DELIMITERS.index(item[0]))
    )
    if not best.score:
        return Dialect(NO_DELIMITER, 1, first)
    return Dialect(delimiter, best.width, first + best.lines_above)


def csv_lines(lines: Sequence[str], first: int) -> Iterator[str]:
    """Yield the lines from one on, each with the line end that a quoted field keeps."""
    return (f"{lines[at]}\n" for at in range(first - 1, len(lines)))


def _fit(lines: Sequence[str], delimiter: str) -> _Fit:
    rows = _sample(lines, delimiter, 1)
    widths = Counter(len(row) for row in rows if row)
    width = max(widths, key=lambda width: (widths[width], width), default=1)
    above = _lines_above(rows, width)
    below = [row for row in rows[above:] if row]
    regular = sum(len(row) == width for row in below) / max(len(below), 1)
    is_one_column = width == 2 and any(len(row) == 1 and row[0][:1] != COMMENT for row in rows[:above])
    if width < 2 or regular < MIN_REGULAR_SHARE or (is_one_column and [] not in rows[:above]):
        return _Fit(0.0, 1, 0)
    unmatched_quotes = sum('"' in value.strip()[1:-1].replace('""', "") for row in rows for value in row)
    broken = unmatched_quotes / max(sum(map(len, rows)), 1)
    title_factor = 0.5 if above else 1.0  # a first row with one field is a title only if no other delimiter cuts it
    return _Fit(regular * min(width, 6) ** 0.5 * (1 - broken) * title_factor, width, above)


def _lines_above(rows: Sequence[Sequence[str]], width: int) -> int:
    """Count the lines above the first row of the usual width, if they look like a title."""
    first_full = next((at for at, row in enumerate(rows) if len(row) == width), 0)
    has_blank_line = [] in rows[:first_full]  # lines that a blank line separates from the table are no part of it
    above = first_full if has_blank_line else 0
    while above < min(len(rows), MAX_LINES_ABOVE_HEADER + 1) and _is_title(rows[above], width):
        above += 1
    return above if above <= MAX_LINES_ABOVE_HEADER and above < len(rows) and len(rows[above]) == width else 0


def _is_title(row: Sequence[str], width: int) -> bool:
    """Whether a row belongs to a title: a comment, or a few cells at its left and nothing in the others."""
    filled = [bool(value.strip()) for value in row]
    count = sum(filled)
    is_at_left = all(filled[:count]) and count <= max(1, width // 2)
    return (
        not row or (is_at_left and (count <= 1 or len(row) == width)) or (row[0][:1] == COMMENT and len(row) != width)
    )


def _sample(lines: Sequence[str], delimiter: str, first: int) -> list[list[str]]:
    reader = csv.reader(csv_lines(lines, first), delimiter=delimiter, skipinitialspace=True)
    rows: list[list[str]] = []
    for row in reader:
        rows.append(row)
        if len(rows) >= SAMPLE_RECORDS:
            break
    return rows or [[]]
