"""Headings that say which part of a law or a book begins, as `Article 4 – Liability`, `§ 4` and `CHAPTER IV.` do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import CAPITALS, HEADING_LENGTH, Heading, has_leaders, may_be_title

LONGEST_WITH_PERIOD = 80
"""In characters: `CHAPTER 1. Loomings.` is a heading, `Section 4. No person shall be …` is all of an article."""

_PART = re.compile(
    r"(?:(part|schedule|appendix|annex|chapter|article|section)\s+(?:[IVXLC]+|\d+(?:\.\d+)*|[A-Z])\b|(§)\s*\d+[a-z]?\b)\s*"
    r"(?P<parted>[.:—–-]\s*)?(?P<title>[^\W\d_][^.;]*)?(?P<period>\.)?",
    re.IGNORECASE,
)
_LEVELS = {"part": 11, "schedule": 11, "appendix": 11, "annex": 11, "chapter": 12, "article": 13, "section": 14}


def part_of_law(lines: Sequence[str], run: Span) -> Heading | None:
    """A run of one line that says so; what that part is about may stand on a second."""
    if run[1] - run[0] > 1:
        return None
    first = " ".join(lines[run[0] - 1][: 2 * HEADING_LENGTH].split())
    named = _PART.fullmatch(first)
    about = lines[run[1] - 1].strip() if run[1] == run[0] + 1 else ""
    if not named or not (run[0] == run[1] or (about and not named["title"] and CAPITALS.fullmatch(about))):
        return None
    if named["period"] and not (named["parted"] and len(first) <= LONGEST_WITH_PERIOD):
        return None
    title = f"{first} {about}".strip()
    if not may_be_title(title.removesuffix(".")) or has_leaders(lines[run[0] - 1].strip()):
        return None
    return Heading(run, title, _LEVELS[(named[1] or "section").lower()])
