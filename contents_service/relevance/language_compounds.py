"""The parts of compounds in languages that write them as one word: *Kündigung* and *Frist* of *Kündigungsfrist*.

A compound is a word that is made of frequent words of its language, with the letters between them that the language
uses. Of several ways to split it, the one with the fewest parts is taken.
"""

from __future__ import annotations

from functools import lru_cache

from contents_service.relevance.language_words import KEPT_LANGUAGES, frequent_words

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
MIN_LETTERS = 9
"""Letters of the shortest word that is split."""
MAX_LETTERS = 60
"""Letters of the longest word that is split."""
MAX_CACHED_WORDS = 20_000


@lru_cache(MAX_CACHED_WORDS)
def compound_parts(word: str, language: str) -> tuple[str, ...]:
    """Return the parts of a compound in lower case, or nothing if the word is none or the language has none."""
    if language not in LINKS or not MIN_LETTERS <= len(word) <= MAX_LETTERS or not word.isalpha():
        return ()
    parts = _split(word.lower(), language)
    return parts if len(parts) > 1 else ()


def _split(word: str, language: str) -> tuple[str, ...]:
    """Return the fewest parts that make a word, the longest first part before others; nothing if there are none."""
    known = _parts_of(language)
    best: dict[int, tuple[str, ...]] = {len(word): ()}
    for start in range(len(word) - MIN_PART_LETTERS, -1, -1):
        found: tuple[str, ...] | None = None
        for end in range(len(word), start + MIN_PART_LETTERS - 1, -1):
            if end not in best or (start == 0 and end == len(word)):
                continue
            part = _part(word[start:end], known, LINKS[language] if end < len(word) else ("",))
            if part and (found is None or len(best[end]) + 1 < len(found)):
                found = (part, *best[end])
        if found is not None:
            best[start] = found
    return best.get(0, ())


def _part(piece: str, known: frozenset[str], links: tuple[str, ...]) -> str | None:
    """Return the known word that a piece is, with or without the letters that link it to the next."""
    for link in sorted(links, key=len):
        part = piece.removesuffix(link)
        if part + link == piece and len(part) >= MIN_PART_LETTERS and part in known:
            return part
    return None


@lru_cache(KEPT_LANGUAGES)
def _parts_of(language: str) -> frozenset[str]:
    return frozenset(word for word, _ in frequent_words(language) if len(word) >= MIN_PART_LETTERS and word.isalpha())
