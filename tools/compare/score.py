"""How a reader's pieces hold against what a file has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

import pypdfium2
from msgspec import Struct

from compare.piece import File, Piece, Read
from compare.truth import Table, Truth, normal, words_of

FIRST_WORDS = 5
"""Of a piece of a PDF, that must stand on the page that it names."""


class Score(Struct, frozen=True):
    """Counts, each of which can be added up over files."""

    files: int = 0
    failed: int = 0
    pieces: int = 0
    headings: int = 0
    headings_found: int = 0
    headings_wrong: int = 0
    placed: int = 0
    placed_right: int = 0
    words: int = 0
    words_lost: int = 0
    tables: int = 0
    tables_cut: int = 0
    """Tables of which some rows are in a piece that neither has their header nor repeats it."""
    seconds: float = 0.0

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))


def failed(truth: Truth) -> Score:
    """The score of a reader that raised: all is lost."""
    words = truth.words.total()
    headings, tables = len(truth.headings or ()), len(truth.tables)
    return Score(1, 1, headings=headings, words=words, words_lost=words, tables=tables, tables_cut=tables)


def score(file: File, truth: Truth, read: Read, seconds: float) -> Score:
    """How good a reading is."""
    titles = {normal(title) for title in read.headings} - {""}
    known = truth.headings if truth.headings is not None else frozenset[str]()
    placed = [piece for piece in read.pieces if piece.lines or piece.page]
    return Score(
        files=1,
        pieces=len(read.pieces),
        headings=len(known),
        headings_found=len(known & titles),
        headings_wrong=len(titles - known) if truth.headings is not None else 0,
        placed=len(placed),
        placed_right=sum(is_right(file, piece) for piece in placed),
        words=truth.words.total(),
        words_lost=(truth.words - _words(read)).total(),
        tables=len(truth.tables),
        tables_cut=sum(is_cut(table, read.pieces) for table in truth.tables),
        seconds=seconds,
    )


def _words(read: Read) -> Counter[str]:
    """Its words; those of a heading are not lost if they are only said above its pieces."""
    return words_of("\n".join([*(piece.text for piece in read.pieces), *read.headings]))


def is_right(file: File, piece: Piece) -> bool:
    """Whether a piece is where it says it is."""
    if piece.page:
        return _solid(" ".join(piece.text.split()[:FIRST_WORDS])) in _page(file, piece.page)
    first, last = piece.lines or (0, 0)
    within = "\n".join(file.lines[first - 1 : last])
    if file.format == "html":
        return set(words_of(piece.text)) <= set(words_of(re.sub(r"<[^>]*>", " ", within))) | set(words_of(within))
    return bool(piece.text.strip()) and _solid(piece.text) in _solid(within)


@cache
def _page(file: File, number: int) -> str:
    with pypdfium2.PdfDocument(file.data) as document:
        if number > len(document):
            return ""
        text = document[number - 1].get_textpage().get_text_range()
    return _solid(text)


def _solid(text: str) -> str:
    """The letters and digits, since readers differ in spaces and hyphens."""
    return re.sub(r"[\W_]", "", text)


def is_cut(table: Table, pieces: Iterable[Piece]) -> bool:
    """Whether a piece has rows of a table and not its header."""
    header, rows = _solid(table.header), [solid for row in table.rows if len(solid := _solid(row)) > 8]
    for piece in pieces:
        solid = _solid(piece.text)
        if header not in _solid(piece.context) + solid and any(row in solid for row in rows):
            return True
    return False
