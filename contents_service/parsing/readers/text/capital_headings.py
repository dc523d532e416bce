"""Headings in capitals, numbered or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import CAPITALS, NUMBERED_LEVEL, TextHeading, is_contents_entry

MIN_NUMBERED = 2
"""The smallest number of headings such as `4. LIABILITY` in a text; a single one is not a heading."""

MIN_CAPITALS = 3
"""The smallest number of lines in capitals in a text; one or two are shouting, not headings."""

MAX_CAPITALS_CHARACTERS = 60
"""The longest heading in capitals, in characters."""

PARAGRAPHS_PER_HEADING = 100
"""The largest ratio of paragraphs to lines in capitals; rarer ones, such as `WIP` in a change log, are no headings."""

MIN_LETTERS = 0.6
"""The smallest share of letters in such a line: `2022-10-08 UTC` and `U+A9A5,U+A9BA` are not titles."""

_CAPITALS_LEVEL = 10
"""The level of headings in capitals, above numbered ones and all parts of a statute."""
_NUMBERED = re.compile(r"(\d+(?:\.\d+)*|[IVXLC]+(?=\.))\.?\s+([^.;]+)")
_BEGINS = re.compile(r"[\w\"'“‘«(¿¡]")


def find_numbered_capitals(titles: Mapping[Span, str]) -> dict[Span, TextHeading]:
    """Find numbered lines in capitals, and lines whose number is one level below such a line's."""
    found: dict[Span, TextHeading] = {}
    numbers: set[str] = set()
    for span, title in titles.items():
        numbered = _NUMBERED.fullmatch(title)
        if not numbered or is_contents_entry(title):
            continue
        number, name = numbered.groups()
        if _is_in_capitals(name) or (number.rpartition(".")[0] in numbers and name[0].isupper()):
            numbers.add(number)
            found[span] = TextHeading(span, title, NUMBERED_LEVEL + number.count("."))
    return found if len(found) >= MIN_NUMBERED else {}


def find_capitals(
    titles: Mapping[Span, str], paragraphs: Sequence[Span], known: Mapping[Span, TextHeading]
) -> dict[Span, TextHeading]:
    """Find lines in capitals; one right below `CHAPTER 4` is the title of that chapter, one level down.

    If more than half of all paragraphs are in capitals, they are a list.
    """
    new = {span: title for span, title in titles.items() if span not in known and _is_in_capitals(title)}
    count = len(new) + sum(_is_in_capitals(heading.title) for heading in known.values())
    if count < max(MIN_CAPITALS, len(paragraphs) / PARAGRAPHS_PER_HEADING) or len(new) > len(paragraphs) / 2:
        return {}
    above = {below: known[span].level + 0.5 for span, below in pairwise(paragraphs) if span in known}
    return {span: TextHeading(span, title, above.get(span, _CAPITALS_LEVEL)) for span, title in new.items()}


def _is_in_capitals(title: str) -> bool:
    if len(title) > MAX_CAPITALS_CHARACTERS or not _BEGINS.match(title) or not CAPITALS.fullmatch(title):
        return False
    return sum(map(str.isalpha, title)) >= MIN_LETTERS * len(title.replace(" ", ""))
