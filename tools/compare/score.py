"""Scores a reader's output against the ground truth of a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

import pypdfium2
from msgspec import Struct

from compare.chunks import Chunk, InputFile, ReaderOutput
from compare.ground_truth import GroundTruth, KnownTable, normalise, words_of

FIRST_WORDS = 5
"""How many words of a PDF's chunk must be on the page that it names."""


class Score(Struct, frozen=True):
    """Counts that can be added up over files."""

    files: int = 0
    failed: int = 0
    chunks: int = 0
    headings: int = 0
    headings_found: int = 0
    headings_wrong: int = 0
    placed: int = 0
    placed_right: int = 0
    words: int = 0
    words_lost: int = 0
    tables: int = 0
    tables_cut: int = 0
    """How many tables have rows in a chunk that neither contains nor repeats their header."""
    seconds: float = 0.0

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))


def failed_score(truth: GroundTruth) -> Score:
    """Return the score of a reader that failed: all words are lost."""
    words = truth.words.total()
    headings, tables = len(truth.headings or ()), len(truth.tables)
    return Score(1, 1, headings=headings, words=words, words_lost=words, tables=tables, tables_cut=tables)


def score(file: InputFile, truth: GroundTruth, output: ReaderOutput, seconds: float) -> Score:
    """Score a reader's output."""
    titles = {normalise(title) for title in output.headings} - {""}
    known = truth.headings if truth.headings is not None else frozenset[str]()
    placed = [chunk for chunk in output.chunks if chunk.lines or chunk.page]
    return Score(
        files=1,
        chunks=len(output.chunks),
        headings=len(known),
        headings_found=len(known & titles),
        headings_wrong=len(titles - known) if truth.headings is not None else 0,
        placed=len(placed),
        placed_right=sum(is_right(file, chunk) for chunk in placed),
        words=truth.words.total(),
        words_lost=(truth.words - _words(output)).total(),
        tables=len(truth.tables),
        tables_cut=sum(is_cut(table, output.chunks) for table in truth.tables),
        seconds=seconds,
    )


def _words(output: ReaderOutput) -> Counter[str]:
    """Count the words of the chunks and their headings."""
    return words_of("\n".join([*(chunk.text for chunk in output.chunks), *output.headings]))


def is_right(file: InputFile, chunk: Chunk) -> bool:
    """Whether a chunk is at the place it gives."""
    if chunk.page:
        return _letters(" ".join(chunk.text.split()[:FIRST_WORDS])) in _page(file, chunk.page)
    first, last = chunk.lines or (0, 0)
    own_text = "\n".join(file.lines[first - 1 : last])
    if file.format == "html":
        return set(words_of(chunk.text)) <= set(words_of(re.sub(r"<[^>]*>", " ", own_text))) | set(words_of(own_text))
    return bool(chunk.text.strip()) and _letters(chunk.text) in _letters(own_text)


@cache
def _page(file: InputFile, number: int) -> str:
    with pypdfium2.PdfDocument(file.data) as document:
        if number > len(document):
            return ""
        text = document[number - 1].get_textpage().get_text_range()
    return _letters(text)


def _letters(text: str) -> str:
    """Return only letters and digits, since readers differ in spaces and hyphens."""
    return re.sub(r"[\W_]", "", text)


def is_cut(table: KnownTable, chunks: Iterable[Chunk]) -> bool:
    """Whether a chunk has rows of a table without its header."""
    header, rows = _letters(table.header), [solid for row in table.rows if len(solid := _letters(row)) > 8]
    for chunk in chunks:
        letters = _letters(chunk.text)
        if header not in _letters(chunk.context) + letters and any(row in letters for row in rows):
            return True
    return False
