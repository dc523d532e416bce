"""CSV: one record a row, with its exact lines, below the header that names its columns."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import overload

from contents_service.model import Block, Note, ParsedDocument
from contents_service.parsing.readers.csv.dialect import DECLARATION, Dialect, find_dialect
from contents_service.parsing.readers.csv.header import Header, find_header
from contents_service.parsing.readers.csv.records import Records, find_records, values_of
from contents_service.parsing.readers.source import Source

BLOCK_CHARACTERS = 200
"""The size in characters up to which small records share a block: a million records take a third of the time."""
VALUE_CHARACTERS = 200
"""The number of characters of a value that are indexed with its column; all of it is in the text."""

_BROKEN_QUOTES = (
    "The quotation marks from line {line:,} on do not match; where they do not, each line was read as a record."
)


def read(source: Source) -> ParsedDocument:
    """Read the records, each with its columns' names, and the lines above the table."""
    lines = source.lines
    dialect = find_dialect(lines)
    records = find_records(lines, dialect)
    notes = [*source.notes]
    if records.broken_at:
        notes.append(Note("broken_quotes", _BROKEN_QUOTES.format(line=records.broken_at)))
    blocks = _Blocks(source, dialect, records, find_header(lines, dialect, records))
    return ParsedDocument(blocks=blocks, lines=lines, notes=tuple(notes), encoding=source.encoding)


class _Blocks(Sequence[Block]):
    """The blocks of the records, each made when it is accessed: a million would not fit into a reading's memory."""

    def __init__(self, source: Source, dialect: Dialect, records: Records, header: Header | None) -> None:
        self._lines = source.lines
        self._delimiter = dialect.delimiter
        self._header_records = header.records if header else 0
        self._names = header.names if header else []
        context = (
            "\n".join(source.lines[records.firsts[0] - 1 : records.lasts[self._header_records - 1]]) if header else ""
        )
        self._context = context if 0 < len(context) <= source.limits.passage_hard else None
        self._above = _blocks_above(source.lines, dialect, self._context)
        self._records = records
        self._starts = _block_starts(source.lines, records, self._header_records)

    def __len__(self) -> int:
        return len(self._above) + len(self._starts) - 1

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
        yield from map(self._block, range(len(self._starts) - 1))

    def _block(self, at: int) -> Block:
        first, last = self._starts[at], self._starts[at + 1] - 1
        lines = (self._records.firsts[first], self._records.lasts[last])
        is_header = first < self._header_records
        shift = 1 - self._header_records
        return Block(
            kind="row",
            text="\n".join(self._lines[lines[0] - 1 : lines[1]]),
            lines=lines,
            record=None if is_header else (first + shift, last + shift),
            context=self._context,
            extra="" if is_header else self._values_with_names(first, last),
            keep_with_next=is_header,
        )

    def _values_with_names(self, first: int, last: int) -> str:
        """Return each value after its column's name, for the records from one to another."""
        if not self._names:
            return ""
        spans = zip(self._records.firsts[first : last + 1], self._records.lasts[first : last + 1], strict=True)
        rows = (zip(self._names, values_of(self._lines, span, self._delimiter), strict=False) for span in spans)
        return "\n".join(
            f"{name}: {value[:VALUE_CHARACTERS]}" for name, value in chain.from_iterable(rows) if name and value
        )


def _block_starts(lines: Sequence[str], records: Records, header_records: int) -> array[int]:
    """Return the records that begin a block, and one after the last: small records share one, never with the header."""
    starts = array("q")
    room = 0
    for at, (first, last) in enumerate(zip(records.firsts, records.lasts, strict=True)):
        size = len(lines[first - 1]) if first == last else BLOCK_CHARACTERS
        if at in (0, header_records) or (at > header_records and size > room):
            starts.append(at)
            room = BLOCK_CHARACTERS
        room -= size
    starts.append(len(records.firsts))
    return starts


def _blocks_above(lines: Sequence[str], dialect: Dialect, context: str | None) -> list[Block]:
    """Make blocks of the lines above the table, such as its title; they share a passage with the first records."""
    above = [number for number in range(1, dialect.first_line) if lines[number - 1].strip()]
    shown = [number for number in above if not DECLARATION.fullmatch(lines[number - 1].strip())]
    return [
        Block(kind="prose", text=lines[number - 1], lines=(number, number), context=context, keep_with_next=True)
        for number in shown
    ]
