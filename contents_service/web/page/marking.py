"""A passage with the question's words marked in it, as the index knows words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from contents_service.words import TOKEN, Word, stem, words_of


class Run(Struct, frozen=True):
    """A stretch of text, and whether it is one of the words that were asked for."""

    text: str
    marked: bool


def marked(text: str, words: Iterable[str]) -> tuple[Run, ...]:
    """A text in stretches, each of the given words marked wherever it stands in any of its forms."""
    wanted = {root for word in words for asked in words_of(word) for root in _roots(asked)}
    return tuple(_runs(text, wanted))


def _runs(text: str, wanted: set[str]) -> Iterator[Run]:
    end = 0
    for found in TOKEN.finditer(text):
        if wanted.isdisjoint(_forms(words_of(found.group()))):
            continue
        if found.start() > end:
            yield Run(text[end : found.start()], False)
        yield Run(found.group(), True)
        end = found.end()
    if end < len(text):
        yield Run(text[end:], False)


def _roots(word: Word) -> set[str]:
    """What a word of the question is looked for as: whole, and joined; a plain word also by its stem."""
    return {word.whole, stem(word.joined)}


def _forms(words: Sequence[Word]) -> set[str]:
    """What a word of a text is found as: whole, joined, and by each of its parts."""
    return {form for word in words for form in (word.whole, stem(word.joined), *map(stem, word.parts))}
