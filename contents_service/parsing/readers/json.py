"""JSON as it occurs: with comments, with one value a line, cut off at the end.

Its tokens are scanned here rather than by a parser, since their places are what is needed. tree-sitter's
grammar was tried: it took 671 MB for a file of 18 MB, and in a file that is cut off it loses the nesting.
"""

from __future__ import annotations

import json
import re
from collections import Counter

from contents_service.model import Note, ParsedDocument
from contents_service.parsing.chunking.line_index import LineIndex
from contents_service.parsing.readers.nested_entries import Entries
from contents_service.parsing.readers.paragraphs import paragraph_block, paragraph_spans
from contents_service.parsing.readers.source import Source

_STRING = r'"(?:[^"\\\n]++|\\.)*+"'
_BETWEEN = r"""[^{}\[\]"'/\#]++"""
_FLAT = rf"(?:\{{(?:{_BETWEEN}|{_STRING})*+\}} | \[(?:{_BETWEEN}|{_STRING})*+\])"
_TOKEN = re.compile(
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

MAX_TOKENS = 1_000_000
"""The largest number of tokens scanned, which takes five of the twenty seconds that a document may take. A file of
twenty megabytes with more is numbers; nobody looks for the millionth of them by its key."""
MAX_NESTING = 100_000
"""The deepest nesting of containers: millions would take too much memory. What people write has dozens."""

_TOO_MANY = "From line {line:,} on it has more entries than are read by key; the rest was read as plain text."
_NOT_WELL_FORMED = "From line {line:,} on it is not well-formed JSON; all of it was read, but keys may be wrong."


def read(source: Source) -> ParsedDocument:
    """Read the entries with their key paths, even where it is not well-formed; a note tells from where."""
    scan = _Scan(source)
    rest = scan.run()
    blocks = scan.entries.blocks(to_end=rest is None)
    if not blocks or scan.is_not_json:
        raise ValueError("it begins with a word that JSON does not have")
    notes = [*source.notes]
    if rest is not None:
        notes.append(Note("read_as_text", _TOO_MANY.format(line=scan.index.line_of(rest))))
        lines = paragraph_spans(source.lines, (blocks[-1].lines or (0, 0))[1] + 1)
        blocks += [paragraph_block(source.lines, span, key=scan.entries.last_key) for span in lines]
    elif scan.malformed_at is not None:
        notes.append(Note("not_well_formed", _NOT_WELL_FORMED.format(line=scan.index.line_of(scan.malformed_at))))
    return ParsedDocument(blocks=blocks, lines=source.lines, notes=tuple(notes), encoding=source.encoding)


class _Scan:
    """One pass over the text, which adds each entry with its place."""

    def __init__(self, source: Source) -> None:
        self.index = LineIndex(source.lines)
        self.entries = Entries(self.index, source.limits)
        self.malformed_at: int | None = None
        """The first place that is not well-formed."""
        self.is_not_json = False
        self._text = source.text
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()
        self._has_token = False

    def run(self) -> int | None:
        """Scan the text; if it has too many tokens, return where the scan stopped."""
        at = count = 0
        while token := _TOKEN.search(self._text, at):
            if count == MAX_TOKENS:
                self._close_all(at)
                return at
            at = self._take(token)
            count += 1
        self._close_all(self.index.trim_blank(0, self.index.end_of(len(self.index.lines))))
        return None

    def _close_all(self, end: int) -> None:
        if self._open:
            self._note_malformed(end)
        while self._open:
            self._close(end)

    def _take(self, token: re.Match[str]) -> int:
        """Add one token, and return where the next may begin."""
        start, end = token.span()
        if token["whole"]:
            if end - start > self.entries.room:
                end = start + 1
                self._bracket(self._text[start], start)
            else:
                self._container(token[0], start, end)
        elif token["bracket"]:
            self._bracket(token[0], start)
        elif not token["comment"]:
            has_colon = bool(token["colon"] or token["bare_colon"])
            self._scalar(token["scalar"] or token["bare"], start, has_colon=has_colon)
        self._has_token = self._has_token or not token["comment"]
        return end

    def _container(self, text: str, start: int, end: int) -> None:
        self._add_missing_key(start)
        first = _FIRST_KEY.match(text)
        self.entries.add_container(start, end, _unquoted(first[1]) if first else 0, _hidden(text))

    def _bracket(self, bracket: str, at: int) -> None:
        if bracket in "{[":
            if len(self._open) == MAX_NESTING:
                raise ValueError(f"it is nested more than {MAX_NESTING:,} deep")
            self._add_missing_key(at)
            self._open.append(bracket)
            self._counts[bracket] += 1
            self.entries.open_container(at, is_list=bracket == "[")
        elif not self._counts[_OPENING[bracket]]:
            self._note_malformed(at)
        else:
            while self._open[-1] != _OPENING[bracket]:
                self._note_malformed(at)
                self._close(at)
            self._close(at + 1)

    def _close(self, end: int) -> None:
        if self.entries.wants_value:
            self._note_malformed(end)
            self.entries.add_value(end, end)
        self._counts[self._open.pop()] -= 1
        self.entries.close_container(end)

    def _scalar(self, text: str, start: int, *, has_colon: bool) -> None:
        """Add a string, a number or a word: a key if a colon follows it within braces, else a value."""
        in_braces = bool(self._open) and self._open[-1] == "{"
        self._check(text, start, is_key=in_braces and has_colon)
        if in_braces and has_colon:
            if self.entries.wants_value:
                self._note_malformed(start)
                self.entries.add_value(start, start)
            self.entries.add_key(_unquoted(text), start)
        else:
            self._add_missing_key(start)
            self.entries.add_value(start, start + len(text), _hidden(text))

    def _add_missing_key(self, at: int) -> None:
        """Add an empty key before a value that should have one and does not."""
        if self._open and self._open[-1] == "{" and not self.entries.wants_value:
            self._note_malformed(at)
            self.entries.add_key("", at)

    def _check(self, text: str, at: int, *, is_key: bool) -> None:
        """Note a string that never ends or a word that JSON does not have; at the very start, the file is not JSON."""
        is_string = text[0] in "\"'" and len(text) > 1 and text[0] == text[-1]
        if not (is_string or (text[0] not in "\"'" and (is_key or _LITERAL.fullmatch(text)))):
            self._note_malformed(at)
            self.is_not_json = self.is_not_json or not self._has_token

    def _note_malformed(self, at: int) -> None:
        self.malformed_at = at if self.malformed_at is None else self.malformed_at


def _hidden(text: str) -> str:
    """Return the content of strings with escapes, by which they are found."""
    if "\\" not in text:
        return ""
    return " ".join(_unquoted(string) for string in _STRINGS.findall(text) if "\\" in string)


def _unquoted(text: str) -> str:
    """Return the content of a key or a string; as it is written, if JSON does not know it."""
    if text.startswith('"') and "\\" in text:
        try:
            return str(json.loads(text, strict=False)).encode("utf-8", "replace").decode()
        except ValueError:
            return text.strip('"')
    return text.strip(text[0]) if text[0] in "\"'" else text
