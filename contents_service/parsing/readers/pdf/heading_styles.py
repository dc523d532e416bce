"""Lines that are set as headings are: larger than the body, or bold and alone."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise, takewhile

from msgspec import Struct

from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.page import Page

LARGER = 1.12
"""Times the body's size: on seven layouts this found every heading and nothing else."""

CHARACTERS = 90
LINES = 3
"""What is longer is text set large."""

A_PAGE = 8
"""More lines than that on a page which look like headings, and have no number, are its design: a form, a poster."""

MOST_CLAUSES = 20
"""Numbered ones on a page, of small print in columns or of short sections."""

LEADERS = 3
"""So many lines of `Title ..... 12` make a table of contents, whose lines are no headings."""

SAME_SIZE = 0.25
"""Points."""

LEADING = 1.6
"""Times a line's height: what stands lower does not go on with it."""

_CLAUSE = re.compile(r"(?:§\s*)?\d{1,2}(?:\.\d{1,2})*[.)]?\s+\W?[^\W\d_]{2}")
_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+")
"""The number of a section, which may be longer than what it is called."""
LEADER = re.compile(r"(?:[.…·_]\s?){4,}\s*[\divxlc]{1,6}$", re.IGNORECASE)
_CAPTION = re.compile(
    r"(?i:figure|fig\.?|table|tab\.?|listing|chart|abbildung|abb\.?|tabelle|tableau)\s*(?:\d|(?<=\s)[A-Z]\b)"
)
_BOX = re.compile(
    r"(?:note|tip|hint|caution|warning|important|attention|danger|hinweis|achtung|vorsicht|warnung|tipp|wichtig"
    r"|remarque|astuce|avertissement)s?\W*",
    re.IGNORECASE,
)
"""What stands over a box beside the text: it heads the box, and not what follows after it."""

_POINT = re.compile(r"[•‣◦▪■●○–—*-]\s")
_NOT_LETTERS = re.compile(r"[\W_]+")
_SENTENCE_END = tuple(".,;:")

Place = tuple[int, int]
"""A page's number and the index of a line on it."""


class Run(Struct, frozen=True):
    """Lines that are set as one: what they say, their size, and how many they are."""

    text: str
    size: float
    lines: int


def letters(text: str) -> str:
    """A text without all that two writings of one title may differ in."""
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFKC", text)).casefold()


def body_size(pages: Sequence[Page]) -> float:
    """The size that most of a document is set in."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            sizes[line.size] += len(line.text)
    return max(sizes, key=lambda size: sizes[size], default=0.0)


def larger_runs(page: Page, body: float, taken: Collection[Place]) -> dict[Place, Run]:
    """The lines of a page set larger than the body, if they are few enough to be headings."""
    found = _runs(page, taken, lambda line: line.size >= LARGER * body)
    return found if _are_few(found) and not _is_table_of_contents(page) else {}


def bold_runs(page: Page, body: float, taken: Collection[Place]) -> dict[Place, Run]:
    """The lines of a page that are bold in the body's size, if they are few enough to be headings."""
    bold = _runs(page, taken, lambda line: line.bold and SAME_SIZE > line.size - body > -SAME_SIZE)
    found = {place: run for place, run in bold.items() if not _runs_in(page.lines[place[1] + run.lines :])}
    return found if _are_few(found) and not _is_table_of_contents(page) else {}


def _are_few(found: Mapping[Place, Run]) -> bool:
    """Whether these are few enough to be headings; the numbered clauses of small print may be many."""
    return sum(not _CLAUSE.match(run.text) for run in found.values()) <= A_PAGE and len(found) <= MOST_CLAUSES


def _runs(page: Page, taken: Collection[Place], stands_out: Callable[[Line], bool]) -> dict[Place, Run]:
    found: dict[Place, Run] = {}
    index = 0
    while index < len(page.lines):
        free = (line for at, line in enumerate(page.lines[index:], index) if (page.number, at) not in taken)
        run = set_alike(list(takewhile(stands_out, free))) if (page.number, index) not in taken else []
        if run and _reads_like_a_heading(said := joined(run)) and len(run) <= LINES and not run[0].cells:
            found[page.number, index] = Run(said, run[0].size, len(run))
        index += max(len(run), 1)
    return found


def set_alike(lines: Sequence[Line]) -> list[Line]:
    """The lines from the first on that are set as it is, one closely under the other."""
    run = list(lines[:1])
    for above, below in pairwise(lines):
        near = 0 < above.bottom - below.bottom < LEADING * max(above.height, 1.0)
        if not near or abs(above.size - below.size) > SAME_SIZE or above.bold != below.bold:
            break
        run.append(below)
    return run


def joined(lines: Sequence[Line]) -> str:
    """Lines as one; a word broken at a line's end is whole again."""
    said = "".join(line.text + ("" if line.broken else " ") for line in lines)
    return " ".join(said.split())


def _reads_like_a_heading(said: str) -> bool:
    name = _SECTION.sub("", said, count=1)
    count = sum(letter.isalpha() for letter in name)
    is_short = 2 <= count >= len(name) / 2 and len(said) <= CHARACTERS and not said.endswith(_SENTENCE_END)
    return is_short and not (_POINT.match(said) or _CAPTION.match(said) or _BOX.fullmatch(said))


def _runs_in(following: Sequence[Line]) -> bool:
    """Whether a sentence goes on after bold lines: then they are its bold beginning."""
    return bool(following) and following[0].text[:1].islower()


def _is_table_of_contents(page: Page) -> bool:
    return sum(bool(LEADER.search(line.text)) for line in page.lines) >= LEADERS
