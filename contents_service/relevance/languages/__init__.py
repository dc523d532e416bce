"""Languages: how the words of each are stemmed, which of them say nothing, and how many of its passages hold one.

Languages have their ISO code; `sh` stands for Bosnian, Croatian and Serbian, `nb` for Norwegian.
"""

from __future__ import annotations

import math
import re
import unicodedata
from functools import cache, lru_cache

import regex
import Stemmer

from contents_service.relevance import english_frequencies
from contents_service.relevance.function_words import FUNCTION_WORDS
from contents_service.relevance.languages import recognition
from contents_service.relevance.languages.words import (
    KEPT_LANGUAGES,
    QUESTION_WORDS,
    STEMMERS,
    frequent_words,
    has_frequencies,
)

TOP_WORDS = 30
"""The most frequent words of a language that say nothing: articles, prepositions, forms of *to be*. With more of them
fewer questions are answered, and no more foreign ones are told apart."""
MAX_CACHED_STEMS = 50_000
_MARKED_LETTER = re.compile(r"([a-zα-ω])[\u0300-\u036f]+", re.IGNORECASE)
_ELISION = re.compile(r"^[^\W\d_]{1,7}['’](?=[^\W\d_]{2})")
_ELIDING_LANGUAGES = frozenset({"fr", "it", "ca"})
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_SUFFIX = re.compile(r"(?<=\w)['’]\w+$")
_TURKISH_CAPITALS = str.maketrans({"I": "ı", "İ": "i"})
_OTHER_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ё": "е"})


def preload() -> None:
    """Read the tables that most questions need now, so that the first question does not wait for them."""
    english_frequencies.preload()
    recognition.preload()


def function_words(language: str) -> frozenset[str]:
    """Return the words of a language that questions leave out: its question words and its most frequent words."""
    return FUNCTION_WORDS if language == "en" else _function_words(language)


@cache
def _function_words(language: str) -> frozenset[str]:
    frequent = [word for word, _ in frequent_words(language, TOP_WORDS) if not word[0].isdecimal()]
    return frozenset([*QUESTION_WORDS.get(language, "").split(), *frequent])


@lru_cache(MAX_CACHED_STEMS)
def stem(word: str, language: str) -> str:
    """Return the stem of a word in a language, in lower case, without affixes and, but for Vietnamese, accents."""
    plain = (word.translate(_TURKISH_CAPITALS) if language == "tr" else word).lower()
    bare = unicodedata.normalize("NFC", without_affix(plain, language))
    stemmer = _stemmer(language)
    root = str(stemmer.stemWord(bare)) if stemmer else bare
    return root if language == "vi" else fold(root)


def without_affix(word: str, language: str) -> str:
    """Return a word without what is elided before it (`l'hôtel`) or what Turkish adds to a name (`Ankara'nın`)."""
    if language in _ELIDING_LANGUAGES:
        return _ELISION.sub("", word)
    return _SUFFIX.sub("", word) if language == "tr" else word


def is_word(text: str) -> bool:
    """Whether a text has letters only, with the marks that some scripts write vowels with."""
    return text.isalpha() or _LETTERS.fullmatch(text) is not None


def fold(word: str) -> str:
    """Return a lower-case word without the accents of Latin and Greek letters."""
    if word.isascii():
        return word
    plain = _MARKED_LETTER.sub(r"\1", unicodedata.normalize("NFD", word.translate(_OTHER_LETTERS)))
    return unicodedata.normalize("NFC", plain)


@cache
def _stemmer(language: str) -> Stemmer.Stemmer | None:
    name = STEMMERS.get(language)
    return Stemmer.Stemmer(name) if name else None


def passage_share(word: str, language: str) -> float:
    """Return the share of passages in a language that hold a word in any of its forms."""
    if language == "en":
        return english_frequencies.passage_share(word)
    frequency = _stem_frequencies(language).get(stem(word, language), english_frequencies.UNLISTED_FREQUENCY)
    return 1.0 - math.exp(-english_frequencies.PASSAGE_WORDS * frequency)


def is_rare(word: str, language: str) -> bool:
    """Whether a lower-case word is too rare in a language for its table, in each of its forms."""
    if language == "en":
        return english_frequencies.is_rare(word)
    return has_frequencies(language) and stem(word, language) not in _stem_frequencies(language)


@lru_cache(KEPT_LANGUAGES)
def _stem_frequencies(language: str) -> dict[str, float]:
    frequencies: dict[str, float] = {}
    for word, frequency in frequent_words(language):
        root = stem.__wrapped__(word, language)
        frequencies[root] = frequencies.get(root, 0.0) + frequency
    return frequencies
