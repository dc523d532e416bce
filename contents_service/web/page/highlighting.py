"""The question's words highlighted in a passage, matched as the index matches them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from contents_service.relevance.terms import Word, split_words, stem


class TextRun(Struct, frozen=True):
    """A stretch of text, and whether it is one of the question's words."""

    text: str
    is_match: bool


def highlight(text: str, words: Iterable[str]) -> tuple[TextRun, ...]:
    """Split a text into runs, with every occurrence of the words, in any of their forms, as a match."""
    terms = {term for word in words for part in split_words(word) for term in _query_terms(part)}
    return tuple(_split(text, terms))


def _split(text: str, terms: set[str]) -> Iterator[TextRun]:
    end = 0
    for start, after in _matches(text, terms):
        if start > end:
            yield TextRun(text[end:start], False)
        if after > end:
            yield TextRun(text[max(start, end) : after], True)
        end = max(end, after)
    if end < len(text):
        yield TextRun(text[end:], False)


def _matches(text: str, terms: set[str]) -> Iterator[tuple[int, int]]:
    """Yield where the terms occur, in order; neighbours in a script without spaces overlap."""
    at = 0
    for word in split_words(text):
        start = text.find(word.as_written, at)
        if start < 0:  # the text has a wider form of a character than the word
            continue
        at = start + (1 if word.is_cjk else len(word.as_written))
        if not terms.isdisjoint(_text_terms(word)):
            yield start, start + len(word.as_written)


def _query_terms(word: Word) -> set[str]:
    """Return the terms that a word of the question is searched as: whole, and the stem of its joined form."""
    return {word.literal_form, stem(word.joined_form)}


def _text_terms(word: Word) -> set[str]:
    """Return the terms that a word of a text is indexed as: whole, joined, and each of its parts."""
    return {word.literal_form, stem(word.joined_form), *map(stem, word.parts)}
