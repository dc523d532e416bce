"""The order of what a search found: by the scores of the index, and by what the index cannot see.

What a document is called earns a bonus. A passage with the word itself comes before one that has another word with the
same stem, unless more speaks for that one besides. A word counts as written only with its accents. A list of contents
comes after the text that it points to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from contents_service.citations import DocumentNames
from contents_service.documents.pointers import is_pointer
from contents_service.index.protocol import Hit, SearchResult
from contents_service.relevance import scoring
from contents_service.relevance.languages import fold
from contents_service.relevance.scoring import WeightedQuestion
from contents_service.relevance.spelling.variants import with_umlauts
from contents_service.relevance.terms import Word, split_words, stem
from contents_service.relevance.values import value_keys
from contents_service.relevance.weights import WEIGHTS

MAX_CACHED_NAMES = 5_000
"""Largest number of names of documents whose words are cached."""


def order_hits(result: SearchResult, names: DocumentNames) -> tuple[Hit, ...]:
    """Return the hits of a search, best first; `names` are those of the documents that it saw."""
    question = result.question
    accented = _accented_words(question)
    hits = [
        _with_bonuses(
            hit,
            {
                "what the document is called": name_bonus(question, hit, names),
                "other accents": -_other_accents(accented, hit),
            },
        )
        for hit in result.hits
    ]
    by_score = sorted(hits, key=lambda hit: (-hit.score, hit.id))
    return tuple(_after_what_they_point_to(question, _after_the_word_itself(question, by_score)))


def held_words(question: WeightedQuestion, hit: Hit) -> Iterator[bool]:
    """Yield for each word of the question whether a passage holds it."""
    return (counts.holds(term.word) for term, counts in zip(question.terms, hit.counts, strict=True))


def name_bonus(question: WeightedQuestion, hit: Hit, names: DocumentNames) -> float:
    """Return what a passage earns for words that only its document is called by, and for being called all of them."""
    named = name_words(hit, names)
    is_called = [is_among(term.word, named) for term in question.terms]
    words = zip(question.terms, held_words(question, hit), is_called, strict=True)
    bonus = WEIGHTS.document_name * sum(term.idf for term, is_held, is_named in words if is_named and not is_held)
    if all(is_called) and hit.number == 1:
        bonus += WEIGHTS.whole_name * question.total_weight
    return bonus


def name_words(hit: Hit, names: DocumentNames) -> frozenset[str]:
    """Return the stems and keys of the words that a hit's document is called by: its title, its name, its folder."""
    title = hit.record.active.title if hit.record.active else None
    return _stems_and_keys(f"{title or ''} \n {names.short(hit.record.path)}")


@lru_cache(maxsize=MAX_CACHED_NAMES)
def _stems_and_keys(name: str) -> frozenset[str]:
    stems = {stem(part) for word in split_words(name) for part in (*word.parts, word.joined_form)}
    return frozenset(stems) | frozenset(value_keys(name).split())


def is_among(word: Word, names: frozenset[str]) -> bool:
    """Whether a word is among the stems and keys of a name."""
    if word.keys:
        return any(key in names for key in word.keys)
    return stem(word.joined_form) in names


def _with_bonuses(hit: Hit, bonuses: dict[str, float]) -> Hit:
    total = sum(bonuses.values())
    if not total:
        return hit
    explained = (
        None if hit.bonuses is None else {**hit.bonuses, **{name: each for name, each in bonuses.items() if each}}
    )
    return replace(hit, score=hit.score + total, bonuses=explained)


def _accented_words(question: WeightedQuestion) -> list[tuple[str, float]]:
    """Return the question's words that are written with accents or with umlauts spelt out, and what each may lose."""
    words = [(_with_accents(term.word), WEIGHTS.literal * term.idf) for term in question.terms]
    return [(word, value) for word, value in words if not word.isascii()]


def _with_accents(word: Word) -> str:
    """Return a word in lower case, with the umlauts that it spells out if it was read so: `müller` for *Mueller*."""
    written = word.as_written.lower()
    umlauts = with_umlauts(written)
    return umlauts if fold(umlauts) == word.literal_form != written else written


def _other_accents(accented: Sequence[tuple[str, float]], hit: Hit) -> float:
    """Return what a passage loses for words that it has only with other accents: `Muller` for *Müller*."""
    if not accented:
        return 0.0
    words = set(_WORD.findall(hit.content.text.lower()))
    folded = {fold(word) for word in words}
    return sum(value for word, value in accented if word not in words and fold(word) in folded)


def _after_the_word_itself(question: WeightedQuestion, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits with each that has only another word with the stem after those that have the word itself.

    It stays before them if it has a higher score even without what that other word earns.
    """
    related = [at for at, term in enumerate(question.terms) if term.related_weight is not None]
    ordered = list(hits)
    for hit in hits if related else ():
        lacking = [at for at in related if not hit.counts[at].forms and hit.counts[at].stemmed]
        own_score = hit.score - sum(scoring.term_score(question.terms[at], hit.counts[at], hit.k) for at in lacking)
        better = [
            other for other in ordered if other.score > own_score and any(other.counts[at].forms for at in lacking)
        ]
        _move_after(ordered, hit, better)
    return ordered


def _after_what_they_point_to(question: WeightedQuestion, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits with each that only points to others after those of its document that hold as many words."""
    ordered = list(hits)
    pointers = [hit for hit in hits if is_pointer(hit.content)]
    if not pointers:
        return ordered
    texts_only = [hit for hit in hits if hit not in pointers]
    held = {hit.id: set(_indexes_held(question, hit)) for hit in hits}
    for pointer in pointers:
        texts = [hit for hit in texts_only if hit.record.id == pointer.record.id]
        _move_after(ordered, pointer, [hit for hit in texts if held[hit.id] >= held[pointer.id]])
    return ordered


def _indexes_held(question: WeightedQuestion, hit: Hit) -> Iterator[int]:
    return (at for at, is_held in enumerate(held_words(question, hit)) if is_held)


def _move_after(ordered: list[Hit], hit: Hit, others: Sequence[Hit]) -> None:
    """Move a hit after the last of some others, if that is after it now."""
    last = max((ordered.index(other) for other in others), default=-1)
    if last > ordered.index(hit):
        ordered.insert(last, ordered.pop(ordered.index(hit)))


_WORD = re.compile(r"[^\W_]+")
