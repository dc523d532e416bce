"""Where a block that is too long may be cut, by its kind."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from contents_service.limits import Limits
from contents_service.model import Block
from contents_service.parsing.chunking.line_index import Ground

_SHORTENED = ("Dr", "Mr", "Mrs", "Ms", "St", "No", "Nr", "Art", "Sec", "Fig", "vs", "cf", r"e\.g", r"i\.e", "[A-Z]")
_NO_SENTENCE = "".join(rf"(?<!\b{word}\.)" for word in _SHORTENED)
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_LINE_AFTER_SENTENCE = re.compile(r"(?<=[.!?。！？])\n")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(
    rf"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]])){_NO_SENTENCE}[^\S\n]+|(?<=[。！？｡])(?=[^\s。！？｡」』）])"
)
_CLAUSE = re.compile(r"(?<=[,;:])[^\S\n]+|(?<=[、，；：])(?=\S)")
_SPACE = re.compile(r"[^\S\n]+")
_PUNCTUATION = re.compile(r"(?<=[^\w\s])(?=\w)")

# The best places first; a match is what stands between two pieces, and may be empty. A worse kind of place is
# taken only where a better one would leave a piece of less than half of what is aimed at, or of more than the most.
_RUNNING_TEXT = (_BLANK_LINES, _LINE_AFTER_SENTENCE, _LINE, _SENTENCE, _SPACE, _CLAUSE, _PUNCTUATION)
PLACES: Mapping[str, Sequence[re.Pattern[str]]] = {
    "heading": _RUNNING_TEXT,  # of endless markup, with nothing under it
    "prose": _RUNNING_TEXT,
    "code": (_BLANK_LINES, _LINE, _CLAUSE, _SPACE, _PUNCTUATION),
    "row": (_BLANK_LINES, _LINE, _SENTENCE, _SPACE, _CLAUSE, _PUNCTUATION),
}


def may_stay_whole(block: Block, size: int, limits: Limits) -> bool:
    """Whether a block of this size is a passage as it is."""
    return size <= (limits.passage_hard if block.kind == "prose" else limits.passage_unbreakable)


def pieces(ground: Ground, block: Block, start: int, end: int, limits: Limits) -> Iterator[tuple[int, int]]:
    """The stretches that a block is cut into if it may not stay whole."""
    while end - start > limits.passage_hard:
        stop, resume = _best_cut(ground, block.kind, start, end, limits)
        if start < (stop := ground.before_blank(start, stop)):
            yield start, stop
        start = ground.past_blank(resume, end)
    if start < end:
        yield start, end


def _best_cut(ground: Ground, kind: str, start: int, end: int, limits: Limits) -> tuple[int, int]:
    """Where the first piece stops and the next one begins; all that remains is meant to fall into even pieces."""
    rest = end - start
    aim = ceil(rest / ceil(rest / limits.passage_soft))
    window = ground.text(start, min(end, start + limits.passage_hard + 1))
    stop, resume = _best_place(window, kind, aim, limits.passage_hard)
    if not window.startswith("\n", stop):
        stop = len(window[:stop].rstrip())
    return start + stop, start + resume


def _best_place(window: str, kind: str, aim: int, most: int) -> tuple[int, int]:
    for places in PLACES[kind]:
        fitting = (m.span() for m in places.finditer(window, aim // 2) if m.start() <= most)
        best = min(fitting, key=lambda span: abs(span[0] - aim), default=None)
        if best:
            return best
    anywhere = _before_marks(window, aim)
    return anywhere, anywhere


def _before_marks(text: str, at: int) -> int:
    """A place at or before `at` that does not part a letter from the accents that follow it."""
    place = at
    while place > 1 and unicodedata.category(text[place])[0] == "M":
        place -= 1
    return place if place > 1 else at
