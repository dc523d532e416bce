"""The question's words highlighted in a passage, matched as the index matches them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from contents_service.relevance.languages.keys import UNSPACED, keys_of, word_key
from contents_service.relevance.languages.recognition import recognize
from contents_service.relevance.terms import Word, split_words, stem


class TextRun(Struct, frozen=True):
    """A stretch of text, and whether it is one of the question's words."""

    text: str
    is_match: bool


def highlight(text: str, words: Iterable[str]) -> tuple[TextRun, ...]:
    """Split a text into runs, with every occurrence of the words, in any of their forms, as a match."""
    language = recognize(text)
    return tuple(_split(text, _places(text, words) if language in UNSPACED else _matches(text, words, language)))


def _split(text: str, matches: Iterable[tuple[int, int]]) -> Iterator[TextRun]:
    end = 0
    for start, after in matches:
        if start > end:
            yield TextRun(text[end:start], False)
        if after > end:
            yield TextRun(text[max(start, end) : after], True)
        end = max(end, after)
    if end < len(text):
        yield TextRun(text[end:], False)


def _places(text: str, words: Iterable[str]) -> list[tuple[int, int]]:
    """Return where words stand in writing without spaces, in order."""
    places = (match.span() for word in words for match in re.finditer(re.escape(word), text))
    return sorted(places)


def _matches(text: str, words: Iterable[str], language: str) -> Iterator[tuple[int, int]]:
    """Yield where words occur, in order; neighbours in a script without spaces overlap."""
    terms = {term for word in words for part in split_words(word) for term in _query_terms(part, language)}
    at = 0
    for word in split_words(text):
        start = text.find(word.as_written, at)
        if start < 0:  # the text has a wider form of a character than the word
            continue
        at = start + (1 if word.is_cjk else len(word.as_written))
        if not terms.isdisjoint(_text_terms(word, language)):
            yield start, start + len(word.as_written)


def _query_terms(word: Word, language: str) -> set[str]:
    """Return the terms that a word of the question is searched as: whole, its stem, its key in another language."""
    key = () if language == "en" else (word_key(word.literal_form, language),)
    return {word.literal_form, stem(word.joined_form), *key}


def _text_terms(word: Word, language: str) -> set[str]:
    """Return the terms that a word of a text is indexed as: whole, joined, each of its parts, its keys."""
    keys = () if language == "en" else keys_of(word.literal_form, word.parts, language)
    return {word.literal_form, stem(word.joined_form), *map(stem, word.parts), *keys}
