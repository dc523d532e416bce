"""Lines whose letters are spaced out, as in `W I N T E R  S T O R A G E`: which letters make a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

MIN_LETTERS = 5
"""Minimum number of letters of a line that is spaced out; fewer may be the heads of columns or answers to choose."""

MIN_WORD_GAP = 1.45
"""Minimum gap between two words, as a multiple of the usual gap between two letters."""

_SPACED_OUT = re.compile(r"[^\W\d_](?: [^\s_])+")


def is_spaced_out(text: str) -> bool:
    """Whether a line is letters with a space after each, and not the alphabet or the names of columns."""
    if len(text) < 2 * MIN_LETTERS - 1 or text[1] != " " or not _SPACED_OUT.fullmatch(text):
        return False
    letters = text.casefold().split(" ")
    return letters != sorted(letters) and not set(letters) <= set("abcdefx")


def join_letters(text: str, gaps: Sequence[float]) -> str:
    """Return the words of a line that is spaced out, by the width of the gap after each letter but the last."""
    letters = text.split(" ")
    usual = median(gaps)
    joined = letters[0]
    for letter, gap in zip(letters[1:], gaps, strict=True):
        joined += f" {letter}" if gap > MIN_WORD_GAP * usual else letter
    return joined
