"""How common a word is in English, to smooth the statistics of a small scope.

The share p of 120-word passages of general English that hold a word is 1 - exp(-120 f), f its frequency.
Frequencies are those of `wordfreq` (its tables: CC BY-SA 4.0), summed over the forms of a stem, since the index counts
stems. Its small table is enough: what that leaves out is in fewer than one of 8,000 passages.
"""

from __future__ import annotations

import math
from functools import cache

import wordfreq

from contents_service.relevance.terms import stem

PASSAGE_WORDS = 120
RARE = 1e-8
"""The frequency of a word that the tables do not have."""


@cache
def _stems() -> dict[str, float]:
    summed: dict[str, float] = {}
    for word, frequency in wordfreq.get_frequency_dict("en", wordlist="small").items():
        if word.isascii():
            root = stem(word)
            summed[root] = summed.get(root, 0.0) + frequency
    return summed


def passage_share(word: str) -> float:
    """The share of English passages that hold a lower-case word in any of its forms."""
    return 1.0 - math.exp(-PASSAGE_WORDS * _stems().get(stem(word), RARE))


def preload() -> None:
    """Read the tables now, so that the first question does not wait for them."""
    _stems()
