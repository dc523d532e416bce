"""A heading of a plain text, and what a line must be like to be one."""

from __future__ import annotations

import re

from msgspec import Struct

from contents_service.model import Span

HEADING_LENGTH = 100
"""Characters; nobody writes a longer heading."""

NUMBERED_LEVEL = 15
"""Of headings that are numbered by themselves: below the parts of a law, whatever they are called."""

CAPITALS = re.compile(r"[^a-z;]*[A-Z]{2}[^a-z;]*")

_COLUMNS = re.compile(r"\S(?: {2,}|\t)\S|\|")
_LEADERS = re.compile(r"\.{3,}|(?:\s{2,}|\t)\d+$")


class Heading(Struct, frozen=True):
    """A heading: its lines, its title, and how high it is."""

    lines: Span
    title: str
    level: float = 0
    """The least is the highest."""
    underline: int = 0
    """The last line that belongs to it, if it is underlined."""
    rule: str = ""
    """What it is underlined or marked with."""

    @property
    def last(self) -> int:
        """The last line that it takes."""
        return max(self.underline, self.lines[1])


def may_be_title(line: str) -> bool:
    """Whether a line may be a heading: short, with a letter, no sentence and no row of columns."""
    if len(line) > HEADING_LENGTH or line.endswith((".", ",", ";", ":")):
        return False
    return any(map(str.isalpha, line)) and not _COLUMNS.search(line)


def has_leaders(line: str) -> bool:
    """Whether it is a line of a table of contents: with dots, or with a page at its end."""
    return bool(_LEADERS.search(line))
