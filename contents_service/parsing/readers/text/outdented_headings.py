"""Headings at the left margin of an otherwise indented text, as in standards, manuals and change logs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import NUMBERED_LEVEL, TextHeading, may_be_title

MIN_OUTDENTED = 3
"""Smallest number of outdented headings in a text."""

MIN_INDENTED = 0.85
"""Smallest share of the other paragraphs that must be indented."""

MIN_ABOVE_INDENTED = 0.75
"""Smallest share of the headings that must be right above an indented paragraph."""

_REPEATED_LEVEL = NUMBERED_LEVEL + 10
"""The level of headings such as `Rationale` or `Example`, which are repeated in many sections."""
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})*(?=\.?\s)")
_LINE = re.compile(rf"(?:\* )?((?:{_NUMBER.pattern}\.?\s+|(?=[\w\"'“‘(]))(?P<title>\S.*))")
"""A title, with or without a number; the headings of an outline begin with a star."""


def find_outdented(
    lines: Sequence[str], paragraphs: Sequence[Span], known: Mapping[Span, TextHeading]
) -> dict[Span, TextHeading]:
    """Find single lines at the left margin, if nearly all other text is indented."""
    titles = {span: title for span in paragraphs if span not in known and (title := _title(lines, span))}
    others = [span for span in paragraphs if span not in known and span not in titles]
    indented = sum(lines[first - 1][0].isspace() for first, _ in others)
    if len(titles) < MIN_OUTDENTED or not others or indented < MIN_INDENTED * len(others):
        return {}
    above_indented = sum(span in titles and lines[below[0] - 1][0].isspace() for span, below in pairwise(paragraphs))
    return _with_levels(titles) if above_indented >= MIN_ABOVE_INDENTED * len(titles) else {}


def _title(lines: Sequence[str], span: Span) -> str:
    """Return the title that a paragraph is, with its number; an empty text if it is not a title."""
    line = _LINE.fullmatch(lines[span[0] - 1].rstrip()) if span[0] == span[1] else None
    return " ".join(line[1].split()) if line and may_be_title(line["title"]) else ""


def _with_levels(titles: Mapping[Span, str]) -> dict[Span, TextHeading]:
    counts = Counter(titles.values())
    return {span: TextHeading(span, title, _level(title, counts[title])) for span, title in titles.items()}


def _level(title: str, count: int) -> int:
    number = _NUMBER.match(title)
    if number:
        return NUMBERED_LEVEL + number[0].count(".")
    return NUMBERED_LEVEL if count == 1 else _REPEATED_LEVEL
