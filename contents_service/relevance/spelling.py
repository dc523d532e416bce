"""Words of a scope that are nearly one that it does not hold: misspelt, inflected otherwise, or written as two."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import pairwise

from contents_service.relevance.terms import split_words

SHORTEST, LONGEST = 4, 40
"""Words of so many letters have near ones; shorter ones are near to everything."""
LONG = 7
"""From so many letters on two may be wrong."""
SHOWN, ALIKE = 3, 0.7
ENDING = 3
"""So many last letters may be others: `repairer` for `repaired`."""
BEGINNING = 4
PART = 3
"""The shortest part of a word that is written as two."""


def may_have_near_words(word: str) -> bool:
    """Whether near words are looked for: a plain word that is neither very short nor very long."""
    return word.isalpha() and SHORTEST <= len(word) <= LONGEST


def misspelling_pattern(word: str) -> str:
    """A regular expression for words that differ in one letter, or in two that changed places.

    Unlike a fuzzy query it is never cut short by other words of the same core that are as near.
    """
    other = [f"{word[:at]}.{{0,2}}{word[at + 1 :]}" for at in range(1, len(word))]
    changed = [f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(1, len(word) - 1)]
    return "|".join([*other, *changed])


def inflection_pattern(word: str) -> str:
    """A regular expression for words that begin alike."""
    return f"{word[: max(BEGINNING, len(word) - ENDING)]}.{{0,{ENDING + 1}}}"


def split_in_two(word: str) -> list[str]:
    """The two words that a word may be written as: `data base` for `database`."""
    return [f"{word[:at]} {word[at:]}" for at in range(PART, len(word) - PART + 1)]


def nearest_words(word: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The words of some texts that are nearest to one, best first; a first letter is seldom misspelt."""
    found: set[str] = set()
    for text in texts:
        words = [held.as_written.casefold() for held in split_words(text)]
        found.update(held for held in words if held[0] == word[0])
        found.update(f"{one} {other}" for one, other in pairwise(words) if one + other == word)
    return tuple(get_close_matches(word, sorted(found), n=SHOWN, cutoff=ALIKE))
