"""The words between two tags that part paragraphs, and the lines that they stand on."""

from __future__ import annotations

from msgspec import Struct

from contents_service.model import Span

_ANCHORS = frozenset("¶#§∞🔗⚓↩↑")
_UNSEEN = dict.fromkeys((0x00AD, 0x200B, 0xFEFF))
"""Soft hyphen, zero-width space and byte-order mark: a word with one in it is still that word."""


class Taken(Struct, frozen=True):
    """Words that are complete, the lines that they stand on, and whether all of them are bold."""

    text: str
    lines: Span
    strong: bool


class Words:
    """Collects words until they are taken."""

    def __init__(self) -> None:
        self._lines: list[list[str]] = [[]]
        self._first = self._last = 0
        self._strong = True

    def add(self, data: str, line: int, *, strong: bool = False) -> None:
        """More text, which begins on a line."""
        self._lines[-1].append(data)
        if data.isspace():
            return
        self._strong = self._strong and strong
        start = len(data) - len(data.lstrip())
        end = len(data.rstrip())
        self._first = self._first or line + data.count("\n", 0, start)
        self._last = line + data.count("\n", 0, end)

    def begun(self) -> bool:
        """Whether there are any so far."""
        return self._first > 0

    def end_line(self) -> None:
        """What follows stands on a new line."""
        self._lines.append([])

    def drop_anchor(self) -> None:
        """Forget the last words, if they are only a mark to link to what it stands beside."""
        if self._lines[-1] and self._lines[-1][-1].strip("\ufe0f\u200b ") in _ANCHORS:
            self._lines[-1].pop()

    def take(self, *, as_written: bool) -> Taken | None:
        """The text so far, if there is any, with its white space as it is written or as it is shown."""
        if not self._first:
            self._lines = [[]]
            return None
        lines = ["".join(parts).translate(_UNSEEN) for parts in self._lines]
        shown = "\n".join(lines) if as_written else "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
        taken = Taken(shown, (self._first, self._last), self._strong)
        self._lines, self._first, self._last, self._strong = [[]], 0, 0, True
        return taken if shown.strip() else None
