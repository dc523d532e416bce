"""Find the tables, views and functions that a SQL script creates.

Dialects differ so much inside statements, and most of all inside functions, that a grammar of one fails on the others.
Where a statement begins and ends is nearly the same in all of them, so only that is read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from contents_service.parsing.readers.code.symbols import Symbol

_TOKEN = re.compile(
    r"""
      (?P<comment>--[^\n]*|\#[ ][^\n]*|/\*.*?(?:\*/|\Z))
    | (?P<text>'[^']*'?|\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z))
    | (?P<close>//|^(?:GO|/)[^\S\n]*$)
    | (?P<name>
        (?:[\w@]|"[^"\n]{1,128}"|`[^`\n]{1,128}`|\[[^\]\n]{1,128}\])
        (?:[\w.@]|"[^"\n]{1,128}"|`[^`\n]{1,128}`|\[[^\]\n]{1,128}\])*)
    | "[^"]*"?
    | (?P<end>;)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_TOKEN_KINDS = ("name", "end", "text", "comment", "close")
_DOLLAR_DELIMITER = re.compile(r"^DELIMITER\s+\$\$", re.MULTILINE | re.IGNORECASE)
_QUOTES = str.maketrans("", "", '"`[]')

_LISTED_KINDS = {"TABLE", "VIEW", "FUNCTION", "PROCEDURE"}
_ROUTINES = {"FUNCTION", "PROCEDURE", "TRIGGER", "PACKAGE"}
_KINDS = (
    _LISTED_KINDS
    | _ROUTINES
    | {"INDEX", "TYPE", "SCHEMA", "DATABASE", "SEQUENCE", "ROLE", "USER", "POLICY", "EXTENSION"}
)
_NOT_NAMES = {"IF", "NOT", "EXISTS"}
_ENDED_BY_NAME = {"IF", "LOOP", "WHILE", "REPEAT", "FOR"}
"""Words after an `END` that does not close a BEGIN or a CASE."""


class _Token(Struct, frozen=True):
    kind: str
    text: str
    line: int
    last: int
    opens_line: bool


class _CreateStatement:
    """A CREATE statement, as far as it has been read."""

    def __init__(self, create: _Token, start: int) -> None:
        self.first = create.line
        self.start = start
        self.kind = self.name = ""
        self._depth = 0
        self._previous = ""
        self._in_body = False
        """Whether an unquoted body has begun, whose semicolons do not end the statement."""

    @property
    def is_in_block(self) -> bool:
        """Whether a BEGIN or a CASE is open."""
        return self._depth > 0

    def read(self, token: _Token) -> None:
        """Read the next token."""
        word = token.text.upper() if token.kind == "name" else ""
        if not self.kind:
            self.kind = word if word in _KINDS else ""
        elif not self.name:
            self.name = token.text.translate(_QUOTES) if word and word not in _NOT_NAMES else ""
        elif self.kind in _ROUTINES:
            self._read_body(token.kind, word)

    def ends_at(self, token: _Token) -> bool:
        """Whether a semicolon, or the end of a batch, ends the statement."""
        self._close_block("")
        return token.kind == "close" or (token.kind == "end" and not self._in_body and self._depth == 0)

    def _read_body(self, kind: str, word: str) -> None:
        is_quoted = kind == "text" and self._previous in ("AS", "IS")
        was_end = self._close_block(word)
        if word in ("AS", "IS"):
            self._in_body = True
        elif is_quoted:
            self._in_body = False
        elif word in ("BEGIN", "CASE") and not was_end:
            self._depth += 1
        self._previous = word

    def _close_block(self, word: str) -> bool:
        """Close the innermost BEGIN or CASE after END, unless this word excludes it; whether the last word was END."""
        was_end, self._previous = self._previous == "END", ""
        if was_end and word not in _ENDED_BY_NAME:
            self._depth = max(self._depth - 1, 0)
            self._in_body = self._in_body and self._depth > 0
        return was_end


def find_sql_symbols(lines: Sequence[str]) -> list[Symbol]:
    """Return the tables, views and functions that a script creates, each with its whole statement."""
    found: list[Symbol] = []
    statement: _CreateStatement | None = None
    last, is_after_end = 0, True
    for token, start in _with_comment_starts(_tokens(lines)):
        if _creates(token, statement, is_after_end=is_after_end):
            found += _symbol(statement, last)
            statement = _CreateStatement(token, start)
        elif statement and token.kind in ("end", "close"):
            if statement.ends_at(token):
                found += _symbol(statement, token.last)
                statement = None
        elif statement:
            statement.read(token)
        last, is_after_end = token.last, token.kind in ("end", "close")
    return found + _symbol(statement, last)


def _creates(token: _Token, statement: _CreateStatement | None, *, is_after_end: bool) -> bool:
    """Whether a token begins a CREATE statement: after another statement, or on a new line if that one never ended."""
    if token.kind != "name" or token.text.upper() != "CREATE":
        return False
    if statement is None and is_after_end:
        return True
    return token.opens_line and not (statement and statement.is_in_block)


def _symbol(statement: _CreateStatement | None, last: int) -> list[Symbol]:
    if statement is None or statement.kind not in _LISTED_KINDS or not statement.name:
        return []
    return [Symbol((statement.name,), (statement.first, last), statement.start)]


def _with_comment_starts(tokens: Iterator[_Token]) -> Iterator[tuple[_Token, int]]:
    """Yield the tokens except comments, each with the line where the comments right above it begin."""
    begins = end = above = 0
    for token in tokens:
        if token.kind != "comment":
            yield token, begins if begins and end + 1 == token.line else token.line
            begins, above = 0, token.last
        elif token.line > above:
            begins = begins if begins and token.line <= end + 1 else token.line
            end = token.last


def _tokens(lines: Sequence[str]) -> Iterator[_Token]:
    text = "\n".join(lines)
    if _DOLLAR_DELIMITER.search(text):
        text = text.replace("$$", "//")  # here it is MySQL's delimiter, not a quotation mark
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    for found in _TOKEN.finditer(text):
        kind = next((kind for kind in _TOKEN_KINDS if found[kind] is not None), None)
        if kind is None:
            continue
        line = bisect_right(starts, found.start())
        last = bisect_right(starts, max(found.end() - 1, found.start()))
        yield _Token(kind, found[0], line, last, opens_line=found.start() == starts[line - 1])
