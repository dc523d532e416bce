"""Accented letters that a file draws as two glyphs, one over the other, as old TeX fonts do: `Universit´e`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from contents_service.parsing.readers.pdf.line import Box

_COMBINING_MARKS = dict(
    zip(
        "`´ˆ˜¯˘˙¨˚˝ˇ¸˛",
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328",
        strict=True,
    )
)
"""Combining character for each accent that stands alone."""

_ACCENT = re.compile(f"[{''.join(_COMBINING_MARKS)}]")
_DOTLESS = {"ı": "i", "ȷ": "j"}


def compose_accents(text: str, box_of: Callable[[int], Box]) -> str:
    """Return a text in which each accent over or under a letter is composed with it; `box_of` gives a character's box.

    An accent next to a letter, as in `x^2`, stays as it is.
    """
    if not _ACCENT.search(text):
        return text
    characters = list(text)
    for found in _ACCENT.finditer(text):
        accent = found.start()
        for letter in (accent + 1, accent - 1):
            composed = _compose(text[letter : letter + 1], found.group()) if letter >= 0 else ""
            if composed and _overlies(box_of(accent), box_of(letter)):
                characters[letter], characters[accent] = composed, ""
                break
    return "".join(characters)


def _compose(letter: str, accent: str) -> str:
    """Return a letter with its accent as one character, or an empty string if there is none."""
    composed = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _COMBINING_MARKS[accent])
    return composed if letter.isalpha() and len(composed) == 1 else ""


def _overlies(accent: Box, letter: Box) -> bool:
    """Whether an accent is above or below a letter, not next to it."""
    return letter[0] <= (accent[0] + accent[2]) / 2 <= letter[2]
