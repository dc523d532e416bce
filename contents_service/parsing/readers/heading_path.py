"""The headings above a place."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_HEADING = 300
"""In characters: what is longer is a paragraph that an accidental line of dashes or a wrong tag made a heading."""


class HeadingPath:
    """The headings that a place stands under; levels may jump, and a heading ends those of its level and below."""

    def __init__(self) -> None:
        self._levels: list[int] = []
        self.path: tuple[str, ...] = ()

    def enter(self, level: int, text: str) -> tuple[str, ...]:
        """The path of a heading that begins here."""
        while self._levels and self._levels[-1] >= level:
            self._levels.pop()
        self.path = (*self.path[: len(self._levels)], text)
        self._levels.append(level)
        return self.path


def single_title(headings: Sequence[tuple[int, str]]) -> str | None:
    """The text of the first of some (level, text), if it alone is of the first level."""
    firsts = [text for level, text in headings if level == 1]
    return firsts[0] if len(firsts) == 1 and headings[0][0] == 1 else None
