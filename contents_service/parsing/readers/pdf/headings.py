"""Headings of a PDF and their levels, found by bookmarks, tags and font size."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from contents_service.parsing.readers.pdf.bookmarks import Bookmark
from contents_service.parsing.readers.pdf.heading_styles import (
    MAX_LINES,
    SIZE_TOLERANCE,
    HeadingCandidate,
    LinePosition,
    find_body_size,
    find_bold_lines,
    find_larger_lines,
    join_lines,
    normalize_title,
    take_same_style,
)
from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.parsing.readers.pdf.page import PdfPage

TITLE_PAGE = 1
"""Number of the page whose largest lines are the title, which programs do not tag as a heading."""

BOLD_LEVEL = 100.0
"""Level of headings that are only bold: below all larger ones."""

HALF_LEVEL = 0.5
"""Distance below the larger level of a heading whose size is between those of two levels."""

SUBNUMBER_DEPTH = 0.1
"""How many levels deeper `2.1` is than `2` in the same style."""

_SECTION_NUMBER = re.compile(r"^\d+((?:\.\d+)+)\.?\s")
_CHAPTER_NUMBER = re.compile(
    r"(?:chapter|chapitre|kapitel|capitulo|capítulo|part|partie|teil|appendix|annexe?|anhang|section)\s+"
    r"(?:\d{1,3}|[a-z]|[ivxlc]+)\W?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty",
    re.IGNORECASE,
)
"""A chapter number on a line of its own, above the title."""

_PAGE_NAME = re.compile(r"^(?:page|slide|folie|seite|p\.)?\s*\d+$", re.IGNORECASE)
"""A bookmark title that only names a page."""


class PdfHeading(Struct, frozen=True):
    """A heading and its level."""

    text: str
    level: float
    """Level in the hierarchy; the lowest number is the highest heading."""
    line_count: int
    """Number of lines it occupies; 0 if only a bookmark names it."""


Headings = Mapping[LinePosition, PdfHeading]
"""Headings by their position."""


def find_headings(pages: Sequence[PdfPage], bookmarks: Iterable[Bookmark]) -> Headings:
    """Return all headings of a document by position."""
    bookmarked = _headings_from_bookmarks({page.number: page for page in pages}, bookmarks)
    claimed = _list_claimed_lines(bookmarked)
    from_tags = chain.from_iterable(_headings_from_tags(page) for page in pages)
    tagged = {position: heading for position, heading in from_tags if position not in claimed}
    known = bookmarked | tagged
    claimed = _list_claimed_lines(known)
    body = find_body_size(pages)
    undecided = [page for page in pages if not tagged or page.heading_levels is None or _is_untagged_title_page(page)]
    larger, bold = dict[LinePosition, HeadingCandidate](), dict[LinePosition, HeadingCandidate]()
    for page in undecided:
        larger |= find_larger_lines(page, body, claimed)
        bold |= {} if known else find_bold_lines(page, body, claimed)
    by_size = _headings_from_sizes(larger, _measure_sizes_by_level(known, pages))
    return _merge_chapter_numbers(known | by_size | _headings_from_bold(bold))


def _merge_chapter_numbers(headings: Headings) -> Headings:
    """Return the headings with a lone `Chapter 3` joined to the title below it."""
    merged = dict(headings)
    for (page, index), number in headings.items():
        below = (page, index + number.line_count)
        title = merged.get(below)
        if number.line_count and title and title.line_count and _CHAPTER_NUMBER.fullmatch(number.text):
            text = f"{number.text} {title.text}"
            merged[page, index] = replace(title, text=text, line_count=number.line_count + title.line_count)
            del merged[below]
    return merged


def _is_untagged_title_page(page: PdfPage) -> bool:
    return page.number == TITLE_PAGE and not page.heading_levels


def _list_claimed_lines(headings: Headings) -> set[LinePosition]:
    return {
        (page, index + offset)
        for (page, index), heading in headings.items()
        for offset in range(max(heading.line_count, 1))
    }


def _headings_from_bookmarks(
    pages: Mapping[int, PdfPage], bookmarks: Iterable[Bookmark]
) -> dict[LinePosition, PdfHeading]:
    headings: dict[LinePosition, PdfHeading] = {}
    for bookmark in bookmarks:
        page = pages.get(bookmark.page)
        if page is None or _PAGE_NAME.match(bookmark.title):
            continue
        index, count = _locate_bookmark(page, bookmark)
        text = join_lines(page.lines[index : index + count]) if count else bookmark.title
        headings.setdefault((page.number, index), PdfHeading(text, float(bookmark.depth), count))
    return headings


def _locate_bookmark(page: PdfPage, bookmark: Bookmark) -> tuple[int, int]:
    """Return the first line and the number of lines nearest the target that have a bookmark's title.

    If no line has it, return the line below the target, and 0.
    """
    height = page.height if bookmark.top is None else bookmark.top
    title = normalize_title(bookmark.title)
    counts = [_count_title_lines(title, page.lines[index : index + MAX_LINES]) for index in range(len(page.lines))]
    matches = [(index, count) for index, count in enumerate(counts) if count]
    if matches:
        return min(matches, key=lambda match: abs(page.lines[match[0]].top - height))
    below = (index for index, line in enumerate(page.lines) if line.bottom <= height)
    return (next(below, 0), 0) if bookmark.top is not None else (0, 0)


def _count_title_lines(title: str, lines: Sequence[TextLine]) -> int:
    """Return how many of these lines together make up a title, ignoring leading numbers; 0 if they do not."""
    text = ""
    for count, line in enumerate(lines, 1):
        text += normalize_title(line.text)
        if text and text.lstrip("0123456789") == title.lstrip("0123456789") and title.endswith(text[-1]):
            return count
    return 0


def _headings_from_tags(page: PdfPage) -> Iterator[tuple[LinePosition, PdfHeading]]:
    """Yield the lines of a page that are tagged as headings."""
    levels, start = page.heading_levels or {}, 0
    for level, group in groupby(page.lines, key=lambda line: levels.get(line.marked_content_id, 0)):
        lines = list(group)
        end = start + len(lines)
        while level and lines:
            run = take_same_style(lines)
            if normalize_title(join_lines(run)):
                yield (page.number, end - len(lines)), PdfHeading(join_lines(run), float(level - 1), len(run))
            lines = lines[len(run) :]
        start = end


def _measure_sizes_by_level(headings: Headings, pages: Sequence[PdfPage]) -> dict[float, float]:
    """Return the typical font size of the known headings of each level."""
    lines = {page.number: page.lines for page in pages}
    sizes: dict[float, list[float]] = defaultdict(list)
    for (page, index), heading in headings.items():
        if heading.line_count:
            sizes[heading.level].append(lines[page][index].size)
    return {level: median(found) for level, found in sizes.items()}


def _headings_from_sizes(
    candidates: Mapping[LinePosition, HeadingCandidate], sizes_by_level: Mapping[float, float]
) -> dict[LinePosition, PdfHeading]:
    """Make larger lines into headings: by rank of size, or between the levels already known."""
    sizes = sorted({candidate.size for candidate in candidates.values()}, reverse=True)
    levels = {
        size: _find_level(sizes_by_level, size) if sizes_by_level else float(rank) for rank, size in enumerate(sizes)
    }
    return {
        position: PdfHeading(
            candidate.text, levels[candidate.size] + _section_depth(candidate.text), candidate.line_count
        )
        for position, candidate in candidates.items()
    }


def _find_level(sizes_by_level: Mapping[float, float], size: float) -> float:
    """Return the level of headings of this size, or one between the larger and the smaller levels."""
    same = [level for level, typical in sizes_by_level.items() if abs(typical - size) <= SIZE_TOLERANCE]
    larger = [level for level, typical in sizes_by_level.items() if typical > size]
    if same:
        return min(same)
    return max(larger) + HALF_LEVEL if larger else min(sizes_by_level) - 1


def _headings_from_bold(candidates: Mapping[LinePosition, HeadingCandidate]) -> dict[LinePosition, PdfHeading]:
    return {
        position: PdfHeading(candidate.text, BOLD_LEVEL + _section_depth(candidate.text), candidate.line_count)
        for position, candidate in candidates.items()
    }


def _section_depth(text: str) -> float:
    """Return how much deeper a numbered heading is than others of its size."""
    numbered = _SECTION_NUMBER.match(text)
    return SUBNUMBER_DEPTH * numbered.group(1).count(".") if numbered else 0.0
