"""Find what a SQL script creates: its tables, views and functions.

Dialects differ so much inside their statements, and most of all inside their functions, that a grammar of one loses the
others; where a statement begins and ends is nearly common to them.
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

_LISTED = {"TABLE", "VIEW", "FUNCTION", "PROCEDURE"}
_ROUTINES = {"FUNCTION", "PROCEDURE", "TRIGGER", "PACKAGE"}
_KINDS = (
    _LISTED | _ROUTINES | {"INDEX", "TYPE", "SCHEMA", "DATABASE", "SEQUENCE", "ROLE", "USER", "POLICY", "EXTENSION"}
)
_NO_NAME = {"IF", "NOT", "EXISTS"}
_ENDED_APART = {"IF", "LOOP", "WHILE", "REPEAT", "FOR"}
"""What `END` names when it does not close a BEGIN or a CASE."""


class _Token(Struct, frozen=True):
    kind: str
    text: str
    line: int
    last: int
    opens_line: bool


class _Statement:
    """A statement that creates something, as far as it has been read."""

    def __init__(self, create: _Token, begins: int) -> None:
        self.first = create.line
        self.begins = begins
        self.kind = self.name = ""
        self._depth = 0
        self._before = ""
        self._open = False
        """Whether a body has begun that is not quoted: its semicolons end nothing until its BEGIN is closed."""

    @property
    def inside(self) -> bool:
        """Whether a BEGIN or a CASE is open."""
        return self._depth > 0

    def take(self, token: _Token) -> None:
        """Read on."""
        word = token.text.upper() if token.kind == "name" else ""
        if not self.kind:
            self.kind = word if word in _KINDS else ""
        elif not self.name:
            self.name = token.text.translate(_QUOTES) if word and word not in _NO_NAME else ""
        elif self.kind in _ROUTINES:
            self._body(token.kind, word)

    def ends_at(self, token: _Token) -> bool:
        """Whether a semicolon, or a line that closes a batch, ends it."""
        self._settle("")
        return token.kind == "close" or (token.kind == "end" and not self._open and self._depth == 0)

    def _body(self, kind: str, word: str) -> None:
        quoted = kind == "text" and self._before in ("AS", "IS")
        ended = self._settle(word)
        if word in ("AS", "IS"):
            self._open = True
        elif quoted:
            self._open = False
        elif word in ("BEGIN", "CASE") and not ended:
            self._depth += 1
        self._before = word

    def _settle(self, word: str) -> bool:
        """Close what an END before this word closes: the innermost BEGIN or CASE, unless the word says otherwise."""
        ended, self._before = self._before == "END", ""
        if ended and word not in _ENDED_APART:
            self._depth = max(self._depth - 1, 0)
            self._open = self._open and self._depth > 0
        return ended


def sql_symbols(lines: Sequence[str]) -> list[Symbol]:
    """The tables, views and functions that a script creates, with their whole statements."""
    found: list[Symbol] = []
    statement: _Statement | None = None
    last, fresh = 0, True
    for token, begins in _with_comments(_tokens(lines)):
        if _creates(token, statement, fresh=fresh):
            found += _symbol(statement, last)
            statement = _Statement(token, begins)
        elif statement and token.kind in ("end", "close"):
            if statement.ends_at(token):
                found += _symbol(statement, token.last)
                statement = None
        elif statement:
            statement.take(token)
        last, fresh = token.last, token.kind in ("end", "close")
    return found + _symbol(statement, last)


def _creates(token: _Token, statement: _Statement | None, *, fresh: bool) -> bool:
    """Whether a statement begins here that creates something: after another, or where one was never closed."""
    if token.kind != "name" or token.text.upper() != "CREATE":
        return False
    return fresh if statement is None and fresh else token.opens_line and not (statement and statement.inside)


def _symbol(statement: _Statement | None, last: int) -> list[Symbol]:
    if statement is None or statement.kind not in _LISTED or not statement.name:
        return []
    return [Symbol((statement.name,), (statement.first, last), statement.begins)]


def _with_comments(tokens: Iterator[_Token]) -> Iterator[tuple[_Token, int]]:
    """The tokens that are no comments, each with the line at which the comments right above it begin."""
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
        text = text.replace("$$", "//")  # MySQL's delimiter here, which is no quotation mark
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    for found in _TOKEN.finditer(text):
        kind = next((kind for kind in _TOKEN_KINDS if found[kind] is not None), None)
        if kind is None:
            continue
        line = bisect_right(starts, found.start())
        last = bisect_right(starts, max(found.end() - 1, found.start()))
        yield _Token(kind, found[0], line, last, opens_line=found.start() == starts[line - 1])
