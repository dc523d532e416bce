"""Arabic and Hebrew: words in the order in which they are read, in letters and not in the shapes that they take."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

SHAPES = (range(0xFB1D, 0xFE00), range(0xFE70, 0xFEFF))
"""The blocks of Hebrew and Arabic presentation forms, lam-alef and the other ligatures among them."""

LETTERS = {shape: unicodedata.normalize("NFKC", chr(shape)) for block in SHAPES for shape in block}
"""For each shape the letters that it is of."""

_WORD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]{2,}")


def in_reading_direction(text: str, middle: Callable[[int], float]) -> str:
    """A text with its right-to-left words read from the right, by where the middle of each character stands.

    Some programs write each such word from the left, as it looks; PDFium turns most of them round, and not all.
    """
    return _WORD.sub(lambda word: _from_the_right(word.group(), word.start(), middle), text)


def _from_the_right(word: str, start: int, middle: Callable[[int], float]) -> str:
    """A word from its rightmost letter on; a sign above or below a letter follows it."""
    places = {at: middle(start + at) for at in range(len(word))}
    bases = [place for at, place in places.items() if not unicodedata.combining(word[at])]
    if not bases or min(places.values()) == max(places.values()):
        return word

    def order(at: int) -> tuple[float, bool]:
        base = min(bases, key=lambda place: abs(place - places[at]))
        return -base, unicodedata.combining(word[at]) > 0

    return "".join(word[at] for at in sorted(places, key=order))
