"""Words spelt nearly like a missing one: misspelt, with another ending, or written as two words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import pairwise

from contents_service.relevance.terms import split_words

MIN_LETTERS = 4
"""Length of the shortest word for which near words are looked up; a shorter one has too many."""
MAX_LETTERS = 40
"""Length of the longest word for which near words are looked up."""
MIN_LETTERS_FOR_TWO_ERRORS = 7
"""Length of the shortest word in which two letters may be wrong."""
MAX_NEAR_WORDS = 3
MIN_SIMILARITY = 0.7
"""Smallest ratio of `difflib` between a word and a near one."""
MAX_ENDING = 3
"""Letters at the end that may differ: `repairer` for `repaired`."""
MIN_BEGINNING = 4
"""Letters at the beginning that must be the same if the ending differs."""
SAME_BEGINNING = 3
"""Letters at the beginning that must be the same if two letters may be wrong."""


def may_have_near_words(word: str) -> bool:
    """Whether near words are looked up: only for plain words that are neither very short nor very long."""
    return word.isalpha() and MIN_LETTERS <= len(word) <= MAX_LETTERS


def misspelling_pattern(word: str) -> str:
    """Return a regular expression for words that differ in one letter, or in two swapped ones.

    A fuzzy query would consider only some of the words in the whole core that are as near; this considers all.
    """
    one_wrong = [f"{word[:at]}.{{0,2}}{word[at + 1 :]}" for at in range(1, len(word))]
    two_swapped = [f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(1, len(word) - 1)]
    return "|".join([*one_wrong, *two_swapped])


def inflection_pattern(word: str) -> str:
    """Return a regular expression for words with the same beginning."""
    return f"{word[: max(MIN_BEGINNING, len(word) - MAX_ENDING)]}.{{0,{MAX_ENDING + 1}}}"


def beginning_pattern(word: str) -> str:
    """Return a regular expression for words of nearly the same length with the same beginning."""
    rest = len(word) - SAME_BEGINNING
    return f"{word[:SAME_BEGINNING]}.{{{rest - 2},{rest + 2}}}"


def nearest_words(word: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the words of some texts that are nearest to a word, best first; they have its first letter."""
    found: set[str] = set()
    for text in texts:
        words = [each.as_written.casefold() for each in split_words(text)]
        found.update(each for each in words if each[0] == word[0])
        found.update(f"{one} {other}" for one, other in pairwise(words) if one + other == word)
    return tuple(get_close_matches(word, sorted(found), n=MAX_NEAR_WORDS, cutoff=MIN_SIMILARITY))
