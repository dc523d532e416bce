"""The headings above a place."""

from __future__ import annotations

from collections.abc import Sequence

MAX_HEADING_CHARACTERS = 300
"""The longest heading, in characters. A longer one is a paragraph with a stray line of dashes or a wrong tag."""

MAX_HEADINGS = 50_000
"""The largest number of headings of a document; with a million, each a passage, reading would take minutes."""


class HeadingPath:
    """The headings above a place. Levels may jump; a heading ends all headings of its level and below."""

    def __init__(self) -> None:
        self._levels: list[int] = []
        self.path: tuple[str, ...] = ()

    def enter(self, level: int, text: str) -> tuple[str, ...]:
        """Enter a heading, and return its path."""
        self.leave(level)
        self.path = (*self.path, text)
        self._levels.append(level)
        return self.path

    def leave(self, level: int) -> None:
        """Leave all headings of a level and below."""
        while self._levels and self._levels[-1] >= level:
            self._levels.pop()
        self.path = self.path[: len(self._levels)]


def single_title(headings: Sequence[tuple[int, str]]) -> str | None:
    """Return the text of the first (level, text) if it is the only one of level 1."""
    firsts = [text for level, text in headings if level == 1]
    return firsts[0] if len(firsts) == 1 and headings[0][0] == 1 else None
