"""The frequencies of English words, which smooth the statistics of a small scope.

A word of frequency f is in a share of 1 - exp(-120 f) of the 120-word passages of general English. The frequencies are
those of `wordfreq` (its tables: CC BY-SA 4.0), added up over all words with the same stem, since the index counts
stems. Its small table is enough: words that it leaves out are in fewer than one of 8,000 passages.
"""

from __future__ import annotations

import math
from functools import cache

import wordfreq

from contents_service.relevance.terms import stem

PASSAGE_WORDS = 120
"""Length of a passage of general English, in words."""
UNLISTED_FREQUENCY = 1e-8
"""The frequency assumed for a word that is not in the table."""


@cache
def _stem_frequencies() -> dict[str, float]:
    frequencies: dict[str, float] = {}
    for word, frequency in _table().items():
        root = stem(word)
        frequencies[root] = frequencies.get(root, 0.0) + frequency
    return frequencies


@cache
def _words_by_stem() -> dict[str, tuple[str, ...]]:
    """Return the words of each stem that more than one word has."""
    words: dict[str, list[str]] = {}
    for word in _table():
        words.setdefault(stem(word), []).append(word)
    return {root: tuple(same_stem) for root, same_stem in words.items() if len(same_stem) > 1}


def _table() -> dict[str, float]:
    table = wordfreq.get_frequency_dict("en", wordlist="small")
    return {word: frequency for word, frequency in table.items() if word.isascii()}


def words_with_stem(word: str) -> tuple[str, ...]:
    """Return the words of English that share the stem of a lower-case word."""
    return _words_by_stem().get(stem(word), ())


def passage_share(word: str) -> float:
    """Return the share of English passages that hold any word with the stem of a lower-case word."""
    return 1.0 - math.exp(-PASSAGE_WORDS * _stem_frequencies().get(stem(word), UNLISTED_FREQUENCY))


def is_rare(word: str) -> bool:
    """Whether no word in the table has the stem of a lower-case word."""
    return stem(word) not in _stem_frequencies()


def preload() -> None:
    """Read the table now, so that the first question does not wait for it."""
    _stem_frequencies()
    _words_by_stem()
