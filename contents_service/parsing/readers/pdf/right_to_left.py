"""Arabic and Hebrew: words in the order in which they are read. Their shapes PDFium gives as letters already."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise

from contents_service.parsing.readers.pdf.line import Box

_WORD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]{2,}")
_LAM, _ALEFS = "\u0644", "\u0622\u0623\u0625\u0627"

SAME = 0.01
"""Points."""


def in_reading_direction(text: str, box: Callable[[int], Box]) -> str:
    """A text with its right-to-left words read from the right, by the box around each character.

    Some programs write each such word from the left, as it looks; PDFium turns most of them round, and not all. The
    one shape of lam and alef it takes apart the wrong way round.
    """
    return _WORD.sub(lambda word: _from_the_right(word.group(), word.start(), box), text)


def _from_the_right(word: str, start: int, box: Callable[[int], Box]) -> str:
    """A word from its rightmost letter on; a sign above or below a letter follows it."""
    boxes = [box(start + at) for at in range(len(word))]
    middles = [(left + right) / 2 for left, _, right, _ in boxes]
    letters = [middle for middle, letter in zip(middles, word, strict=True) if not unicodedata.combining(letter)]

    def place(at: int) -> tuple[float, bool]:
        letter = min(letters, key=lambda middle: abs(middle - middles[at]), default=0.0)
        return -letter, unicodedata.combining(word[at]) > 0

    order = sorted(range(len(word)), key=place)
    for first, (at, after) in enumerate(pairwise(order[:])):
        if word[at] in _ALEFS and word[after] == _LAM and _is_one_shape(boxes[at], boxes[after]):
            order[first : first + 2] = after, at
    return "".join(word[at] for at in order)


def _is_one_shape(alef: Box, lam: Box) -> bool:
    """Whether two letters share one box, or halve it: those of two shapes differ in width or height."""
    widths = alef[2] - alef[0] - (lam[2] - lam[0])
    return all(abs(by) < SAME for by in (widths, alef[1] - lam[1], alef[3] - lam[3]))
