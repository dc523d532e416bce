"""Headings in capitals, numbered or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import CAPITALS, NUMBERED_LEVEL, Heading, has_leaders

FEWEST_NUMBERED = 2
"""Headings such as `4. LIABILITY` that a text must have for any of them to be believed."""
FEWEST_IN_CAPITALS = 3
LONGEST_IN_CAPITALS = 60
"""So many paragraphs that are one line in capitals, so long at most, make headings of all, if they are at most half of
a text: one by itself is a cry, and a list of names is not parted by its own entries."""
RAREST_IN_CAPITALS = 100
"""Paragraphs of a text for each of them: what is rarer heads nothing, as `WIP` in a log of changes."""
LEAST_LETTERS = 0.6
"""Of such a line: `2022-10-08 UTC` and `U+A9A5,U+A9BA` are no titles."""

_LEVEL = 10
_NUMBERED = re.compile(r"(\d+(?:\.\d+)*|[IVXLC]+(?=\.))\.?\s+([^.;]+)")
_BEGINS = re.compile(r"[\w\"'“‘«(¿¡]")


def numbered_in_capitals(titles: Mapping[Span, str]) -> dict[Span, Heading]:
    """Lines numbered in capitals, if there are some, and those whose number goes on from one of these."""
    found: dict[Span, Heading] = {}
    numbers: set[str] = set()
    for run, title in titles.items():
        numbered = _NUMBERED.fullmatch(title)
        if not numbered or has_leaders(title):
            continue
        number, words = numbered.groups()
        if _is_in_capitals(words) or (number.rpartition(".")[0] in numbers and words[0].isupper()):
            numbers.add(number)
            found[run] = Heading(run, title, NUMBERED_LEVEL + number.count("."))
    return found if len(found) >= FEWEST_NUMBERED else {}


def in_capitals(
    titles: Mapping[Span, str], runs: Sequence[Span], others: Mapping[Span, Heading]
) -> dict[Span, Heading]:
    """Lines in capitals, if there are some; one right below `CHAPTER 4` is what that is about."""
    new = {run: title for run, title in titles.items() if run not in others and _is_in_capitals(title)}
    count = len(new) + sum(_is_in_capitals(heading.title) for heading in others.values())
    if count < max(FEWEST_IN_CAPITALS, len(runs) / RAREST_IN_CAPITALS) or len(new) > len(runs) / 2:
        return {}
    above = {below: others[run].level + 0.5 for run, below in pairwise(runs) if run in others}
    return {run: Heading(run, title, above.get(run, _LEVEL)) for run, title in new.items()}


def _is_in_capitals(title: str) -> bool:
    if len(title) > LONGEST_IN_CAPITALS or not _BEGINS.match(title) or not CAPITALS.fullmatch(title):
        return False
    return sum(map(str.isalpha, title)) >= LEAST_LETTERS * len(title.replace(" ", ""))
