"""Read code: each symbol is a heading, above its lines and the comment right before them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from contents_service.model import Block, Note, ParsedDocument, Span
from contents_service.parsing.readers.code.grammars import GRAMMARS, load_parser
from contents_service.parsing.readers.code.split_points import split_code
from contents_service.parsing.readers.code.sql import find_sql_symbols
from contents_service.parsing.readers.code.symbols import (
    Segment,
    Symbol,
    find_symbols,
    measure_unparsed,
    split_by_symbol,
)
from contents_service.parsing.readers.escaped_letters import unescape_lines
from contents_service.parsing.readers.source import Source

MAX_UNPARSED_SHARE = 0.3
"""The largest share of a file's bytes that may fail to parse; with more, its symbols would be guesses."""

CHUNK_BYTES = 4_096
"""How many bytes the parser is given at a time.

It may need minutes for a file that is not code, and can be interrupted only between two chunks.
"""

MAX_BARE_LINES = 8
"""The largest number of lines, blank ones included, that only open a namespace."""

_BARE_OPENING = re.compile(r"[^{}();=/#]{1,500}\{\s*")
_CLOSING = re.compile(r"\s*\}[\s;]*(?://.*|/\*.*\*/\s*)?")
"""A closing brace, and a comment that says what it closes."""

_WORD = re.compile(r"\w")


def read(source: Source) -> ParsedDocument:
    """Return a code file's symbols and lines."""
    symbols, error_line = _read_symbols(source)
    notes = [_note(error_line)] if error_line else []
    return ParsedDocument(
        blocks=list(_blocks(source, symbols)),
        lines=source.lines,
        encoding=source.encoding,
        notes=(*source.notes, *notes),
    )


def _read_symbols(source: Source) -> tuple[list[Symbol], int | None]:
    """Return a file's symbols; if too much of it fails to parse, none, and the line of the first error."""
    name = source.grammar or ""
    if name == "sql":
        return find_sql_symbols(source.lines), None
    if name not in GRAMMARS:
        return [], None
    data = source.text.encode("utf-8", "replace")
    root = load_parser(name).parse(lambda offset, _: _read_chunk(data, offset)).root_node
    unparsed, line = measure_unparsed(root)
    return ([], line) if unparsed > MAX_UNPARSED_SHARE * len(data) else (find_symbols(root, GRAMMARS[name]), None)


def _read_chunk(data: bytes, offset: int) -> bytes:
    """Return the bytes from an offset on, up to a whole character: the parser crashes where a chunk cuts one in two."""
    end = offset + CHUNK_BYTES
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[offset:end]


def _note(line: int) -> Note:
    return Note(
        "read_as_text", f"It was read as lines of text, because its code could not be parsed from line {line:,} on."
    )


def _blocks(source: Source, symbols: Sequence[Symbol]) -> Iterator[Block]:
    with_heading: set[Symbol] = set()
    first_of_bare = 0
    for symbol, span in _join_wordless(source.lines, split_by_symbol(symbols, len(source.lines))):
        begins = symbol is not None and symbol not in with_heading
        if symbol and begins:
            with_heading.add(symbol)
            yield from _heading(symbol)
        if symbol and symbol.only_groups and _is_bare(source.lines, span):
            first_of_bare = first_of_bare or span[0]
            continue
        whole = (first_of_bare or span[0], span[1])
        first_of_bare = 0
        yield from _code_blocks(source, symbol.path if symbol else (), whole, stands_alone=begins)
    if first_of_bare:
        yield from _code_blocks(source, (), (first_of_bare, len(source.lines)), stands_alone=True)


def _is_bare(lines: Sequence[str], span: Span) -> bool:
    """Whether lines only open a namespace or the like; they say nothing without the first symbol in it."""
    return bool(_BARE_OPENING.fullmatch("\n".join(lines[span[0] - 1 : span[1]][:MAX_BARE_LINES])))


def _heading(symbol: Symbol) -> Iterator[Block]:
    if symbol.is_listed:
        yield Block(kind="heading", text=symbol.path[-1], lines=symbol.lines, path=symbol.path)


def _code_blocks(source: Source, path: tuple[str, ...], span: Span, *, stands_alone: bool) -> Iterator[Block]:
    for first, last in split_code(source.lines, span, source.limits):
        text = "\n".join(source.lines[first - 1 : last])
        extra = unescape_lines(text)
        yield Block(kind="code", text=text, lines=(first, last), path=path, extra=extra, stands_alone=stands_alone)
        stands_alone = False


def _join_wordless(lines: Sequence[str], segments: Iterator[Segment]) -> Iterator[Segment]:
    """Join each segment without a word, such as a class's last brace, to the segment before it."""
    pending: Segment | None = None
    for symbol, (first, last) in segments:
        if pending and not any(_has_words(lines[number - 1]) for number in range(first, last + 1)):
            pending = (pending[0], (pending[1][0], last))
            continue
        if pending:
            yield pending
        pending = (symbol, (first, last))
    if pending:
        yield pending


def _has_words(line: str) -> bool:
    return bool(_WORD.search(line)) and not _CLOSING.fullmatch(line)
