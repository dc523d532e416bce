"""Lines that look like headings: larger than the body text, or bold and on their own."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise, takewhile

from msgspec import Struct

from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.parsing.readers.pdf.page import PdfPage

MIN_SIZE_RATIO = 1.12
"""Minimum ratio of a heading's font size to the body's; on seven layouts this found every heading and nothing else."""

MAX_CHARACTERS = 90
"""Maximum length of a heading, in characters; longer text is large body text."""

MAX_LINES = 3
"""Maximum number of lines of a heading."""

MAX_PER_PAGE = 8
"""Maximum number of unnumbered headings on a page; if more lines look like headings, it is a form or a poster."""

MAX_NUMBERED_PER_PAGE = 20
"""Maximum number of headings on a page, numbered ones included: clauses of small print, short sections."""

MIN_CONTENTS_LINES = 3
"""Minimum number of lines like `Title ..... 12` on a page of the table of contents, which has no headings."""

SIZE_TOLERANCE = 0.25
"""Maximum difference between font sizes that count as equal, in points."""

MAX_LEADING = 1.6
"""Maximum distance between the lines of a heading, as a multiple of the line height."""

_NUMBERED_CLAUSE = re.compile(r"(?:§\s*)?\d{1,2}(?:\.\d{1,2})*[.)]?\s+\W?[^\W\d_]{2}")
_SECTION_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?\s+")
"""A section number, which may be longer than the section's title."""

DOT_LEADER = re.compile(r"(?:[.…·_]\s?){4,}\s*[\divxlc]{1,6}$", re.IGNORECASE)
"""Dots that lead to a page number."""

_CAPTION = re.compile(
    r"(?i:figure|fig\.?|table|tab\.?|listing|chart|abbildung|abb\.?|tabelle|tableau)\s*(?:\d|(?<=\s)[A-Z]\b)"
)
_ADMONITION = re.compile(
    r"(?:note|tip|hint|caution|warning|important|attention|danger|hinweis|achtung|vorsicht|warnung|tipp|wichtig"
    r"|remarque|astuce|avertissement)s?\W*",
    re.IGNORECASE,
)
"""Label of a box next to the text, which is a heading for the box only."""

_LIST_ITEM = re.compile(r"[•‣◦▪■●○–—*-]\s")
_NON_LETTERS = re.compile(r"[\W_]+")
_SENTENCE_END = tuple(".,;:")

LinePosition = tuple[int, int]
"""A page number and the index of a line on that page."""


class HeadingCandidate(Struct, frozen=True):
    """Consecutive lines in one style that may be a heading."""

    text: str
    size: float
    line_count: int


def normalize_title(text: str) -> str:
    """Return the letters and digits of a title in lower case, so that two spellings of it are equal."""
    return _NON_LETTERS.sub("", unicodedata.normalize("NFKC", text)).casefold()


def find_body_size(pages: Sequence[PdfPage]) -> float:
    """Return the font size of most of a document's text."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            sizes[line.size] += len(line.text)
    return max(sizes, key=lambda size: sizes[size], default=0.0)


def find_larger_lines(
    page: PdfPage, body: float, claimed: Collection[LinePosition]
) -> dict[LinePosition, HeadingCandidate]:
    """Return the lines of a page that are larger than the body text, if they are few enough to be headings."""
    candidates = _find_candidates(page, claimed, lambda line: line.size >= MIN_SIZE_RATIO * body)
    return candidates if _are_few_enough(candidates) and not _is_table_of_contents(page) else {}


def find_bold_lines(
    page: PdfPage, body: float, claimed: Collection[LinePosition]
) -> dict[LinePosition, HeadingCandidate]:
    """Return the bold lines of a page in the body's size, if they are few enough to be headings."""
    bold = _find_candidates(page, claimed, lambda line: line.bold and abs(line.size - body) < SIZE_TOLERANCE)
    candidates = {
        position: candidate
        for position, candidate in bold.items()
        if not _is_run_in(page.lines[position[1] + candidate.line_count :])
    }
    return candidates if _are_few_enough(candidates) and not _is_table_of_contents(page) else {}


def _are_few_enough(candidates: Mapping[LinePosition, HeadingCandidate]) -> bool:
    """Whether a page's candidates are few enough to be headings; small print may have many numbered clauses."""
    unnumbered = sum(not _NUMBERED_CLAUSE.match(candidate.text) for candidate in candidates.values())
    return unnumbered <= MAX_PER_PAGE and len(candidates) <= MAX_NUMBERED_PER_PAGE


def _find_candidates(
    page: PdfPage, claimed: Collection[LinePosition], stands_out: Callable[[TextLine], bool]
) -> dict[LinePosition, HeadingCandidate]:
    found: dict[LinePosition, HeadingCandidate] = {}
    index = 0
    while index < len(page.lines):
        free = (
            line for position, line in enumerate(page.lines[index:], index) if (page.number, position) not in claimed
        )
        run = take_same_style(list(takewhile(stands_out, free))) if (page.number, index) not in claimed else []
        if run and _reads_like_heading(text := join_lines(run)) and len(run) <= MAX_LINES and not run[0].cell_count:
            found[page.number, index] = HeadingCandidate(text, run[0].size, len(run))
        index += max(len(run), 1)
    return found


def take_same_style(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the first line and those closely below it in the same style."""
    run = list(lines[:1])
    for above, below in pairwise(lines):
        is_close = 0 < above.bottom - below.bottom < MAX_LEADING * max(above.height, 1.0)
        if not is_close or abs(above.size - below.size) > SIZE_TOLERANCE or above.bold != below.bold:
            break
        run.append(below)
    return run


def join_lines(lines: Sequence[TextLine]) -> str:
    """Join lines into one text, and words broken at a line end."""
    text = "".join(line.text + ("" if line.ends_mid_word else " ") for line in lines)
    return " ".join(text.split())


def _reads_like_heading(text: str) -> bool:
    title = _SECTION_NUMBER.sub("", text, count=1)
    letter_count = sum(letter.isalpha() for letter in title)
    is_short = 2 <= letter_count >= len(title) / 2 and len(text) <= MAX_CHARACTERS and not text.endswith(_SENTENCE_END)
    return is_short and not (_LIST_ITEM.match(text) or _CAPTION.match(text) or _ADMONITION.fullmatch(text))


def _is_run_in(following: Sequence[TextLine]) -> bool:
    """Whether the sentence continues after bold lines, so that they are a run-in beginning and no heading."""
    return bool(following) and following[0].text[:1].islower()


def _is_table_of_contents(page: PdfPage) -> bool:
    return sum(bool(DOT_LEADER.search(line.text)) for line in page.lines) >= MIN_CONTENTS_LINES
