"""Telling noise from text: data that a guessed encoding turns into letters at random."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise

MIN_JUDGED = 50
"""Characters from which a text is judged: fewer may be anything."""
MIN_SEPARATORS = 0.02
"""Share of spaces, line ends, signs and digits in all characters; text of any script has at least this many."""
MIN_NON_ASCII = 0.2
"""Share of letters that are not ASCII from which letters may be noise; words of Latin scripts have fewer."""
MAX_CHANGES = 0.15
"""Share of neighbouring letters up to which they may be of different kinds."""
SAMPLE_CHARACTERS = 50_000
"""Characters that are looked at, half of them from the beginning and half from the middle."""

_JOINED_SCRIPTS = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK", "HALFWIDTH": "CJK"}
_SIGNS_CALLED_LETTERS = "µªº"


def is_noise(text: str) -> bool:
    """Whether nobody can have written a text: it has no words, or the letters within its words are of different kinds.

    Kinds are the scripts, and capital or small letters. In a word they are alike, except for a first capital.
    """
    sample = _sample(text)
    if len(sample) < MIN_JUDGED or sample.isascii():
        return False
    kinds = [_kind(character) for character in sample]
    letters = [character for character, kind in zip(sample, kinds, strict=True) if kind]
    if len(sample) - len(letters) < MIN_SEPARATORS * len(sample):
        return True
    if sum(character > "\x7f" for character in letters) < MIN_NON_ASCII * len(letters):
        return False
    within_words = [pair for pair in pairwise(kinds) if all(pair)]
    changes = sum(first != second and not _begins_word(first, second) for first, second in within_words)
    return changes > MAX_CHANGES * len(within_words)


def _sample(text: str) -> str:
    if len(text) <= SAMPLE_CHARACTERS:
        return text
    half, middle = SAMPLE_CHARACTERS // 2, len(text) // 2
    return text[:half] + text[middle : middle + half]


def _begins_word(first: str, second: str) -> bool:
    """Whether a small letter follows a capital of its script."""
    return first == f"capital {second}"


@lru_cache(maxsize=10_000)
def _kind(character: str) -> str:
    """Return a letter's script, with `capital ` before it for a capital; an empty string for all else."""
    category = unicodedata.category(character)
    if category[0] not in "LM" or character in _SIGNS_CALLED_LETTERS:
        return ""
    script = unicodedata.name(character, "UNKNOWN").split()[0]
    script = _JOINED_SCRIPTS.get(script, script)
    return f"capital {script}" if category in ("Lu", "Lt") else script
