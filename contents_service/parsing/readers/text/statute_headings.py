"""Headings of the parts of statutes, contracts and books: `Article 4 – Liability`, `§ 4`, `CHAPTER IV.`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import (
    CAPITALS,
    MAX_TEXT_HEADING_CHARACTERS,
    TextHeading,
    is_contents_entry,
    may_be_title,
)

MAX_CHARACTERS_WITH_PERIOD = 80
"""Largest number of characters of a heading with a full stop; `Section 4. No person shall …` is a whole section."""

_PART = re.compile(
    r"(?:(part|schedule|appendix|annex|chapter|article|section)\s+(?:[IVXLC]+|\d+(?:\.\d+)*|[A-Z])\b|(§)\s*\d+[a-z]?\b)\s*"
    r"(?P<separator>[.:—–-]\s*)?(?P<title>[^\W\d_][^.;]*)?(?P<period>\.)?",
    re.IGNORECASE,
)
_LEVELS = {"part": 11, "schedule": 11, "appendix": 11, "annex": 11, "chapter": 12, "article": 13, "section": 14}


def read_statute_heading(lines: Sequence[str], span: Span) -> TextHeading | None:
    """Return the heading that a paragraph is, if it is one; its title may be on a second line, in capitals."""
    if span[1] - span[0] > 1:
        return None
    first_line = " ".join(lines[span[0] - 1][: 2 * MAX_TEXT_HEADING_CHARACTERS].split())
    part = _PART.fullmatch(first_line)
    second_line = lines[span[1] - 1].strip() if span[1] == span[0] + 1 else ""
    if not part or not (span[0] == span[1] or (second_line and not part["title"] and CAPITALS.fullmatch(second_line))):
        return None
    if part["period"] and not (part["separator"] and len(first_line) <= MAX_CHARACTERS_WITH_PERIOD):
        return None
    title = f"{first_line} {second_line}".strip()
    if not may_be_title(title.removesuffix(".")) or is_contents_entry(lines[span[0] - 1].strip()):
        return None
    return TextHeading(span, title, _LEVELS[(part[1] or "section").lower()])
