"""Headings of an outline, as in GNU's NEWS files and in Org: `* Changes in 2.0`, and below it `** Bug fixes`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import TextHeading, may_be_title

MIN_OUTLINE = 2
"""Smallest number of headings of an outline."""

MAX_EMPTY = 0.25
"""Largest share of headings of a level without anything below them; a level with more is a list."""

MIN_TITLES = 0.5
"""Smallest share of a level's lines that may be titles; a level with fewer consists of sentences."""

_LINE = re.compile(r"(\*{1,6})[ \t]+(\S.*?)\s*")
_OUTLINE = "-*- outline -*-"
"""What the first line of an outline says to Emacs; other texts must have two levels of headings."""


class _Entry(Struct, frozen=True):
    """A paragraph that begins with stars: its level, the heading that it may be, and whether it has text below."""

    span: Span
    level: int
    heading: TextHeading | None
    has_text: bool
    has_deeper: bool
    """Whether the next paragraph begins with more stars."""


def find_outline(lines: Sequence[str], paragraphs: Sequence[Span]) -> dict[Span, TextHeading]:
    """Find the paragraphs that begin with a line marked by stars, of those levels that are headings and no lists."""
    entries = list(_entries(lines, paragraphs))
    levels = {entry.level for entry in entries}
    if len(levels) < 2 and not (entries and _OUTLINE in lines[paragraphs[0][0] - 1]):
        return {}
    by_level = groupby(sorted(entries, key=lambda entry: entry.level), key=lambda entry: entry.level)
    found = dict(chain.from_iterable(_headings(list(group)) for _, group in by_level))
    return found if len(found) >= MIN_OUTLINE else {}


def _entries(lines: Sequence[str], paragraphs: Sequence[Span]) -> Iterator[_Entry]:
    """Yield the paragraphs that begin with stars, unless the next line also does, as in a list."""
    below = 0  # the level of the next paragraph; 0 if it does not begin with stars
    entries: list[_Entry] = []
    for span in reversed(paragraphs):
        marked = _LINE.fullmatch(lines[span[0] - 1])
        second = lines[span[0]] if span[0] < span[1] else ""
        level = len(marked[1]) if marked else 0
        if marked and not second.startswith("*"):
            is_title = may_be_title(marked[2]) and not second[:1].isspace()
            heading = TextHeading((span[0], span[0]), marked[2], level - 1, mark="*") if is_title else None
            has_text = bool(second) or (bool(below > level or not below) and span != paragraphs[-1])
            entries.append(_Entry(span, level, heading, has_text, below > level))
        below = level
    yield from reversed(entries)


def _headings(entries: Sequence[_Entry]) -> list[tuple[Span, TextHeading]]:
    """Return a level's headings; if most of it is a list, only those with deeper levels below them."""
    empty = sum(not entry.has_text for entry in entries)
    titles = sum(entry.heading is not None for entry in entries)
    is_list = empty > MAX_EMPTY * len(entries) or titles < MIN_TITLES * len(entries)
    return [(each.span, each.heading) for each in entries if each.heading and (each.has_deeper or not is_list)]
