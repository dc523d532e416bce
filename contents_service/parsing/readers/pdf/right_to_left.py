"""Arabic and Hebrew words put into reading order; PDFium already gives letters for their presentation forms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise

from contents_service.parsing.readers.pdf.line import Box

_WORD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]{2,}")
_LAM, _ALEFS = "\u0644", "\u0622\u0623\u0625\u0627"

BOX_TOLERANCE = 0.01
"""Maximum difference between box sides that count as equal, in points."""


def order_right_to_left(text: str, box_of: Callable[[int], Box]) -> str:
    """Return a text with its right-to-left words in reading order; `box_of` gives a character's box.

    Some programs write such words from the left, as they look. PDFium reverses most of them, but not all, and it splits
    the lam-alef ligature in the wrong order.
    """
    return _WORD.sub(lambda word: _order_word(word.group(), word.start(), box_of), text)


def _order_word(word: str, start: int, box_of: Callable[[int], Box]) -> str:
    """Return a word from its rightmost letter on; a diacritic follows its letter."""
    boxes = [box_of(start + at) for at in range(len(word))]
    middles = [(left + right) / 2 for left, _, right, _ in boxes]
    letter_middles = [middle for middle, letter in zip(middles, word, strict=True) if not unicodedata.combining(letter)]

    def sort_key(at: int) -> tuple[float, bool]:
        letter = min(letter_middles, key=lambda middle: abs(middle - middles[at]), default=0.0)
        return -letter, unicodedata.combining(word[at]) > 0

    order = sorted(range(len(word)), key=sort_key)
    for first, (at, after) in enumerate(pairwise(order[:])):
        if word[at] in _ALEFS and word[after] == _LAM and _is_ligature(boxes[at], boxes[after]):
            order[first : first + 2] = after, at
    return "".join(word[at] for at in order)


def _is_ligature(alef: Box, lam: Box) -> bool:
    """Whether two letters share or halve one box; those of two glyphs differ in width or height."""
    widths = alef[2] - alef[0] - (lam[2] - lam[0])
    return all(abs(by) < BOX_TOLERANCE for by in (widths, alef[1] - lam[1], alef[3] - lam[3]))
