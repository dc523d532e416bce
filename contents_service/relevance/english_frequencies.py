"""The frequencies of English words, which smooth the statistics of a small scope.

A share of 1 - exp(-120 f) of 120-word passages of general English holds a word of frequency f. The frequencies are
those of `wordfreq` (its tables: CC BY-SA 4.0), added up over the forms of a stem, since the index counts stems. Its
small table is enough: words that it leaves out are in fewer than one of 8,000 passages.
"""

from __future__ import annotations

import math
from functools import cache

import wordfreq

from contents_service.relevance.terms import stem

PASSAGE_WORDS = 120
"""Length of a passage of general English, in words."""
RARE = 1e-8
"""The frequency of a word that is not in the table."""


@cache
def _stem_frequencies() -> dict[str, float]:
    frequencies: dict[str, float] = {}
    for word, frequency in _table().items():
        root = stem(word)
        frequencies[root] = frequencies.get(root, 0.0) + frequency
    return frequencies


@cache
def _words_by_stem() -> dict[str, tuple[str, ...]]:
    """Return the words that share a stem with others."""
    words: dict[str, list[str]] = {}
    for word in _table():
        words.setdefault(stem(word), []).append(word)
    return {root: tuple(family) for root, family in words.items() if len(family) > 1}


def _table() -> dict[str, float]:
    table = wordfreq.get_frequency_dict("en", wordlist="small")
    return {word: frequency for word, frequency in table.items() if word.isascii()}


def words_with_stem(word: str) -> tuple[str, ...]:
    """Return the words of English that share the stem of a lower-case word."""
    return _words_by_stem().get(stem(word), ())


def passage_share(word: str) -> float:
    """Return the share of English passages that hold a lower-case word in any of its forms."""
    return 1.0 - math.exp(-PASSAGE_WORDS * _stem_frequencies().get(stem(word), RARE))


def is_rare(word: str) -> bool:
    """Whether a lower-case word is too rare in English for the table, in each of its forms."""
    return stem(word) not in _stem_frequencies()


def preload() -> None:
    """Read the table now, so that the first question does not wait for it."""
    _stem_frequencies()
    _words_by_stem()
