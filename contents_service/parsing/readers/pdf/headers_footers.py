"""Running heads and feet: lines that stand at the edge of page after page and belong to none.

Removing too much loses real headings and first lines, so only whole lines go, only at the outer edge, only repeated, or
where they say no more than which page it is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.heading_styles import LARGER, LEADER, body_size, letters
from contents_service.parsing.readers.pdf.line import Line, same_row
from contents_service.parsing.readers.pdf.page import Page
from contents_service.parsing.readers.pdf.tables import BETWEEN_CELLS

EDGE = 0.1
"""Of the page's height, at its top and at its foot: a running line stands wholly within it."""

ABOVE_THE_FOOT = "above the foot"
LOW = 0.25
"""Of the page's height: the lowest line of a page within it runs, too, if it is only a number that counts the pages."""

PAGES_SHARE = 0.3
PAGES_AT_LEAST = 3
"""A line on so large a share of the pages (odd and even ones apart), and on so many, runs."""

IN_A_ROW = 3
"""So does one on so many pages in a row: a chapter's."""

SHORTEST_TITLE = 4
LONGEST_HEAD = 120
"""Letters: a shorter title may be any word, and no head is longer."""

_NUMBERS = re.compile(r"\d+")
_PARTS = ("chapter", "chapitre", "kapitel", "capitulo", "capítulo", "section", "part", "teil", "appendix", "anhang")
"""What may stand in a head before the title of a part."""

_NUMBER = re.compile(r"\d+|\b(?a:[ivxlc]+)\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|pagina|página|pág|p|s)?\W*(\d+|[ivxlc]+)(?:\s*(?:of|von|van|de|di|sur|/)\s*\d+)?\W*",
    re.IGNORECASE,
)
_AT_AN_END = re.compile(
    r"^(\d+|[ivxlc]+)\b|(?<![\w.,])(\d+|[ivxlc]+)(?:\s*(?:of|von|van|de|di|sur|/)\s*\d+)?$", re.IGNORECASE
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Edge = tuple[str, str]
"""Which edge, or above the foot, and what stands there, with numbers as `#`."""


def without_running_lines(
    pages: Sequence[Page],
    is_heading: Callable[[Page, Line], bool],
    labels: Sequence[str] = (),
    titles: Iterable[str] = (),
) -> list[Page]:
    """The pages without the lines that run over them; a line that is known to be a heading stays.

    `titles` are those of the document's parts, of which a head may be made.
    """
    body = body_size(pages)
    larger = (line.text for page in pages for line in page.lines if line.size >= LARGER * body)
    names = {name for title in (*titles, *larger, *_PARTS) if len(name := _unnumbered(title)) >= SHORTEST_TITLE}

    edges = [[_edges(page, line, names if line.size < LARGER * body else ()) for line in page.lines] for page in pages]
    running = _running(pages, edges)

    def stays(page: Page, line: Line, found: Sequence[Edge]) -> bool:
        if not found:
            return True
        label = labels[page.number - 1] if page.number <= len(labels) else ""
        runs = any((page.number, edge) in running for edge in found)
        says_the_page = found[0][0] != ABOVE_THE_FOOT and _says_the_page(line, page, label)
        return not (runs or says_the_page) or is_heading(page, line)

    return [
        replace(page, lines=[line for line, one in zip(page.lines, found, strict=True) if stays(page, line, one)])
        for page, found in zip(pages, edges, strict=True)
    ]


def _says_the_page(line: Line, page: Page, label: str) -> bool:
    """Whether a line says only which page it is: `3`, `– iv –`, `Page 3 of 8`."""
    said = _PAGE_NUMBER.fullmatch(line.text)
    return said is not None and said[1].lower() in (str(page.number), label.lower())


def _edges(page: Page, line: Line, titles: Collection[str]) -> list[Edge]:
    """What may run of a line that stands at an edge: what it says, which page it counts, that it repeats titles."""
    if line.bottom >= (1 - EDGE) * page.height:
        where, height = "top", page.height - line.top
    elif line.top <= EDGE * page.height:
        where, height = "foot", line.bottom
    else:
        return _low_number(page, line)
    text = line.text.replace(BETWEEN_CELLS, " ").strip()
    said, numbers = _NUMBER.sub("#", text), _NUMBER.findall(text)
    if numbers and said.strip(" -–—|.·[]()") == "#":
        return [(where, _counts(numbers[0], page))]  # a bare number runs only if it counts the pages
    ends = [number for found in _AT_AN_END.finditer(text) for number in found.groups() if number]
    found = [said, *(f"{height:.0f} {_counts(number, page)}" for number in ends)]
    found += [f"{height:.0f} titles"] if titles and not LEADER.search(text) and _is_made_of(text, titles) else []
    return [(where, one) for one in found]


def _low_number(page: Page, line: Line) -> list[Edge]:
    """The page that a number counts which stands alone, lowest of all, above the foot: LaTeX's pages end so."""
    said = _PAGE_NUMBER.fullmatch(line.text) if line.top <= LOW * page.height else None
    beside = (other for other in page.lines if other is not line)
    if not said or any(other.bottom < line.bottom or same_row(other.box, line.box) for other in beside):
        return []
    return [(ABOVE_THE_FOOT, _counts(said[1], page))]


def _counts(number: str, page: Page) -> str:
    return f"page {_value(number) - page.number:+}"


def _unnumbered(text: str) -> str:
    return _NUMBERS.sub("", letters(text))


def _is_made_of(text: str, titles: Collection[str]) -> bool:
    """Whether a text is one or some of these titles one after the other, whatever their numbers."""
    said = _unnumbered(text)
    if not 0 < len(said) <= LONGEST_HEAD:
        return False
    ends = {0}
    for start in range(len(said)):
        if start in ends:
            ends |= {end for end in range(start + SHORTEST_TITLE, len(said) + 1) if said[start:end] in titles}
    return len(said) in ends


def _value(number: str) -> int:
    if number.isdigit():
        return int(number[:9])
    figures = [_ROMAN[letter] for letter in number.lower()]
    return sum(-a if a < b else a for a, b in zip(figures, [*figures[1:], 0], strict=True))


def _running(pages: Sequence[Page], edges: Sequence[Sequence[Sequence[Edge]]]) -> set[tuple[int, Edge]]:
    """The lines that run, with the pages on which they do."""
    found: dict[Edge, set[int]] = defaultdict(set)
    for page, lines in zip(pages, edges, strict=True):
        for edge in chain.from_iterable(lines):
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
