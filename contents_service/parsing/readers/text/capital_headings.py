"""Headings in capitals, numbered or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import CAPITALS, NUMBERED_LEVEL, TextHeading, is_contents_entry

MIN_NUMBERED = 2
"""Smallest number of headings such as `4. LIABILITY` in a text; a single such line is not a heading."""

MIN_CAPITALS = 3
"""Smallest number of lines in capitals in a text; one or two are shouting, not headings."""

MAX_CAPITALS_CHARACTERS = 60
"""Largest number of characters of a heading in capitals."""

PARAGRAPHS_PER_HEADING = 100
"""Largest number of paragraphs for each line in capitals; rarer lines, like `WIP` in a change log, are not headings."""

MIN_LETTERS = 0.6
"""Smallest share of letters in a heading in capitals: `2022-10-08 UTC` and `U+A9A5,U+A9BA` are not titles."""

_CAPITALS_LEVEL = 10
"""The level of headings in capitals, above numbered ones and all parts of a statute."""
_NUMBERED = re.compile(r"(\d+(?:\.\d+)*|[IVXLC]+(?=\.))\.?\s+([^.;]+)")
_BEGINS = re.compile(r"[\w\"'“‘«(¿¡]")


def find_numbered_capitals(titles: Mapping[Span, str]) -> dict[Span, TextHeading]:
    """Find numbered lines in capitals, and lines whose number is one level below that of such a line."""
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
    """Find lines in capitals; one right below `CHAPTER 4` is the title of that chapter, and one level below it.

    If more than half of all paragraphs are in capitals, they are a list.
    """
    candidates = {span: title for span, title in titles.items() if span not in known and _is_in_capitals(title)}
    count = len(candidates) + sum(_is_in_capitals(heading.title) for heading in known.values())
    if count < max(MIN_CAPITALS, len(paragraphs) / PARAGRAPHS_PER_HEADING) or len(candidates) > len(paragraphs) / 2:
        return {}
    levels_of_titles = {below: known[span].level + 0.5 for span, below in pairwise(paragraphs) if span in known}
    return {
        span: TextHeading(span, title, levels_of_titles.get(span, _CAPITALS_LEVEL))
        for span, title in candidates.items()
    }


def _is_in_capitals(title: str) -> bool:
    if len(title) > MAX_CAPITALS_CHARACTERS or not _BEGINS.match(title) or not CAPITALS.fullmatch(title):
        return False
    return sum(map(str.isalpha, title)) >= MIN_LETTERS * len(title.replace(" ", ""))
