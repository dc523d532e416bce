"""Plain text: paragraphs, and headings only where they are unmistakable.

A heading is a line of its own that is underlined with `===` or `---` as long as itself, or stands between two such
rules; one that is numbered as contracts and laws number theirs: `Article 4 – Liability`, `§ 4 Haftung`, or
`4. LIABILITY` where others are numbered the same way; or one in capitals, where there are some.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from contents_service.model import Block, Parsed, Span
from contents_service.parsing.readers.paragraphs import paragraph, spans, together
from contents_service.parsing.readers.source import Source

HEADING_LENGTH = 100
"""Characters; nobody writes a longer heading."""
FEWEST_NUMBERED = 2
"""Headings such as `4. LIABILITY` that a text must have for any of them to be believed."""
FEWEST_IN_CAPITALS = 3
LONGEST_IN_CAPITALS = 60
"""So many paragraphs that are one line in capitals, so long at most, make headings of all, if they are at most half of
a text: one by itself is a cry, and a list of names is not parted by its own entries."""

_UNDERLINE = re.compile(r"(([#=*~+^-])\2{2,})\s*")
_COLUMNS = re.compile(r"\S(?: {2,}|\t)\S|\|")
_NAMED = re.compile(
    r"(?:(part|schedule|appendix|annex|chapter|article|section)\s+(?:[IVXLC]+|\d+(?:\.\d+)*|[A-Z])\b|(§)\s*\d+[a-z]?\b)\s*"
    r"(?:[.:—–-]\s*)?(?P<title>[^\W\d_][^.;]*)?",
    re.IGNORECASE,
)
_CAPITALS_LEVEL = 10
_NAMED_LEVELS = {"part": 11, "schedule": 11, "appendix": 11, "annex": 11, "chapter": 12, "article": 13, "section": 14}
_NUMBERED_LEVEL = 15
_NUMBERED = re.compile(r"(\d+(?:\.\d+)*|[IVXLC]+(?=\.))\.?\s+([^.;]+)")
_CAPITALS = re.compile(r"[^a-z]*[A-Z]{2}[^a-z]*")
_LEADERS = re.compile(r"\.{3,}|(?:\s{2,}|\t)\d+$")


class _Heading(Struct, frozen=True):
    lines: Span
    title: str
    level: float = 0
    """The least is the highest."""
    underline: int = 0
    """The last line that belongs to it, if it is underlined, and with what."""
    rule: str = ""

    @property
    def last(self) -> int:
        return max(self.underline, self.lines[1])


def read(source: Source) -> Parsed:
    """Its paragraphs, under the headings that are unmistakable."""
    headings = _headings(source.lines)
    blocks = list(_blocks(source.lines, headings))
    return Parsed(
        blocks=blocks,
        lines=source.lines,
        title=_title(source.lines, headings),
        notes=source.notes,
        encoding=source.encoding,
    )


def _headings(lines: Sequence[str]) -> dict[Span, _Heading]:
    """The headings, by the run of lines that they begin."""
    runs = list(spans(lines))
    found = _leveled({run: heading for run in runs if (heading := _underlined(lines, run) or _named(lines, run))})
    alone = {run: lines[run[0] - 1].strip() for run in runs if run[0] == run[1] and run not in found}
    titles = {run: line for run, line in alone.items() if _may_be_title(line)}
    found |= _numbered(titles)
    return found | _in_capitals(titles, runs, found)


def _title(lines: Sequence[str], headings: Mapping[Span, _Heading]) -> str | None:
    """The underlined heading that a text begins with, if it alone is of its level."""
    first = headings.get(next(spans(lines), (0, 0)))
    alike = [heading for heading in headings.values() if first and heading.level == first.level]
    return first.title if first and first.underline and len(alike) == 1 else None


def _leveled(headings: Mapping[Span, _Heading]) -> dict[Span, _Heading]:
    """The same, those underlined with what comes first above those with what comes later; `===` is above `---`."""
    rules = list(dict.fromkeys("".join("=-" if heading.rule == "-" else heading.rule for heading in headings.values())))
    return {
        run: replace(heading, level=rules.index(heading.rule)) if heading.rule else heading
        for run, heading in headings.items()
    }


def _underlined(lines: Sequence[str], run: Span) -> _Heading | None:
    """A run that begins with a line and its underline; a line above it that is the same belongs to it."""
    first = run[0]
    over = first < run[1] and bool(_UNDERLINE.fullmatch(lines[first - 1]))
    at = first + over
    if at >= run[1]:
        return None
    title, line = lines[at - 1].strip(), _UNDERLINE.fullmatch(lines[at])
    if not line or (over and lines[first - 1].strip() != line[1]):
        return None
    title = title.strip(f"{line[2]} ") if over else title
    if not _may_be_title(title) or not 0.5 * len(title) <= len(line[1]):
        return None
    fits = _is_not_ruled_off(lines, run, at) if over else len(line[1]) <= 1.5 * len(title) + 3
    if not fits:
        return None
    return _Heading((at, at), title, underline=at + 1, rule=line[2])


def _is_not_ruled_off(lines: Sequence[str], run: Span, title: int) -> bool:
    """Whether a line between two rules is not one of several that are each ruled off from the next."""
    return title + 3 > run[1] or not _UNDERLINE.fullmatch(lines[title + 2])


def _named(lines: Sequence[str], run: Span) -> _Heading | None:
    """A run of one line that says which part of a law or a book it is; what that is about may stand on a second."""
    first = lines[run[0] - 1].strip()
    named = _NAMED.fullmatch(first, 0, HEADING_LENGTH)
    about = lines[run[1] - 1].strip() if run[1] == run[0] + 1 else ""
    if not named or not (run[0] == run[1] or (about and not named["title"] and _CAPITALS.fullmatch(about))):
        return None
    title = f"{first} {about}".strip()
    if not _may_be_title(title) or _LEADERS.search(title):
        return None
    return _Heading(run, title, _NAMED_LEVELS[(named[1] or "section").lower()])


def _numbered(titles: Mapping[Span, str]) -> dict[Span, _Heading]:
    """Lines numbered in capitals, if there are some, and those whose number goes on from one of these."""
    found: dict[Span, _Heading] = {}
    numbers: set[str] = set()
    for run, title in titles.items():
        numbered = _NUMBERED.fullmatch(title)
        if not numbered or _LEADERS.search(title):
            continue
        number, words = numbered.groups()
        if _CAPITALS.fullmatch(words) or (number.rpartition(".")[0] in numbers and words[0].isupper()):
            numbers.add(number)
            found[run] = _Heading(run, title, _NUMBERED_LEVEL + number.count("."))
    return found if len(found) >= FEWEST_NUMBERED else {}


def _in_capitals(
    titles: Mapping[Span, str], runs: Sequence[Span], others: Mapping[Span, _Heading]
) -> dict[Span, _Heading]:
    """Lines in capitals, if there are some; one right below `CHAPTER 4` is what that is about."""
    new = {run: title for run, title in titles.items() if run not in others and _is_in_capitals(title)}
    count = len(new) + sum(_is_in_capitals(heading.title) for heading in others.values())
    if count < FEWEST_IN_CAPITALS or len(new) > len(runs) / 2:
        return {}
    above = {below: others[run].level + 0.5 for run, below in pairwise(runs) if run in others}
    return {run: _Heading(run, title, above.get(run, _CAPITALS_LEVEL)) for run, title in new.items()}


def _is_in_capitals(title: str) -> bool:
    return len(title) <= LONGEST_IN_CAPITALS and title.isupper() and _CAPITALS.fullmatch(title) is not None


def _may_be_title(title: str) -> bool:
    if len(title) > HEADING_LENGTH or title.endswith((".", ",", ";", ":")):
        return False
    return any(map(str.isalpha, title)) and not _COLUMNS.search(title)


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
