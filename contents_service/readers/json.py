"""JSON, as people have it: with comments, one value a line, cut off at the end.

Its marks are scanned here rather than by a parser, since what is needed is where everything stands. tree-sitter's
grammar was tried: it took 671 MB for a file of 18 MB, and in a file that is cut off it loses which object is in which.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence

from contents_service.ground import Ground
from contents_service.model import Note, Parsed
from contents_service.readers.entries import Entries
from contents_service.readers.source import Source

_MARK = re.compile(
    r"""
    (?P<string> "(?:[^"\\]++|\\.)*+"? | '(?:[^'\\]++|\\.)*+'? )
  | (?P<bracket> [{}\[\]] )
  | (?P<comment> //.* | \#.* | /\*.*?(?:(?P<ended>\*/)|$) )
  | (?P<bare> [^\s{}\[\]:,"']+ )
    """,
    re.VERBOSE,
)
_COLON = re.compile(r"\s*:")
_COMMENT_END = re.compile(r"\*/")
_LITERAL = re.compile(r"[+-]?(?:\d[\d.eE+-]*|\.\d+|0[xX][0-9a-fA-F]+|Infinity|NaN)|true|false|null|undefined")
_OPENING = {"}": "{", "]": "["}


def read(source: Source) -> Parsed:
    """Its entries, each with its key path; what is not well-formed is kept, and a note says where that begins."""
    ground = Ground(source.lines)
    scan = _Scan(ground, Entries(ground, source.limits))
    scan.all()
    blocks = scan.entries.blocks()
    if not blocks or scan.is_no_json:
        raise ValueError(f"line {scan.odd_at or 1:,} is not JSON")
    notes = [*source.notes]
    if scan.odd_at:
        notes.append(Note("not_well_formed", _NOT_WELL_FORMED.format(line=scan.odd_at)))
    return Parsed(blocks=blocks, lines=source.lines, notes=notes, encoding=source.encoding)


_NOT_WELL_FORMED = "From line {line:,} on it is not well-formed JSON; all of it was read, as far as its marks tell."


class _Scan:
    """One pass over the lines, telling the entries what stands where."""

    def __init__(self, ground: Ground, entries: Entries) -> None:
        self.entries = entries
        self.odd_at: int | None = None
        """The first line that is not well-formed."""
        self.is_no_json = False
        self._ground = ground
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()
        self._in_comment = False
        self._begun = False

    def all(self) -> None:
        """Scan it from the first line to the last."""
        for number, line in enumerate(self._ground.lines, 1):
            self._line(line, number)
        last = _last_with_text(self._ground.lines)
        if self._open:
            self._is_odd(last)
        while self._open:
            self._close(self._open[-1], self._ground.end_of(last))

    def _line(self, line: str, number: int) -> None:
        base, at = self._ground.start_of(number), 0
        if self._in_comment:
            ended = _COMMENT_END.search(line)
            self._in_comment = not ended
            at = ended.end() if ended else len(line)
        for mark in _MARK.finditer(line, at):
            if mark.lastgroup == "bracket":
                self._bracket(mark[0], base + mark.start(), number)
            elif mark.lastgroup in ("comment", "ended"):
                self._in_comment = mark[0].startswith("/*") and not mark["ended"]
            else:
                self._scalar(mark, line, base, number)

    def _bracket(self, bracket: str, at: int, number: int) -> None:
        self._begun = True
        if bracket in "{[":
            self._open.append(bracket)
            self._counts[bracket] += 1
            self.entries.open(at, is_list=bracket == "[")
        elif not self._counts[_OPENING[bracket]]:
            self._is_odd(number)
        else:
            while self._open[-1] != _OPENING[bracket]:
                self._is_odd(number)
                self._close(self._open[-1], at)
            self._close(self._open[-1], at + 1)

    def _close(self, bracket: str, end: int) -> None:
        if self.entries.wants_value:
            self.entries.value(end, end)
        self._open.pop()
        self._counts[bracket] -= 1
        self.entries.close(end)

    def _scalar(self, mark: re.Match[str], line: str, base: int, number: int) -> None:
        """A string, a number or a word: a key if a colon follows it within braces, else a value."""
        said, start, end = mark[0], base + mark.start(), base + mark.end()
        in_braces = bool(self._open) and self._open[-1] == "{"
        has_colon = _COLON.match(line, mark.end()) is not None
        self._check(mark, number, is_key=in_braces and has_colon)
        if not in_braces or (self.entries.wants_value and not has_colon):
            self.entries.value(start, end, _hidden(said))
            return
        if self.entries.wants_value:  # a key whose value is missing
            self._is_odd(number)
            self.entries.value(start, start)
        self.entries.key(_unquoted(said), start)

    def _check(self, mark: re.Match[str], number: int, *, is_key: bool) -> None:
        said = mark[0]
        is_literal = mark.lastgroup == "bare" and (is_key or _LITERAL.fullmatch(said))
        if not (is_literal or (mark.lastgroup == "string" and len(said) > 1 and said[0] == said[-1])):
            self._is_odd(number)
            self.is_no_json = self.is_no_json or not self._begun
        self._begun = True

    def _is_odd(self, number: int) -> None:
        self.odd_at = self.odd_at or number


def _last_with_text(lines: Sequence[str]) -> int:
    return next((number for number in range(len(lines), 1, -1) if lines[number - 1].strip()), 1)


def _hidden(said: str) -> str:
    """What a string with escapes says."""
    return _unquoted(said) if "\\" in said else ""


def _unquoted(said: str) -> str:
    """What a key or a string says; as it stands, if it is none that JSON knows."""
    if said.startswith('"') and "\\" in said:
        try:
            return str(json.loads(said, strict=False)).encode("utf-8", "replace").decode()
        except ValueError:
            return said.strip('"')
    return said.strip(said[0]) if said[0] in "\"'" else said
