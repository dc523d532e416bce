"""The parts of compounds in languages that write them as one word: *Kündigung* and *Frist* of *Kündigungsfrist*.

A compound is a word that is made of frequent words of its language, with the letters between them that the language
uses. Of several ways to split it, the one with the fewest parts is taken.
"""

from __future__ import annotations

from functools import lru_cache

from contents_service.relevance.languages.words import KEPT_LANGUAGES, frequent_words

LINKS = {
    "da": ("", "s", "e"),
    "de": ("", "s", "es", "n", "en", "e", "er"),
    "fi": ("", "n"),
    "is": ("", "s", "a", "u"),
    "nb": ("", "s", "e"),
    "nl": ("", "s", "en", "e"),
    "sv": ("", "s", "e"),
}
"""The letters that may stand between two parts of a compound, by language."""
MIN_PART_LETTERS = 4
"""Letters of the shortest part."""
SHORT_PARTS = {
    "da": frozenset("bil bog dag hus lov mad ret tid vej".split()),
    "de": frozenset("amt art bau eis hof öl ort rat see tag tür weg".split()),
    "nb": frozenset("bil bok dag hus lov mat tid vei".split()),
    "nl": frozenset("bon dag pas weg wet".split()),
    "sv": frozenset("bil bok dag hus lag mat rum tid väg".split()),
}
"""Shorter words that are often the last part of a compound, by language."""
MIN_LETTERS = 8
"""Letters of the shortest word that is split."""
ENDINGS = frozenset("chen lein lich keit heit haft schaft lijk heid lighet".split())
"""Endings that are in the tables as words."""
MAX_LETTERS = 60
"""Letters of the longest word that is split."""
MAX_CACHED_WORDS = 20_000


@lru_cache(MAX_CACHED_WORDS)
def all_parts(word: str, language: str) -> tuple[str, ...]:
    """Return the parts of a compound and the parts of those that are compounds themselves."""
    parts = compound_parts(word, language)
    return (*parts, *(inner for part in parts for inner in all_parts(part, language)))


@lru_cache(MAX_CACHED_WORDS)
def compound_parts(word: str, language: str) -> tuple[str, ...]:
    """Return the parts of a compound in lower case, or nothing if the word is none or the language has none."""
    if language not in LINKS or not MIN_LETTERS <= len(word) <= MAX_LETTERS or not word.isalpha():
        return ()
    parts = _split(word.lower(), language)
    return parts if len(parts) > 1 else ()


def _split(word: str, language: str) -> tuple[str, ...]:
    """Return the fewest parts that make a word, with the longest first; nothing if there are none."""
    best: dict[int, tuple[str, ...]] = {len(word): ()}
    for start in range(len(word) - 1, -1, -1):
        splits = [
            (part, *best[end])
            for end in range(len(word), start, -1)
            if end in best and end - start < len(word)
            for part in _part(word[start:end], language, is_last=end == len(word))
        ]
        if splits:
            best[start] = min(splits, key=len)
    return best.get(0, ())


def _part(piece: str, language: str, *, is_last: bool) -> tuple[str, ...]:
    """Return the word that a piece is, with or without the letters that link it to the next; nothing if it is none."""
    if is_last and piece in SHORT_PARTS.get(language, ()):
        return (piece,)
    known = _parts_of(language)
    bare = [piece] if is_last else _without_links(piece, language)
    return next(((part,) for part in bare if part in known), ())


def _without_links(piece: str, language: str) -> list[str]:
    return [piece[: len(piece) - len(link)] for link in LINKS[language] if piece.endswith(link)]


@lru_cache(KEPT_LANGUAGES)
def _parts_of(language: str) -> frozenset[str]:
    return frozenset(
        word
        for word, _ in frequent_words(language)
        if len(word) >= MIN_PART_LETTERS and word.isalpha() and word not in ENDINGS
    )
