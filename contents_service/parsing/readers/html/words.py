"""The words between two tags that part paragraphs, and the lines that they stand on."""

from __future__ import annotations

from contents_service.model import Span

_UNSEEN = dict.fromkeys((0x00AD, 0x200B, 0xFEFF))
"""Soft hyphen, zero-width space and byte-order mark: a word with one in it is still that word."""


class Words:
    """Collects words until they are taken."""

    def __init__(self) -> None:
        self._lines: list[list[str]] = [[]]
        self._first = self._last = 0

    def add(self, data: str, line: int) -> None:
        """More text, which begins on a line."""
        self._lines[-1].append(data)
        if data.isspace():
            return
        start = len(data) - len(data.lstrip())
        end = len(data.rstrip())
        self._first = self._first or line + data.count("\n", 0, start)
        self._last = line + data.count("\n", 0, end)

    def end_line(self) -> None:
        """What follows stands on a new line."""
        self._lines.append([])

    def take(self, *, as_written: bool) -> tuple[str, Span] | None:
        """The text so far, if there is any, with its white space as it is written or as it is shown."""
        if not self._first:
            self._lines = [[]]
            return None
        lines = ["".join(parts).translate(_UNSEEN) for parts in self._lines]
        shown = "\n".join(lines) if as_written else "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
        span = (self._first, self._last)
        self._lines, self._first, self._last = [[]], 0, 0
        return (shown, span) if shown.strip() else None
