"""The keys by which the words of a text in another language than English are indexed and looked up.

A word's key is its language and its stem there (`de:kundig`). The parts of a compound have keys too, so that *Frist*
finds *Kündigungsfrist*. In writing without spaces, every two neighbouring characters have one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from contents_service.relevance.languages import is_word, stem
from contents_service.relevance.languages.compounds import all_parts
from contents_service.relevance.languages.segmentation import character_pairs
from contents_service.relevance.terms import split_words

IN_PAIRS = frozenset({"zh", "ja", "ko"})
"""Languages of which the index has every two neighbouring characters in a field of their own."""
UNSPACED = frozenset({"th", "lo", "km", "my"})
"""Other languages that write no spaces between words."""


def word_key(word: str, language: str) -> str:
    """Return the key of a word in a language."""
    return f"{language}:{stem(word, language)}"


def language_keys(text: str, language: str) -> str:
    """Return the keys of all words of a text in a language, as the index takes them; none if it is English."""
    if language == "en" or language in IN_PAIRS:
        return ""
    return " ".join(key for word in split_words(text) for key in keys_of(word.literal_form, word.parts, language))


def keys_of(word: str, parts: Iterable[str], language: str) -> Iterator[str]:
    """Yield the keys of a word of a text: its own and those of a compound's parts, or of its parts if it has signs.

    `word` is in lower case.
    """
    if language in UNSPACED:
        yield from (f"{language}:{pair}" for pair in character_pairs(word))
    elif is_word(word):
        yield word_key(word, language)
        yield from (word_key(part, language) for part in all_parts(word, language))
    else:
        yield from (word_key(part, language) for part in parts if is_word(part))
