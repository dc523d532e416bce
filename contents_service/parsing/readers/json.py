"""JSON, as people have it: with comments, one value a line, cut off at the end.

Its marks are scanned here rather than by a parser, since what is needed is where everything stands. tree-sitter's
grammar was tried: it took 671 MB for a file of 18 MB, and in a file that is cut off it loses which object is in which.
"""

from __future__ import annotations

import json
import re
from collections import Counter

from contents_service.model import Note, ParsedDocument
from contents_service.parsing.chunking.line_index import LineIndex
from contents_service.parsing.readers.nested_entries import Entries
from contents_service.parsing.readers.paragraphs import paragraph, spans
from contents_service.parsing.readers.source import Source

_STRING = r'"(?:[^"\\\n]++|\\.)*+"'
_BETWEEN = r"""[^{}\[\]"'/\#]++"""
_FLAT = rf"(?:\{{(?:{_BETWEEN}|{_STRING})*+\}} | \[(?:{_BETWEEN}|{_STRING})*+\])"
_MARK = re.compile(
    rf"""
    (?P<whole> \{{(?:{_BETWEEN}|{_STRING}|{_FLAT})*+\}} | \[(?:{_BETWEEN}|{_STRING}|{_FLAT})*+\] )
  | (?P<bracket> [{{}}\[\]] )
  | (?P<scalar> "(?:[^"\\\n]++|\\.)*+"? | '(?:[^'\\\n]++|\\.)*+'? )(?P<colon> \s*+: )?+
  | (?P<comment> //.*+ | \#.*+ | /\*(?:[^*]++|\*(?!/))*+(?:\*/)?+ )
  | (?P<bare> [^\s{{}}\[\]:,"']++ )(?P<bare_colon> \s*+: )?+
    """,
    re.VERBOSE,
)
"""`whole` takes a small container in one step, down to the second level: most records are no deeper."""
_STRINGS = re.compile(_STRING)
_FIRST_KEY = re.compile(rf"\{{\s*({_STRING})\s*:")
_LITERAL = re.compile(r"[+-]?(?:\d[\d.eE+-]*|\.\d+|0[xX][0-9a-fA-F]+|Infinity|NaN)|true|false|null|undefined")
_OPENING = {"}": "{", "]": "["}

MOST_MARKS = 1_000_000
"""That are told apart: they take five of the twenty seconds that a document may have. A file of twenty megabytes that
has more is numbers; nobody looks for the millionth of them by its key."""
DEEPEST_OPEN = 100_000
"""Containers within each other; millions of them take the memory of their bookkeeping. What people write has dozens."""

_TOO_MANY = "From line {line:,} on it has more entries than are told apart; what follows was read as plain text."
_NOT_WELL_FORMED = "From line {line:,} on it is not well-formed JSON; all of it was read, as far as its marks tell."


def read(source: Source) -> ParsedDocument:
    """Its entries, each with its key path; what is not well-formed is kept, and a note says where that begins."""
    scan = _Scan(source)
    rest = scan.all()
    blocks = scan.entries.blocks(to_end=rest is None)
    if not blocks or scan.is_no_json:
        raise ValueError("it begins with a word that JSON does not have")
    notes = [*source.notes]
    if rest is not None:
        notes.append(Note("read_as_text", _TOO_MANY.format(line=scan.index.line_of(rest))))
        lines = spans(source.lines, (blocks[-1].lines or (0, 0))[1] + 1)
        blocks += [paragraph(source.lines, span, key=scan.entries.last_key) for span in lines]
    elif scan.odd_at is not None:
        notes.append(Note("not_well_formed", _NOT_WELL_FORMED.format(line=scan.index.line_of(scan.odd_at))))
    return ParsedDocument(blocks=blocks, lines=source.lines, notes=tuple(notes), encoding=source.encoding)


class _Scan:
    """One pass over the text, telling the entries what stands where."""

    def __init__(self, source: Source) -> None:
        self.index = LineIndex(source.lines)
        self.entries = Entries(self.index, source.limits)
        self.odd_at: int | None = None
        """The first place that is not well-formed."""
        self.is_no_json = False
        self._text = source.text
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()
        self._begun = False

    def all(self) -> int | None:
        """Scan it from its start to its end, or to where it has too many marks, which is returned."""
        at = marks = 0
        while mark := _MARK.search(self._text, at):
            if marks == MOST_MARKS:
                self._close_all(at)
                return at
            at = self._take(mark)
            marks += 1
        self._close_all(self.index.trim_blank(0, self.index.end_of(len(self.index.lines))))
        return None

    def _close_all(self, end: int) -> None:
        if self._open:
            self._is_odd(end)
        while self._open:
            self._close(end)

    def _take(self, mark: re.Match[str]) -> int:
        """Tell the entries of one mark, and say where the next may begin."""
        start, end = mark.span()
        if mark["whole"]:
            if end - start > self.entries.room:
                end = start + 1
                self._bracket(self._text[start], start)
            else:
                self._whole(mark[0], start, end)
        elif mark["bracket"]:
            self._bracket(mark[0], start)
        elif not mark["comment"]:
            has_colon = bool(mark["colon"] or mark["bare_colon"])
            self._scalar(mark["scalar"] or mark["bare"], start, has_colon=has_colon)
        self._begun = self._begun or not mark["comment"]
        return end

    def _whole(self, said: str, start: int, end: int) -> None:
        self._settle_key(start)
        first = _FIRST_KEY.match(said)
        self.entries.whole(start, end, _unquoted(first[1]) if first else 0, _hidden(said))

    def _bracket(self, bracket: str, at: int) -> None:
        if bracket in "{[":
            if len(self._open) == DEEPEST_OPEN:
                raise ValueError(f"it is nested more than {DEEPEST_OPEN:,} deep")
            self._settle_key(at)
            self._open.append(bracket)
            self._counts[bracket] += 1
            self.entries.open(at, is_list=bracket == "[")
        elif not self._counts[_OPENING[bracket]]:
            self._is_odd(at)
        else:
            while self._open[-1] != _OPENING[bracket]:
                self._is_odd(at)
                self._close(at)
            self._close(at + 1)

    def _close(self, end: int) -> None:
        if self.entries.wants_value:
            self._is_odd(end)
            self.entries.value(end, end)
        self._counts[self._open.pop()] -= 1
        self.entries.close(end)

    def _scalar(self, said: str, start: int, *, has_colon: bool) -> None:
        """A string, a number or a word: a key if a colon follows it within braces, else a value."""
        in_braces = bool(self._open) and self._open[-1] == "{"
        self._check(said, start, is_key=in_braces and has_colon)
        if in_braces and has_colon:
            if self.entries.wants_value:
                self._is_odd(start)
                self.entries.value(start, start)
            self.entries.key(_unquoted(said), start)
        else:
            self._settle_key(start)
            self.entries.value(start, start + len(said), _hidden(said))

    def _settle_key(self, at: int) -> None:
        """Where a value stands without a key that should have one, it goes without."""
        if self._open and self._open[-1] == "{" and not self.entries.wants_value:
            self._is_odd(at)
            self.entries.key("", at)

    def _check(self, said: str, at: int, *, is_key: bool) -> None:
        """Note a string that never ends, and a word that is none of JSON's; at the very start, it is another format."""
        is_string = said[0] in "\"'" and len(said) > 1 and said[0] == said[-1]
        if not (is_string or (said[0] not in "\"'" and (is_key or _LITERAL.fullmatch(said)))):
            self._is_odd(at)
            self.is_no_json = self.is_no_json or not self._begun

    def _is_odd(self, at: int) -> None:
        self.odd_at = at if self.odd_at is None else self.odd_at


def _hidden(said: str) -> str:
    """What strings with escapes say."""
    if "\\" not in said:
        return ""
    return " ".join(_unquoted(string) for string in _STRINGS.findall(said) if "\\" in string)


def _unquoted(said: str) -> str:
    """What a key or a string says; as it stands, if it is none that JSON knows."""
    if said.startswith('"') and "\\" in said:
        try:
            return str(json.loads(said, strict=False)).encode("utf-8", "replace").decode()
        except ValueError:
            return said.strip('"')
    return said.strip(said[0]) if said[0] in "\"'" else said
