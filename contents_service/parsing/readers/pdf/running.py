"""Running heads and feet: lines that stand at the edge of page after page and belong to none.

Removing too much loses real headings and first lines, so only whole lines go, only at the outer edge, only repeated, or
where they say no more than which page it is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.page import Page

EDGE = 0.1
"""Of the page's height, at its top and at its foot: a running line stands wholly within it."""

PAGES_SHARE = 0.3
PAGES_AT_LEAST = 3
"""A line on so large a share of the pages (odd and even ones apart), and on so many, runs."""

IN_A_ROW = 3
"""So does one on so many pages in a row: a chapter's."""

_NUMBER = re.compile(r"\d+|\b(?a:[ivxlc]+)\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|pagina|página|pág|p|s)?\W*(\d+|[ivxlc]+)(?:\s*(?:of|von|van|de|di|sur|/)\s*\d+)?\W*",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Edge = tuple[str, str]
"""Which edge, and what stands there, with numbers as `#`."""


def without_running_lines(
    pages: Sequence[Page], is_heading: Callable[[Page, Line], bool], labels: Sequence[str] = ()
) -> list[Page]:
    """The pages without the lines that run over them; a line that is known to be a heading stays."""
    running = _running(pages)

    def stays(page: Page, line: Line) -> bool:
        edge = _edge(page, line)
        label = labels[page.number - 1] if page.number <= len(labels) else ""
        runs = (page.number, edge) in running or (edge is not None and _says_the_page(line, page, label))
        return is_heading(page, line) or not runs

    return [replace(page, lines=[line for line in page.lines if stays(page, line)]) for page in pages]


def _says_the_page(line: Line, page: Page, label: str) -> bool:
    """Whether a line says only which page it is: `3`, `– iv –`, `Page 3 of 8`."""
    said = _PAGE_NUMBER.fullmatch(line.text)
    return said is not None and said[1].lower() in (str(page.number), label.lower())


def _edge(page: Page, line: Line) -> Edge | None:
    """Where a line stands if that is at an edge, and what it says with its numbers left open."""
    if line.bottom >= (1 - EDGE) * page.height:
        where = "top"
    elif line.top <= EDGE * page.height:
        where = "foot"
    else:
        return None
    said, numbers = _NUMBER.sub("#", line.text), _NUMBER.findall(line.text)
    if not numbers or said.strip(" -–—|.·[]()") != "#":
        return where, said
    number = _value(numbers[0])
    return where, f"page {number - page.number:+}"  # a bare number runs only if it counts the pages


def _value(number: str) -> int:
    if number.isdigit():
        return int(number[:9])
    figures = [_ROMAN[letter] for letter in number.lower()]
    return sum(-a if a < b else a for a, b in zip(figures, [*figures[1:], 0], strict=True))


def _running(pages: Sequence[Page]) -> set[tuple[int, Edge | None]]:
    """The lines that run, with the pages on which they do."""
    found: dict[Edge, set[int]] = defaultdict(set)
    for page in pages:
        for line in page.lines:
            if edge := _edge(page, line):
                found[edge].add(page.number)
    sides = Counter(page.number % 2 for page in pages)
    return {(number, edge) for edge, numbers in found.items() for number in _repeated(numbers, sides)}


def _repeated(numbers: set[int], sides: Counter[int]) -> Iterator[int]:
    """Those of the pages on which a line is repeated often enough to run."""
    if len(numbers) < PAGES_AT_LEAST:
        return
    shares = [len([n for n in numbers if n % 2 == side]) / count for side, count in sides.items()]
    everywhere = max(shares) >= PAGES_SHARE
    for number in numbers:
        rows = (range(number - back, number - back + IN_A_ROW) for back in range(IN_A_ROW))
        if everywhere or any(numbers.issuperset(row) for row in rows):
            yield number
