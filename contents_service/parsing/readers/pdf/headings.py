"""Which lines of a PDF are headings, and which lies below which: by its bookmarks, its tags, the size of its type."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from contents_service.parsing.readers.pdf.bookmarks import Bookmark
from contents_service.parsing.readers.pdf.heading_styles import (
    LINES,
    SAME_SIZE,
    Place,
    Run,
    body_size,
    bold_runs,
    joined,
    larger_runs,
    letters,
    set_alike,
)
from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.page import Page

TITLE_PAGE = 1
"""Where the largest lines are the title, which programs do not tag as a heading."""

BOLD_LEVEL = 100.0
"""Headings that are only bold lie below all that are larger."""

BETWEEN = 0.5
"""Of a level: where a heading belongs whose size lies between those of two levels."""

SUBNUMBER = 0.1
"""How much deeper `2.1` lies than `2` where both are set alike."""

_NUMBERED = re.compile(r"^\d+((?:\.\d+)+)\.?\s")
_NUMBERS_A_PART = re.compile(
    r"(?:chapter|chapitre|kapitel|capitulo|capítulo|part|partie|teil|appendix|annexe?|anhang|section)\s+"
    r"(?:\d{1,3}|[a-z]|[ivxlc]+)\W?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty",
    re.IGNORECASE,
)
_NAMES_A_PAGE = re.compile(r"^(?:page|slide|folie|seite|p\.)?\s*\d+$", re.IGNORECASE)


class Heading(Struct, frozen=True):
    """A heading, and where it stands among others."""

    text: str
    level: float
    """The least is the highest."""
    lines: int
    """How many it takes up; none where only a bookmark names it."""


Headings = Mapping[Place, Heading]
"""Headings by the page and the line at which they stand."""


def headings_of(pages: Sequence[Page], bookmarks: Iterable[Bookmark]) -> Headings:
    """Every heading of a document, by where it stands."""
    named = _by_bookmark({page.number: page for page in pages}, bookmarks)
    taken = _lines_of(named)
    tagged = {place: found for page in pages for place, found in _by_tag(page) if place not in taken}
    told = named | tagged
    taken = _lines_of(told)
    body = body_size(pages)
    untold = [page for page in pages if not tagged or page.tags is None or _is_untagged_title_page(page)]
    larger = {place: run for page in untold for place, run in larger_runs(page, body, taken).items()}
    bold = {} if told else {place: run for page in untold for place, run in bold_runs(page, body, taken).items()}
    return _with_their_numbers(told | _by_size(larger, _sizes_told(told, pages)) | _as_bold(bold))


def _with_their_numbers(headings: Headings) -> Headings:
    """The same, `Chapter 3` that stands alone above a title as one with it."""
    found = dict(headings)
    for (page, index), number in headings.items():
        below = (page, index + number.lines)
        title = found.get(below)
        if number.lines and title and title.lines and _NUMBERS_A_PART.fullmatch(number.text):
            text = f"{number.text} {title.text}"
            found[page, index] = replace(title, text=text, lines=number.lines + title.lines)
            del found[below]
    return found


def _is_untagged_title_page(page: Page) -> bool:
    return page.number == TITLE_PAGE and not page.tags


def _lines_of(headings: Headings) -> set[Place]:
    return {(page, index + more) for (page, index), found in headings.items() for more in range(max(found.lines, 1))}


def _by_bookmark(pages: Mapping[int, Page], bookmarks: Iterable[Bookmark]) -> dict[Place, Heading]:
    found: dict[Place, Heading] = {}
    for bookmark in bookmarks:
        page = pages.get(bookmark.page)
        if page is None or _NAMES_A_PAGE.match(bookmark.title):
            continue
        index, count = _line_of(page, bookmark)
        text = joined(page.lines[index : index + count]) if count else bookmark.title
        found.setdefault((page.number, index), Heading(text, float(bookmark.depth), count))
    return found


def _line_of(page: Page, bookmark: Bookmark) -> tuple[int, int]:
    """The lines that say a bookmark's title nearest to where it points, the first and how many; else only where."""
    height = page.height if bookmark.y is None else bookmark.y
    title = letters(bookmark.title)
    counts = [_lines_saying(title, page.lines[index : index + LINES]) for index in range(len(page.lines))]
    saying = [(index, count) for index, count in enumerate(counts) if count]
    if saying:
        return min(saying, key=lambda run: abs(page.lines[run[0]].top - height))
    below = (index for index, line in enumerate(page.lines) if line.bottom <= height)
    return (next(below, 0), 0) if bookmark.y is not None else (0, 0)


def _lines_saying(title: str, lines: Sequence[Line]) -> int:
    """How many of these lines together say a title, of which one may lack the other's number; 0 if they do not."""
    said = ""
    for count, line in enumerate(lines, 1):
        said += letters(line.text)
        if said and said.lstrip("0123456789") == title.lstrip("0123456789") and title.endswith(said[-1]):
            return count
    return 0


def _by_tag(page: Page) -> Iterator[tuple[Place, Heading]]:
    """The lines of a page that are tagged as headings."""
    tags, start = page.tags or {}, 0
    for level, group in groupby(page.lines, key=lambda line: tags.get(line.mark, 0)):
        lines = list(group)
        end = start + len(lines)
        while level and lines:
            run = set_alike(lines)
            if letters(joined(run)):
                yield (page.number, end - len(lines)), Heading(joined(run), float(level - 1), len(run))
            lines = lines[len(run) :]
        start = end


def _sizes_told(told: Headings, pages: Sequence[Page]) -> dict[float, float]:
    """The usual size of the headings of each level that bookmarks or tags tell."""
    lines = {page.number: page.lines for page in pages}
    sizes: dict[float, list[float]] = defaultdict(list)
    for (page, index), heading in told.items():
        if heading.lines:
            sizes[heading.level].append(lines[page][index].size)
    return {level: median(found) for level, found in sizes.items()}


def _by_size(runs: Mapping[Place, Run], told: Mapping[float, float]) -> dict[Place, Heading]:
    """Larger lines as headings: the larger, the higher; beside those whose level is told, where their size belongs."""
    sizes = sorted({run.size for run in runs.values()}, reverse=True)
    levels = {size: _level_among(told, size) if told else float(rank) for rank, size in enumerate(sizes)}
    return {
        place: Heading(run.text, levels[run.size] + _depth_of_number(run.text), run.lines)
        for place, run in runs.items()
    }


def _level_among(told: Mapping[float, float], size: float) -> float:
    """The level of the headings of this size, or one between those that are larger and those that are smaller."""
    alike = [level for level, usual in told.items() if abs(usual - size) <= SAME_SIZE]
    larger = [level for level, usual in told.items() if usual > size]
    if alike:
        return min(alike)
    return max(larger) + BETWEEN if larger else min(told) - 1


def _as_bold(runs: Mapping[Place, Run]) -> dict[Place, Heading]:
    return {place: Heading(run.text, BOLD_LEVEL + _depth_of_number(run.text), run.lines) for place, run in runs.items()}


def _depth_of_number(text: str) -> float:
    """How much deeper a numbered heading lies than others of its size."""
    numbered = _NUMBERED.match(text)
    return SUBNUMBER * numbered.group(1).count(".") if numbered else 0.0
