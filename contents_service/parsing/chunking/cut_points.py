"""The places where a block that is too long is cut, by the kind of block."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from contents_service.limits import Limits
from contents_service.model import Block
from contents_service.parsing.chunking.line_index import LineIndex

_ABBREVIATIONS = ("Dr", "Mr", "Mrs", "Ms", "St", "No", "Nr", "Art", "Sec", "Fig", "vs", "cf", r"e\.g", r"i\.e", "[A-Z]")
_NOT_AFTER_ABBREVIATION = "".join(rf"(?<!\b{word}\.)" for word in _ABBREVIATIONS)
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_LINE_AFTER_SENTENCE = re.compile(r"(?<=[.!?。！？])\n")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(
    rf"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]])){_NOT_AFTER_ABBREVIATION}[^\S\n]+|(?<=[。！？｡])(?=[^\s。！？｡」』）])"
)
_CLAUSE = re.compile(r"(?<=[,;:])[^\S\n]+|(?<=[、，；：])(?=\S)")
_SPACE = re.compile(r"[^\S\n]+")
_PUNCTUATION = re.compile(r"(?<=[^\w\s])(?=\w)")

# The best places come first. A match is the text between two pieces, and may be empty. A worse kind of place is taken
# only where a better one would leave a piece shorter than half the target size, or longer than the limit.
_RUNNING_TEXT = (_BLANK_LINES, _LINE_AFTER_SENTENCE, _LINE, _SENTENCE, _SPACE, _CLAUSE, _PUNCTUATION)
PLACES: Mapping[str, Sequence[re.Pattern[str]]] = {
    "heading": _RUNNING_TEXT,  # a heading of endless markup with nothing under it
    "prose": _RUNNING_TEXT,
    "code": (_BLANK_LINES, _LINE, _CLAUSE, _SPACE, _PUNCTUATION),
    "row": (_BLANK_LINES, _LINE, _SENTENCE, _SPACE, _CLAUSE, _PUNCTUATION),
}


def may_stay_whole(block: Block, size: int, limits: Limits) -> bool:
    """Whether a block of this size may be a passage as it is."""
    return size <= (limits.passage_hard if block.kind == "prose" else limits.passage_unbreakable)


def pieces(index: LineIndex, block: Block, start: int, end: int, limits: Limits) -> Iterator[tuple[int, int]]:
    """Yield the stretches that a block is cut into if it may not stay whole."""
    while end - start > limits.passage_hard:
        stop, resume = _best_cut(index, block.kind, start, end, limits)
        if start < (stop := index.trim_blank(start, stop)):
            yield start, stop
        start = index.skip_blank(resume, end)
    if start < end:
        yield start, end


def _best_cut(index: LineIndex, kind: str, start: int, end: int, limits: Limits) -> tuple[int, int]:
    """Return where the first piece stops and the next begins, so that what remains falls into even pieces."""
    rest = end - start
    aim = ceil(rest / ceil(rest / limits.passage_soft))
    window = index.text(start, min(end, start + limits.passage_hard + 1))
    stop, resume = _best_place(window, kind, aim, limits.passage_hard)
    if not window.startswith("\n", stop):
        stop = len(window[:stop].rstrip())
    return start + stop, start + resume


def _best_place(window: str, kind: str, aim: int, max_size: int) -> tuple[int, int]:
    for places in PLACES[kind]:
        fitting = (m.span() for m in places.finditer(window, aim // 2) if m.start() <= max_size)
        best = min(fitting, key=lambda span: abs(span[0] - aim), default=None)
        if best:
            return best
    place = _before_marks(window, aim)
    return place, place


def _before_marks(text: str, at: int) -> int:
    """Return a place at or before `at` that does not separate a letter from the accents that follow it."""
    place = at
    while place > 1 and unicodedata.category(text[place])[0] == "M":
        place -= 1
    return place if place > 1 else at
