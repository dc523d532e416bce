"""The text between two block-level tags, and the lines it stands on."""

from __future__ import annotations

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.raised_text import MAX_RAISED_CHARACTERS, Raised, render_raised
from contents_service.relevance.unspaced_lines import join_unspaced_lines

STRUCK_MARK = "~~"
"""The mark before and after text that is struck out, as in Markdown."""

_ANCHOR_MARKS = frozenset("¶#§∞🔗⚓↩↑")
_FRACTION_BARS = frozenset("/⁄")
_INVISIBLE = dict.fromkeys((0x00AD, 0x200B, 0xFEFF))
"""Soft hyphen, zero-width space and byte-order mark, which do not change the word they are in."""


class ParagraphText(Struct, frozen=True):
    """A complete paragraph's text, its lines, whether all of it is bold, and how characters in it are read."""

    text: str
    lines: Span
    is_bold: bool
    readings: str = ""


class _RaisedText(Struct):
    """Raised or lowered text that is open or ended last: its first part, and how it reads as a numerator."""

    kind: Raised
    first: int
    is_open: bool = True
    is_reference: bool = False
    as_numerator: str = ""


class ParagraphBuilder:
    """Collects text until a paragraph is complete."""

    _lines: list[list[str]]
    _first: int
    _last: int
    _is_bold: bool
    _is_struck: bool
    _readings: list[str]
    _raised: _RaisedText | None

    def __init__(self) -> None:
        self._clear()

    def add(self, data: str, line: int, *, is_bold: bool = False, is_struck: bool = False) -> None:
        """Add text that begins on a line of the file."""
        if data.isspace():
            self._lines[-1].append(data)
            return
        is_edge = is_struck is not self._is_struck
        self._lines[-1].append(self._with_struck_mark(data) if is_edge else data)
        self._is_bold = self._is_bold and is_bold
        start = len(data) - len(data.lstrip())
        end = len(data.rstrip())
        self._first = self._first or line + data.count("\n", 0, start)
        self._last = line + data.count("\n", 0, end)

    def text_since(self, part: int) -> str:
        """Return the current line's text from one of its parts on."""
        return " ".join("".join(self._lines[-1][part:]).split())

    def add_reading(self, data: str) -> None:
        """Add how the characters before it are read; it is not part of the text."""
        self._readings.append(data)

    def has_text(self) -> bool:
        """Whether any text but white space was added."""
        return self._first > 0

    def break_line(self) -> None:
        """Start a new line, as `<br>` does."""
        self._close_struck()
        self._raised = None
        self._lines.append([])

    def discard_anchor_mark(self) -> None:
        """Discard the last text added if it is only a mark like `¶`, which links to the heading next to it."""
        if self._lines[-1] and self._lines[-1][-1].strip("\ufe0f\u200b ") in _ANCHOR_MARKS:
            self._lines[-1].pop()

    @property
    def part_count(self) -> int:
        """How many parts the current line has so far; parts of raised text count as one once it ended."""
        return len(self._lines[-1])

    @property
    def is_raised(self) -> bool:
        """Whether the text that is added now is raised or lowered."""
        return self._raised is not None and self._raised.is_open

    def begin_raised(self, kind: Raised) -> None:
        """Begin raised or lowered text; lowered text right after raised text and a bar makes a fraction with it."""
        parts, last = self._lines[-1], self._raised
        if last and kind == "sub" and last.first == len(parts) - 2 and parts[-1].strip() in _FRACTION_BARS:
            parts[last.first] = last.as_numerator
        self._raised = _RaisedText(kind, len(parts))

    def mark_reference(self) -> None:
        """Say that the open raised text, if any, links to a note."""
        if self._raised:
            self._raised.is_reference = True

    def end_raised(self) -> None:
        """End raised or lowered text, and set it apart from what is before it."""
        raised, parts = self._raised, self._lines[-1]
        if not raised or not raised.is_open:
            return
        raised.is_open = False
        text = "".join(parts[raised.first :])
        content = text.strip()
        if content:
            start = text.index(content)
            before = self._text_before(raised.first) + text[:start]
            rendered = render_raised(before, content, raised.kind, is_reference=raised.is_reference)
            parts[raised.first :] = [f"{text[:start]}{rendered}{text[start + len(content) :]}"]
            raised.as_numerator = f" {content}" if before[-1:].isdecimal() else content

    def take(self, *, preformatted: bool) -> ParagraphText | None:
        """Return the text so far, if any, and start over; white space is collapsed unless it is preformatted."""
        paragraph = self._paragraph(preformatted=preformatted) if self._first else None
        self._clear()
        return paragraph if paragraph and paragraph.text.strip() else None

    def _clear(self) -> None:
        self._lines, self._readings = [[]], []
        self._first = self._last = 0
        self._is_bold, self._is_struck = True, False
        self._raised = None

    def _paragraph(self, *, preformatted: bool) -> ParagraphText:
        self._close_struck()
        lines = ["".join(parts).translate(_INVISIBLE) for parts in self._lines]
        if not preformatted:
            lines = [words for line in lines if (words := " ".join(join_unspaced_lines(line).split()))]
        readings = " ".join("".join(self._readings).split())
        return ParagraphText("\n".join(lines), (self._first, self._last), self._is_bold, readings)

    def _text_before(self, part: int) -> str:
        """Return the end of the current line's text before one of its parts."""
        text = ""
        while part > 0 and len(text) < MAX_RAISED_CHARACTERS:
            part -= 1
            text = self._lines[-1][part][-MAX_RAISED_CHARACTERS:] + text
        return text[-MAX_RAISED_CHARACTERS:]

    def _with_struck_mark(self, data: str) -> str:
        """Return text with the mark of struck text that begins with it, or put one after struck text that ends."""
        if self._is_struck:
            self._close_struck()
            return data
        self._is_struck = True
        text = data.lstrip()
        return f"{data[: len(data) - len(text)]}{STRUCK_MARK}{text}"

    def _close_struck(self) -> None:
        """End struck text, if any, right after its last word."""
        parts = self._lines[-1] if self._is_struck else []
        self._is_struck = False
        for index in range(len(parts) - 1, -1, -1):
            text = parts[index].rstrip()
            if text:
                parts[index] = f"{text}{STRUCK_MARK}{parts[index][len(text) :]}"
                return
