"""Read code: each symbol is a heading, with its own lines and the comment right above it beneath it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from contents_service.model import Block, Note, ParsedDocument, Span
from contents_service.parsing.readers.code.grammars import GRAMMARS, parser
from contents_service.parsing.readers.code.split_points import split_code
from contents_service.parsing.readers.code.sql import sql_symbols
from contents_service.parsing.readers.code.symbols import Symbol, broken, segments, symbols
from contents_service.parsing.readers.source import Source

BROKEN = 0.3
"""Of a file's bytes: where the parser makes nothing of more than this, its symbols are guesses."""

PIECE = 4_096
"""Bytes that the parser is given at a time: on what is no code it may need minutes, and only between two pieces can it
be interrupted.
"""

_WORD = re.compile(r"\w")


def read(source: Source) -> ParsedDocument:
    """A code file's symbols, and its lines."""
    found, line = _symbols(source)
    notes = [_note(line)] if line else []
    return ParsedDocument(
        blocks=list(_blocks(source, found)),
        lines=source.lines,
        encoding=source.encoding,
        notes=(*source.notes, *notes),
    )


def _symbols(source: Source) -> tuple[list[Symbol], int | None]:
    """A file's symbols; none, and the line that was first not understood, where it is too broken to tell them."""
    language = source.language or ""
    if language == "sql":
        return sql_symbols(source.lines), None
    if language not in GRAMMARS:
        return [], None
    data = source.text.encode("utf-8", "replace")
    root = parser(language).parse(lambda at, _: data[at : at + PIECE]).root_node
    size, line = broken(root)
    return ([], line) if size > BROKEN * len(data) else (symbols(root, GRAMMARS[language]), None)


def _note(line: int) -> Note:
    return Note("read_as_text", f"It is read as lines of text: from line {line:,} on its code was not understood.")


def _blocks(source: Source, found: Sequence[Symbol]) -> Iterator[Block]:
    seen: set[Symbol] = set()
    for symbol, span in _joined(source.lines, segments(found, len(source.lines))):
        begins = symbol is not None and symbol not in seen
        if symbol and begins:
            seen.add(symbol)
            yield from _heading(symbol)
        yield from _own(source, symbol.path if symbol else (), span, alone=begins)


def _heading(symbol: Symbol) -> Iterator[Block]:
    if symbol.listed:
        yield Block(kind="heading", text=symbol.path[-1], lines=symbol.lines, path=symbol.path)


def _own(source: Source, path: tuple[str, ...], span: Span, *, alone: bool) -> Iterator[Block]:
    for first, last in split_code(source.lines, span, source.limits):
        text = "\n".join(source.lines[first - 1 : last])
        yield Block(kind="code", text=text, lines=(first, last), path=path, stands_alone=alone)
        alone = False


def _joined(lines: Sequence[str], parts: Iterator[tuple[Symbol | None, Span]]) -> Iterator[tuple[Symbol | None, Span]]:
    """The same segments, but one without a word, as a class's last brace, goes with the one before it."""
    held: tuple[Symbol | None, Span] | None = None
    for symbol, (first, last) in parts:
        if held and not any(_WORD.search(lines[number - 1]) for number in range(first, last + 1)):
            held = (held[0], (held[1][0], last))
            continue
        if held:
            yield held
        held = (symbol, (first, last))
    if held:
        yield held
