"""CSV: one record a row, with its exact lines, below the header row that names its columns.

The delimiter is the one that cuts most records into the same number of fields, which is right more often than the
standard library's Sniffer. Records are found by the standard library's reader, strictly: that tells when a quote is
never closed, which otherwise would swallow the rest of the file.
"""

from __future__ import annotations

import csv
import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import overload

from msgspec import Struct

from contents_service.model import Block, Note, ParsedDocument, Span
from contents_service.parsing.readers.source import Source

DELIMITERS = ",;\t|"
NO_DELIMITER = "\x1f"
"""For a file of one column: nobody writes it, so that each line stays whole."""
SAMPLE = 200
"""Records by which the delimiter and the header are told."""
REGULAR = 0.6
"""The share of records that must have the same number of fields for a delimiter to be believed."""
PREAMBLE = 20
"""Lines of title that may stand above the header."""
COMMENT = "#"
"""Programs that export begin so what they say of the table."""
RUNAWAY = 3
"""Times the file that may be read again after broken quotes, before each line is taken as a record."""
TOGETHER = 200
"""Characters up to which small records are one block: they are cut no worse, and a million in a third of the time."""
VALUE = 200
"""Characters of a value that are indexed with its column; all of it is in the text."""

csv.field_size_limit(2**31 - 1)  # a document is bounded already; a long field is no error

_DECLARED = re.compile(r"sep=(.)")
_DATA = re.compile(
    r"[+-]?[\d.,' ]*\d[\d.,' ]*\s?[%€$£]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ].*)?|[^@\s]+@[^@\s]+|https?://\S+"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


class _Dialect(Struct, frozen=True):
    delimiter: str
    width: int
    first_line: int
    """Where the table begins, below a declaration or a title."""


class _Records(Struct, frozen=True):
    """The first and the last line of each record, and the first line whose quotes do not match."""

    firsts: array[int]
    lasts: array[int]
    broken_at: int | None


def read(source: Source) -> ParsedDocument:
    """Its records, each with its columns' names, and what stands above the table."""
    lines = source.lines
    dialect = _dialect(source)
    records = _records(lines, dialect)
    notes = [*source.notes]
    if records.broken_at:
        notes.append(Note("broken_quotes", _BROKEN.format(line=records.broken_at)))
    rows = _Rows(source, dialect, records, _header(lines, dialect, records))
    return ParsedDocument(blocks=rows, lines=lines, notes=tuple(notes), encoding=source.encoding)


_BROKEN = "The quotation marks from line {line:,} on do not match; where they do not, each line was read as a record."


class _Rows(Sequence[Block]):
    """The blocks of the records, each made when it is asked for: a million would not fit into a reading's memory."""

    def __init__(self, source: Source, dialect: _Dialect, records: _Records, header: _Header | None) -> None:
        self._lines = source.lines
        self._delimiter = dialect.delimiter
        self._headed = header.records if header else 0
        self._names = header.names if header else []
        named = "\n".join(source.lines[records.firsts[0] - 1 : records.lasts[self._headed - 1]]) if header else ""
        self._context = named if 0 < len(named) <= source.limits.passage_hard else None
        self._above = _above(source.lines, dialect, self._context)
        self._records = records
        self._begins = _begins(source.lines, records, self._headed)

    def __len__(self) -> int:
        return len(self._above) + len(self._begins) - 1

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> list[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | list[Block]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        at = index % len(self) - len(self._above)
        return self._above[at] if at < 0 else self._block(at)

    def __iter__(self) -> Iterator[Block]:
        yield from self._above
        yield from map(self._block, range(len(self._begins) - 1))

    def _block(self, at: int) -> Block:
        first, last = self._begins[at], self._begins[at + 1] - 1
        lines = (self._records.firsts[first], self._records.lasts[last])
        is_header = first < self._headed
        shift = 1 - self._headed
        return Block(
            kind="row",
            text="\n".join(self._lines[lines[0] - 1 : lines[1]]),
            lines=lines,
            record=None if is_header else (first + shift, last + shift),
            context=self._context,
            extra="" if is_header else self._pairs(first, last),
            keep_with_next=is_header,
        )

    def _pairs(self, first: int, last: int) -> str:
        """Each value behind its column's name, for the records from one to another."""
        if not self._names:
            return ""
        spans = zip(self._records.firsts[first : last + 1], self._records.lasts[first : last + 1], strict=True)
        rows = (zip(self._names, _fields(self._lines, span, self._delimiter), strict=False) for span in spans)
        return "\n".join(f"{name}: {value[:VALUE]}" for name, value in chain.from_iterable(rows) if name and value)


def _begins(lines: Sequence[str], records: _Records, headed: int) -> array[int]:
    """The records that begin a block, and one after the last: small neighbours share one, the header has its own."""
    begins = array("q")
    room = 0
    for at, (first, last) in enumerate(zip(records.firsts, records.lasts, strict=True)):
        size = len(lines[first - 1]) if first == last else TOGETHER
        if at in (0, headed) or (at > headed and size > room):
            begins.append(at)
            room = TOGETHER
        room -= size
    begins.append(len(records.firsts))
    return begins


def _above(lines: Sequence[str], dialect: _Dialect, context: str | None) -> list[Block]:
    """What stands above the table, such as its title; it shares the first passage with the first records."""
    above = [number for number in range(1, dialect.first_line) if lines[number - 1].strip()]
    texts = [number for number in above if not _DECLARED.fullmatch(lines[number - 1].strip())]
    return [
        Block(kind="prose", text=lines[number - 1], lines=(number, number), context=context, keep_with_next=True)
        for number in texts
    ]


# Which delimiter.


def _dialect(source: Source) -> _Dialect:
    lines = source.lines
    declared = _DECLARED.fullmatch(lines[0].strip("\ufeff\r ")) if lines else None
    first = 2 if declared else 1
    if declared:
        return _Dialect(declared[1], len(_sample(lines, declared[1], first)[0]), first)
    fits = [(_fit(lines, delimiter), delimiter) for delimiter in DELIMITERS]
    (score, width, above), delimiter = max(fits, key=lambda fit: (fit[0], -DELIMITERS.index(fit[1])))
    return _Dialect(delimiter, width, first + above) if score else _Dialect(NO_DELIMITER, 1, first)


def _fit(lines: Sequence[str], delimiter: str) -> tuple[float, int, int]:
    """How well a delimiter fits, the number of fields that it makes, and the lines above the table."""
    rows = _sample(lines, delimiter, 1)
    widths = Counter(len(row) for row in rows if row)
    width = max(widths, key=lambda width: (widths[width], width), default=1)
    above = _lines_above(rows, width)
    below = [row for row in rows[above:] if row]
    regular = sum(len(row) == width for row in below) / max(len(below), 1)
    is_one_column = width == 2 and any(len(row) == 1 and row[0][:1] != COMMENT for row in rows[:above])
    if width < 2 or regular < REGULAR or (is_one_column and [] not in rows[:above]):
        return 0.0, 1, 0
    quotes = sum('"' in value.strip()[1:-1].replace('""', "") for row in rows for value in row)
    torn = quotes / max(sum(map(len, rows)), 1)
    headed = 0.5 if above else 1.0  # a first row with one field is a title only if no other delimiter cuts it
    return regular * min(width, 6) ** 0.5 * (1 - torn) * headed, width, above


def _lines_above(rows: Sequence[Sequence[str]], width: int) -> int:
    """How many lines stand above the first row that fills the usual width, if they look like a title."""
    full = next((at for at, row in enumerate(rows) if len(row) == width), 0)
    parted = [] in rows[:full]  # what a blank line parts from the table is no part of it
    above = full if parted else 0
    while above < min(len(rows), PREAMBLE + 1) and _is_title(rows[above], width):
        above += 1
    return above if above <= PREAMBLE and above < len(rows) and len(rows[above]) == width else 0


def _is_title(row: Sequence[str], width: int) -> bool:
    """Whether a row is one of a title: a comment, or a few cells at its left and nothing in all that others fill."""
    filled = [bool(value.strip()) for value in row]
    count = sum(filled)
    begins = all(filled[:count]) and count <= max(1, width // 2)
    return not row or (begins and (count <= 1 or len(row) == width)) or (row[0][:1] == COMMENT and len(row) != width)


def _sample(lines: Sequence[str], delimiter: str, first: int) -> list[list[str]]:
    reader = csv.reader(_ended(lines, first), delimiter=delimiter, skipinitialspace=True)
    rows: list[list[str]] = []
    for row in reader:
        rows.append(row)
        if len(rows) >= SAMPLE:
            break
    return rows or [[]]


def _ended(lines: Sequence[str], first: int) -> Iterator[str]:
    """The lines from one on, each with the line end that a quoted field keeps."""
    return (f"{lines[at]}\n" for at in range(first - 1, len(lines)))


# Which lines are a record.


def _records(lines: Sequence[str], dialect: _Dialect) -> _Records:
    found = _Records(array("q"), array("q"), None)
    line, again = dialect.first_line, 0
    broken: int | None = None
    while line <= len(lines):
        strictly = again <= RUNAWAY * len(lines)
        stopped, reached = _take(lines, line, dialect.delimiter, found) if strictly else (line, line)
        if stopped <= len(lines):  # here the quotes are broken: this line is a record, and the next one starts anew
            broken = broken or stopped
            _keep(lines, stopped, stopped, found)
        again += reached - stopped
        line = stopped + 1
    return _Records(found.firsts, found.lasts, broken)


def _take(lines: Sequence[str], first: int, delimiter: str, found: _Records) -> tuple[int, int]:
    """Take records up to one whose quotes are broken: the line where that begins, and the line that was reached."""
    reader = csv.reader(_ended(lines, first), delimiter=delimiter, skipinitialspace=True, strict=True)
    begun = first
    try:
        for row in reader:
            last = first + reader.line_num - 1
            if row:
                _keep(lines, begun, last, found)
            begun = last + 1
    except csv.Error:
        return begun, first + reader.line_num - 1
    return len(lines) + 1, len(lines) + 1


def _keep(lines: Sequence[str], first: int, last: int, found: _Records) -> None:
    if first < last or (lines[first - 1] and not lines[first - 1].isspace()):
        found.firsts.append(first)
        found.lasts.append(last)


def _fields(lines: Sequence[str], span: Span, delimiter: str) -> list[str]:
    """The values of a record."""
    own = [f"{line}\n" for line in lines[span[0] - 1 : span[1]]]
    return [value.strip() for row in csv.reader(own, delimiter=delimiter, skipinitialspace=True) for value in row]


# Which row is the header.


class _Header(Struct, frozen=True):
    """How many records name the columns, and the names."""

    records: int
    names: list[str]


def _header(lines: Sequence[str], dialect: _Dialect, records: _Records) -> _Header | None:
    """The first record, if it names the columns: no value that only data has, and none that its column has again."""
    spans = list(zip(records.firsts[:SAMPLE], records.lasts[:SAMPLE], strict=True))
    if not spans:
        return None
    first, *others = (_fields(lines, span, dialect.delimiter) for span in spans)
    if not any(first) or _has_data(first):
        return None
    if _names_groups(first, others):
        return _Header(2, _under_groups(first, others[0]))
    others = [row for row in others if row != first]
    repeated = any(value and value == row[at] for row in others for at, value in enumerate(first) if at < len(row))
    return None if repeated else _Header(1, first)


def _has_data(row: Sequence[str]) -> bool:
    return any(_DATA.fullmatch(value) and not _YEAR.fullmatch(value) for value in row if value)


def _names_groups(first: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether a row names groups of columns, once or at each, and the one below it the columns, above rows of data."""
    if len(others) < 2 or len(first) != len(others[0]) or _has_data(others[0]) or not _has_data(others[1]):
        return False
    named = [value for value in first[1:] if value]
    spans = len(named) < len(first) - 1 or len(set(named)) < len(named)
    return bool(named) and spans and all(above or below for above, below in zip(first[1:], others[0][1:], strict=True))


def _under_groups(groups: Sequence[str], names: Sequence[str]) -> list[str]:
    """The names of columns behind those of their groups; one that is named once spans the empty cells at its right."""
    said, group = list[str](), ""
    for above, name in zip(groups, names, strict=True):
        group = above or (group if name else "")
        said.append(f"{group} {name}".strip())
    return said
