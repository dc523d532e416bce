"""A heading of a plain text, and the tests that a line must pass to be one."""

from __future__ import annotations

import re

from msgspec import Struct

from contents_service.model import Span

MAX_TEXT_HEADING_CHARACTERS = 100
"""Largest number of characters of a heading of a plain text."""

NUMBERED_LEVEL = 15
"""The level of numbered headings, below all parts of a statute."""

CAPITALS = re.compile(r"[^a-z;]*[A-Z]{2}[^a-z;]*")

_COLUMNS = re.compile(r"\S(?: {2,}|\t)\S|\|")
_PAGE_REFERENCE = re.compile(r"\.{3,}|(?:\s{2,}|\t)\d+$")


class TextHeading(Struct, frozen=True):
    """A heading: its lines, its title and its level; the lowest number is the highest level."""

    lines: Span
    title: str
    level: float = 0
    underline: int = 0
    """The line of its underline; 0 if it has none."""
    mark: str = ""
    """The character that it is underlined or marked with."""

    @property
    def last(self) -> int:
        """The last line of the heading, its underline included."""
        return max(self.underline, self.lines[1])


def may_be_title(line: str) -> bool:
    """Whether a line may be a heading: it is short, has a letter, and is neither a sentence nor a row of columns."""
    if len(line) > MAX_TEXT_HEADING_CHARACTERS or line.endswith((".", ",", ";", ":")):
        return False
    return any(map(str.isalpha, line)) and not _COLUMNS.search(line)


def is_contents_entry(line: str) -> bool:
    """Whether a line is an entry of a table of contents, with dots or a page number at its end."""
    return bool(_PAGE_REFERENCE.search(line))
