"""Running headers and footers: lines at the edge of page after page that belong to none of them.

Removing too much loses headings and first lines. So only whole lines at the outer edge are left out, and only if they
repeat or say nothing but the page number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.heading_styles import (
    DOT_LEADER,
    MIN_SIZE_RATIO,
    find_body_size,
    normalize_title,
)
from contents_service.parsing.readers.pdf.line import TextLine, is_same_row
from contents_service.parsing.readers.pdf.page import PdfPage
from contents_service.parsing.readers.pdf.tables import CELL_SEPARATOR

EDGE_SHARE = 0.1
"""Height of the top and bottom margin that holds running lines, as a share of the page height."""

ABOVE_FOOTER = "above the foot"
"""Edge of a page number that is the lowest line of its page but lies above the bottom margin."""

LOW_SHARE = 0.25
"""Height of the area, from the bottom, in which a lowest line may be such a page number, as a share of the page height.
"""

MIN_PAGE_SHARE = 0.3
"""Minimum share of the odd or the even pages on which a running line appears."""

MIN_PAGES = 3
"""Minimum number of pages on which a running line appears."""

MIN_CONSECUTIVE_PAGES = 3
"""Number of consecutive pages on which any line is a running line, such as a chapter's header."""

MIN_TITLE_LETTERS = 4
"""Minimum length, in letters, of a title that a header may repeat; shorter ones may be any word."""

MAX_HEADER_LETTERS = 120
"""Maximum length of a header made of titles, in letters."""

_DIGITS = re.compile(r"\d+")
_DIVISION_NAMES = (
    "chapter",
    "chapitre",
    "kapitel",
    "capitulo",
    "capítulo",
    "section",
    "part",
    "teil",
    "appendix",
    "anhang",
)
"""Words that may precede a section's title in a header."""

_NUMBER = re.compile(r"\d+|\b(?a:[ivxlc]+)\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|pagina|página|pág|p|s)?\W*(\d+|[ivxlc]+)(?:\s*(?:of|von|van|de|di|sur|/)\s*\d+)?\W*",
    re.IGNORECASE,
)
_OUTER_NUMBER = re.compile(
    r"^(\d+|[ivxlc]+)\b|(?<![\w.,])(\d+|[ivxlc]+)(?:\s*(?:of|von|van|de|di|sur|/)\s*\d+)?$", re.IGNORECASE
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

EdgeKey = tuple[str, str]
"""The edge at which a line appears, and its text with numbers replaced by `#`, or the page number it counts."""


def strip_headers_footers(
    pages: Sequence[PdfPage],
    is_heading: Callable[[PdfPage, TextLine], bool],
    labels: Sequence[str] = (),
    titles: Iterable[str] = (),
) -> list[PdfPage]:
    """Return the pages without running headers and footers; a line known to be a heading stays.

    `titles` are section titles that headers may repeat.
    """
    min_heading_size = MIN_SIZE_RATIO * find_body_size(pages)
    larger = (line.text for page in pages for line in page.lines if line.size >= min_heading_size)
    all_names = map(_normalize_without_digits, (*titles, *larger, *_DIVISION_NAMES))
    names = {name for name in all_names if len(name) >= MIN_TITLE_LETTERS}
    keys_by_page = [
        [
            _find_edge_keys(page, line, names) if line.size < min_heading_size else _find_title_keys(page, line)
            for line in page.lines
        ]
        for page in pages
    ]
    running = _find_running_keys(pages, keys_by_page)

    def is_kept(page: PdfPage, line: TextLine, keys: Sequence[EdgeKey]) -> bool:
        if not keys:
            return True
        label = labels[page.number - 1] if page.number <= len(labels) else ""
        is_running = any((page.number, key) in running for key in keys)
        is_page_number = keys[0][0] != ABOVE_FOOTER and _is_page_number(line, page, label)
        return not (is_running or is_page_number) or is_heading(page, line)

    return [
        replace(
            page,
            lines=[line for line, keys in zip(page.lines, keys_by_line, strict=True) if is_kept(page, line, keys)],
        )
        for page, keys_by_line in zip(pages, keys_by_page, strict=True)
    ]


def _is_page_number(line: TextLine, page: PdfPage, label: str) -> bool:
    """Whether a line is only the page number: `3`, `– iv –`, `Page 3 of 8`."""
    match = _PAGE_NUMBER.fullmatch(line.text)
    return match is not None and match[1].lower() in (str(page.number), label.lower())


def _find_edge_keys(page: PdfPage, line: TextLine, titles: Collection[str]) -> list[EdgeKey]:
    """Return the keys by which a line at an edge may repeat: its text, the page it counts, the titles in it."""
    if line.bottom >= (1 - EDGE_SHARE) * page.height:
        edge, distance = "top", page.height - line.top
    elif line.top <= EDGE_SHARE * page.height:
        edge, distance = "foot", line.bottom
    else:
        return _find_low_page_number(page, line)
    text = line.text.replace(CELL_SEPARATOR, " ").strip()
    masked, numbers = _NUMBER.sub("#", text), _NUMBER.findall(text)
    if numbers and masked.strip(" -–—|.·[]()") == "#":
        return [(edge, _format_page_offset(numbers[0], page))]  # a bare number is running only if it counts the pages
    outer_numbers = [number for match in _OUTER_NUMBER.finditer(text) for number in match.groups() if number]
    keys = [masked, *(f"{distance:.0f} {_format_page_offset(number, page)}" for number in outer_numbers)]
    if titles and not DOT_LEADER.search(text) and _consists_of(text, titles):
        keys.append(f"{distance:.0f} titles")
    return [(edge, key) for key in keys]


def _find_title_keys(page: PdfPage, line: TextLine) -> list[EdgeKey]:
    """Return the keys of a line in the type of headings: at the top, only the same text makes it a running header.

    `Exercise 3` is the title of a worksheet, and whatever a slide begins with is its title.
    """
    keys = _find_edge_keys(page, line, ())
    if not keys or keys[0][0] != "top" or not any(map(str.isalpha, line.text)):
        return keys
    return [] if page.width > page.height else [("top", line.text)]


def _find_low_page_number(page: PdfPage, line: TextLine) -> list[EdgeKey]:
    """Return the key of a page number that is the lowest line but lies above the footer, as LaTeX may place it."""
    match = _PAGE_NUMBER.fullmatch(line.text) if line.top <= LOW_SHARE * page.height else None
    others = (other for other in page.lines if other is not line)
    if not match or any(other.bottom < line.bottom or is_same_row(other.box, line.box) for other in others):
        return []
    return [(ABOVE_FOOTER, _format_page_offset(match[1], page))]


def _format_page_offset(number: str, page: PdfPage) -> str:
    """Return the difference between a printed number and the page's position; page numbers keep it constant."""
    return f"page {_parse_number(number) - page.number:+}"


def _normalize_without_digits(text: str) -> str:
    return _DIGITS.sub("", normalize_title(text))


def _consists_of(text: str, titles: Collection[str]) -> bool:
    """Whether a text is one or more of these titles in a row, ignoring numbers."""
    letters = _normalize_without_digits(text)
    if not 0 < len(letters) <= MAX_HEADER_LETTERS:
        return False
    ends = {0}
    for start in range(len(letters)):
        if start in ends:
            ends |= {end for end in range(start + MIN_TITLE_LETTERS, len(letters) + 1) if letters[start:end] in titles}
    return len(letters) in ends


def _parse_number(number: str) -> int:
    """Return the value of an Arabic or Roman number."""
    if number.isdigit():
        return int(number[:9])
    values = [_ROMAN[letter] for letter in number.lower()]
    return sum(
        -value if value < following else value for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def _find_running_keys(
    pages: Sequence[PdfPage], keys_by_page: Sequence[Sequence[Sequence[EdgeKey]]]
) -> set[tuple[int, EdgeKey]]:
    """Return the keys that repeat, each with the page on which it does."""
    pages_by_key: dict[EdgeKey, set[int]] = defaultdict(set)
    for page, keys_by_line in zip(pages, keys_by_page, strict=True):
        for key in chain.from_iterable(keys_by_line):
            pages_by_key[key].add(page.number)
    sides = Counter(page.number % 2 for page in pages)
    return {(number, key) for key, numbers in pages_by_key.items() for number in _find_running_pages(numbers, sides)}


def _find_running_pages(numbers: set[int], sides: Counter[int]) -> Iterator[int]:
    """Yield the pages of a repeated line on which it counts as running."""
    if len(numbers) < MIN_PAGES:
        return
    shares = [len([n for n in numbers if n % 2 == side]) / count for side, count in sides.items()]
    on_many_pages = max(shares) >= MIN_PAGE_SHARE
    for number in numbers:
        stretches = (
            range(number - back, number - back + MIN_CONSECUTIVE_PAGES) for back in range(MIN_CONSECUTIVE_PAGES)
        )
        if on_many_pages or any(numbers.issuperset(stretch) for stretch in stretches):
            yield number
