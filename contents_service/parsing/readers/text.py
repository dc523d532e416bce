"""Plain text: paragraphs, and headings only where they are unmistakable.

A heading is a line of its own that is underlined with `===` or `---` as long as itself, or one that is numbered as
contracts and laws number theirs: `Article 4 – Liability`, or `4. LIABILITY` where others are numbered the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from contents_service.model import Block, Parsed, Span
from contents_service.parsing.readers.paragraphs import paragraph, spans, together
from contents_service.parsing.readers.source import Source

HEADING_LENGTH = 100
"""Characters; nobody writes a longer heading."""
FEWEST_NUMBERED = 2
"""Headings such as `4. LIABILITY` that a text must have for any of them to be believed."""

_UNDERLINE = re.compile(r"(={3,}|-{3,})\s*")
_COLUMNS = re.compile(r"\S(?: {2,}|\t)\S|\|")
_NAMED = re.compile(
    r"(part|schedule|appendix|annex|chapter|article|section)\s+(?:[IVXLC]+|\d+(?:\.\d+)*|[A-Z])\b\s*(?:[.:—–-]\s*)?"
    r"(?:[^\W\d_][^.;]*)?",
    re.IGNORECASE,
)
_NAMED_LEVELS = {"part": 3, "schedule": 3, "appendix": 3, "annex": 3, "chapter": 4, "article": 5, "section": 6}
_NUMBERED = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(?=[^a-z]*[A-Z]{2})[^a-z.;]+")
_NUMBERED_LEVEL = 6
_LEADERS = re.compile(r"\.{3,}|(?:\s{2,}|\t)\d+$")


class _Heading(Struct, frozen=True):
    lines: Span
    title: str
    level: int
    underline: int = 0
    """The last line that belongs to it, if it is underlined."""

    @property
    def last(self) -> int:
        return max(self.underline, self.lines[1])


def read(source: Source) -> Parsed:
    """Its paragraphs, under the headings that are unmistakable."""
    headings = _headings(source.lines)
    blocks = list(_blocks(source.lines, headings))
    titles = [heading.title for heading in headings.values() if heading.level == 1]
    return Parsed(
        blocks=blocks,
        lines=source.lines,
        title=titles[0] if len(titles) == 1 else None,
        notes=source.notes,
        encoding=source.encoding,
    )


def _headings(lines: Sequence[str]) -> dict[Span, _Heading]:
    """The headings, by the run of lines that they begin."""
    runs = spans(lines)
    found = {run: heading for run in runs if (heading := _underlined(lines, run) or _numbered(lines, run))}
    numbered = [run for run, heading in found.items() if heading.level > _NUMBERED_LEVEL]
    return found if len(numbered) >= FEWEST_NUMBERED else {run: found[run] for run in found if run not in numbered}


def _underlined(lines: Sequence[str], run: Span) -> _Heading | None:
    """A run that begins with a line and its underline; a line above it that is the same belongs to it."""
    first = run[0]
    over = first < run[1] and bool(_UNDERLINE.fullmatch(lines[first - 1]))
    at = first + over
    if at >= run[1]:
        return None
    title, line = lines[at - 1].strip(), _UNDERLINE.fullmatch(lines[at])
    if not line or (over and lines[first - 1].strip() != line[1]) or not _may_be_title(title):
        return None
    if not 0.5 * len(title) <= len(line[1]) <= 1.5 * len(title) + 3:
        return None
    return _Heading((at, at), title, 1 if line[1][0] == "=" else 2, underline=at + 1)


def _numbered(lines: Sequence[str], run: Span) -> _Heading | None:
    """A run of one line that is numbered as laws number theirs."""
    title = lines[run[0] - 1].strip()
    named = _NAMED.fullmatch(title, 0, HEADING_LENGTH)
    numbered = None if named else _NUMBERED.fullmatch(title, 0, HEADING_LENGTH)
    if run[0] != run[1] or not (named or numbered) or not _may_be_title(title) or _LEADERS.search(title):
        return None
    level = _NAMED_LEVELS[named[1].lower()] if named else _NUMBERED_LEVEL + 1 + title.split()[0].rstrip(".").count(".")
    return _Heading(run, title, level)


def _may_be_title(title: str) -> bool:
    sentence = title.endswith((".", ",", ";", ":"))
    has_letters = any(map(str.isalpha, title[:HEADING_LENGTH]))
    return len(title) <= HEADING_LENGTH and has_letters and not sentence and not _COLUMNS.search(title)


def _blocks(lines: Sequence[str], headings: dict[Span, _Heading]) -> Iterator[Block]:
    above: list[_Heading] = []
    for run in together(lines, spans(lines), apart=headings):
        first = run[0]
        if heading := headings.get(run):
            above = [*(other for other in above if other.level < heading.level), heading]
            path = tuple(other.title for other in above)
            yield Block(kind="heading", text=heading.title, lines=(heading.lines[0], heading.last), path=path)
            first = heading.last + 1
        if first <= run[1]:
            yield paragraph(lines, (first, run[1]), tuple(other.title for other in above))
