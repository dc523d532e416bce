"""Headings that stand at the left of a text which else is set in, as in standards, manuals and logs of changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import NUMBERED_LEVEL, Heading, may_be_title

FEWEST = 3
LEAST_SET_IN = 0.85
"""Of the paragraphs that are none of them."""
LEAST_HEADED = 0.75
"""Of them that stand right above one that is set in."""

_REPEATED_LEVEL = NUMBERED_LEVEL + 10
"""Of `Rationale` or `Example`, which stand in many sections."""
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})*(?=\.?\s)")
_LINE = re.compile(rf"(?:\* )?((?:{_NUMBER.pattern}\.?\s+|(?=[\w\"'“‘(]))(?P<title>\S.*))")
"""Some have a star before them, as the headings of an outline."""


def at_the_left(lines: Sequence[str], runs: Sequence[Span], known: Mapping[Span, Heading]) -> dict[Span, Heading]:
    """The lines of their own at the left, if nearly all other text is set in."""
    left = {run: title for run in runs if run not in known and (title := _title(lines, run))}
    others = [run for run in runs if run not in known and run not in left]
    set_in = sum(lines[first - 1][0].isspace() for first, _ in others)
    if len(left) < FEWEST or not others or set_in < LEAST_SET_IN * len(others):
        return {}
    headed = sum(run in left and lines[below[0] - 1][0].isspace() for run, below in pairwise(runs))
    return _leveled(left) if headed >= LEAST_HEADED * len(left) else {}


def _title(lines: Sequence[str], run: Span) -> str:
    """A title with its number; empty where a run is none."""
    line = _LINE.fullmatch(lines[run[0] - 1].rstrip()) if run[0] == run[1] else None
    return " ".join(line[1].split()) if line and may_be_title(line["title"]) else ""


def _leveled(titles: Mapping[Span, str]) -> dict[Span, Heading]:
    counts = Counter(titles.values())
    return {run: Heading(run, title, _level(title, counts[title])) for run, title in titles.items()}


def _level(title: str, count: int) -> int:
    number = _NUMBER.match(title)
    if number:
        return NUMBERED_LEVEL + number[0].count(".")
    return NUMBERED_LEVEL if count == 1 else _REPEATED_LEVEL
