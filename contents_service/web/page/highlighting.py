"""A passage with the question's words marked in it, as the index knows words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from contents_service.relevance.terms import Word, split_words, stem


class Run(Struct, frozen=True):
    """A stretch of text, and whether it is one of the words that were asked for."""

    text: str
    marked: bool


def marked(text: str, words: Iterable[str]) -> tuple[Run, ...]:
    """A text in stretches, each of the given words marked wherever it stands in any of its forms."""
    wanted = {root for word in words for asked in split_words(word) for root in _roots(asked)}
    return tuple(_runs(text, wanted))


def _runs(text: str, wanted: set[str]) -> Iterator[Run]:
    end = 0
    for start, after in _found(text, wanted):
        if start > end:
            yield Run(text[end:start], False)
        if after > end:
            yield Run(text[max(start, end) : after], True)
        end = max(end, after)
    if end < len(text):
        yield Run(text[end:], False)


def _found(text: str, wanted: set[str]) -> Iterator[tuple[int, int]]:
    """Where the wanted words stand, in order; neighbouring ones of a script without spaces overlap."""
    at = 0
    for word in split_words(text):
        start = text.find(word.as_written, at)
        if start < 0:  # a sign that is written in a wider form than it is looked for
            continue
        at = start + (1 if word.is_cjk else len(word.as_written))
        if not wanted.isdisjoint(_forms(word)):
            yield start, start + len(word.as_written)


def _roots(word: Word) -> set[str]:
    """What a word of the question is looked for as: whole, and joined; a plain word also by its stem."""
    return {word.literal_form, stem(word.joined_form)}


def _forms(word: Word) -> set[str]:
    """What a word of a text is found as: whole, joined, and by each of its parts."""
    return {word.literal_form, stem(word.joined_form), *map(stem, word.parts)}
