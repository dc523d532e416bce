"""The text between two block-level tags, and the lines it stands on."""

from __future__ import annotations

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.unspaced_lines import join_unspaced_lines

_ANCHOR_MARKS = frozenset("¶#§∞🔗⚓↩↑")
_INVISIBLE = dict.fromkeys((0x00AD, 0x200B, 0xFEFF))
"""Soft hyphen, zero-width space and byte-order mark, which do not change the word they are in."""


class ParagraphText(Struct, frozen=True):
    """A complete paragraph's text, its lines, whether all of it is bold, and how characters in it are read."""

    text: str
    lines: Span
    is_bold: bool
    readings: str = ""


class ParagraphBuilder:
    """Collects text until a paragraph is complete."""

    def __init__(self) -> None:
        self._lines: list[list[str]] = [[]]
        self._first = self._last = 0
        self._is_bold = True
        self._readings: list[str] = []

    def add(self, data: str, line: int, *, is_bold: bool = False) -> None:
        """Add text that begins on a line of the file."""
        self._lines[-1].append(data)
        if data.isspace():
            return
        self._is_bold = self._is_bold and is_bold
        start = len(data) - len(data.lstrip())
        end = len(data.rstrip())
        self._first = self._first or line + data.count("\n", 0, start)
        self._last = line + data.count("\n", 0, end)

    def add_reading(self, data: str) -> None:
        """Add how the characters before it are read; it is not part of the text."""
        self._readings.append(data)

    def has_text(self) -> bool:
        """Whether any text but white space was added."""
        return self._first > 0

    def break_line(self) -> None:
        """Start a new line, as `<br>` does."""
        self._lines.append([])

    def discard_anchor_mark(self) -> None:
        """Discard the last text added if it is only a mark like `¶`, which links to the heading next to it."""
        if self._lines[-1] and self._lines[-1][-1].strip("\ufe0f\u200b ") in _ANCHOR_MARKS:
            self._lines[-1].pop()

    def take(self, *, preformatted: bool) -> ParagraphText | None:
        """Return the text so far, if any, and start over; white space is collapsed unless it is preformatted."""
        if not self._first:
            self._lines, self._readings = [[]], []
            return None
        lines = ["".join(parts).translate(_INVISIBLE) for parts in self._lines]
        if not preformatted:
            lines = [words for line in lines if (words := " ".join(join_unspaced_lines(line).split()))]
        readings = " ".join("".join(self._readings).split())
        paragraph = ParagraphText("\n".join(lines), (self._first, self._last), self._is_bold, readings)
        self._lines, self._first, self._last, self._is_bold, self._readings = [[]], 0, 0, True, []
        return paragraph if paragraph.text.strip() else None
