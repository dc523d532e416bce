"""Words spelt nearly like a missing one: misspelt, with another ending, or written as two words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import pairwise

from contents_service.relevance.terms import split_words

MIN_LETTERS = 4
"""Smallest number of letters of a word for which near words are looked up; a shorter one has too many."""
MAX_LETTERS = 40
"""Largest number of letters of a word for which near words are looked up."""
MIN_LETTERS_FOR_TWO_ERRORS = 7
"""Smallest number of letters of a word in which two letters may be wrong."""
MAX_NEAR_WORDS = 3
"""Largest number of near words of a word."""
MIN_SIMILARITY = 0.7
"""Smallest similarity of a word and a near one, as `difflib` measures it, from 0 to 1."""
MAX_ENDING = 3
"""Largest number of letters at the end of a word that may differ: `repairer` for `repaired`."""
MIN_BEGINNING = 4
"""Smallest number of letters at the beginning that must be the same if the ending differs."""
SAME_BEGINNING = 3
"""Number of letters at the beginning that must be the same if two letters may be wrong."""


def may_have_near_words(word: str) -> bool:
    """Whether near words are looked up: only for plain words that are neither very short nor very long."""
    return word.isalpha() and MIN_LETTERS <= len(word) <= MAX_LETTERS


def misspelling_pattern(word: str) -> str:
    """Return a regular expression for words that differ in one letter, or in two swapped ones.

    A fuzzy query of Solr expands to a limited number of the core's terms; this matches all of them.
    """
    one_wrong = [f"{word[:index]}.{{0,2}}{word[index + 1 :]}" for index in range(1, len(word))]
    two_swapped = [
        f"{word[:index]}{word[index + 1]}{word[index]}{word[index + 2 :]}" for index in range(1, len(word) - 1)
    ]
    return "|".join([*one_wrong, *two_swapped])


def other_ending_pattern(word: str) -> str:
    """Return a regular expression for words that differ only in their last letters."""
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
