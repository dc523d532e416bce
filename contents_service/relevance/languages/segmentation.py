"""The words of a question in writing without spaces, so that no pair of characters straddles two of them.

Chinese, Japanese and Korean passages are searched by every two neighbouring characters. A question that is cut in the
same way would also look for pairs such as the last character of one word and the first of the next, which a passage
that puts it another way does not hold. So a question is cut into words first: the likeliest words by the frequencies
of the language. Single characters side by side that are no function words, as in names, stay together.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

import regex

from contents_service.relevance.languages import function_words
from contents_service.relevance.languages.words import KEPT_LANGUAGES, frequent_words

MAX_WORD_CHARACTERS = 8
"""Characters of the longest word that is looked for."""
UNKNOWN = math.log(1e-9)
"""The logarithm of the frequency of a character that is in no table."""
_CHARACTER = regex.compile(r"\X")


def question_pairs(run: str, language: str) -> tuple[str, ...]:
    """Return the pairs of neighbouring characters within the words of a run; of a run without any, all of its pairs.

    A single character that says something is looked up as it is.
    """
    words = question_words(run, language)
    pairs = [pair for word in words for pair in character_pairs(word)]
    return tuple(pairs or character_pairs(run) or words)


def character_pairs(text: str) -> list[str]:
    """Return every two neighbouring characters of a text, each with its marks; nothing of a single one."""
    return [one + other for one, other in pairwise(_CHARACTER.findall(text))]


def question_words(run: str, language: str) -> tuple[str, ...]:
    """Return the words of a run without function words; neighbouring single characters are one word."""
    empty = function_words(language)
    words: list[str] = []
    is_open = False
    for word in segment(run, language):
        is_single = len(word) == 1
        if word in empty:
            is_open = False
        elif is_single and is_open:
            words[-1] += word
        else:
            words.append(word)
            is_open = is_single
    return tuple(words)


def segment(run: str, language: str) -> tuple[str, ...]:
    """Return the likeliest words of a run, by their frequencies in the language."""
    known = _logarithms(language)
    best = [0.0] + [-math.inf] * len(run)
    starts = [0] * (len(run) + 1)
    for end in range(1, len(run) + 1):
        for start in range(max(0, end - MAX_WORD_CHARACTERS), end):
            value = best[start] + known.get(run[start:end], UNKNOWN if end - start == 1 else -math.inf)
            if value > best[end]:
                best[end], starts[end] = value, start
    words: list[str] = []
    end = len(run)
    while end:
        words.append(run[starts[end] : end])
        end = starts[end]
    return tuple(reversed(words))


@lru_cache(KEPT_LANGUAGES)
def _logarithms(language: str) -> dict[str, float]:
    table = {word: math.log(frequency) for word, frequency in frequent_words(language)}
    return table or {word: math.log(1e-3) for word in function_words(language)}
