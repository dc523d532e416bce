"""The one or two sentences of a passage that carry most of a question's weight.

A sentence carries the weight of each word of the question that it holds, once. The second sentence is the one that adds
most to the first, if that is a fifth of what the passage can carry or more. A line of a table or list is a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import regex

from contents_service.relevance.languages.keys import IN_PAIRS, UNSPACED, keys_of
from contents_service.relevance.scoring import WeightedQuestion
from contents_service.relevance.terms import Word, stem

MIN_ADDED = 0.2
"""The share of all that a passage carries which a second sentence must add."""
MAX_CACHED_WORDS = 50_000
"""Words whose stems and keys are remembered."""
_END = re.compile(r"\n|[.!?؟।]+[\"'”’)\]]*(?=\s|$)|[。！？]")
_ABBREVIATION = re.compile(r"(?:\b[A-Z]|\be\.g|\bi\.e|\b(?:Mr|Mrs|Dr|St|vs|cf|No))$")
_WORD = re.compile(r"[^\W_]+")
_WORD_WITH_MARKS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
"""A word in any script; slower, and the same in English."""

CharacterSpan = tuple[int, int]
"""First character and the one after the last, in the text of a passage."""


def answering_spans(text: str, question: WeightedQuestion) -> tuple[CharacterSpan, ...]:
    """Return where in a text the sentences are that hold most of the question; none if no sentence holds any of it."""
    weights = _weight_by_term(question)
    pairs = [term.word.parts[0] for term in question.terms if term.word.is_pair]
    carried = [(span, _terms_held(text[slice(*span)], weights, pairs, question.language)) for span in _sentences(text)]
    total = sum(weights[each] for each in set().union(*(terms for _, terms in carried))) if carried else 0.0
    if not total:
        return ()
    first, held = max(carried, key=lambda pair: (_sum(pair[1], weights), -pair[0][0]))
    second, also_held = max(carried, key=lambda pair: (_sum(pair[1] - held, weights), -pair[0][0]))
    if _sum(also_held - held, weights) < MIN_ADDED * total:
        return (first,)
    return tuple(sorted((first, second)))


def _sentences(text: str) -> Iterator[CharacterSpan]:
    """Yield where the sentences of a text are, without the spaces around them."""
    start = 0
    for end in (*(match.end() for match in _END.finditer(text) if _is_end(match)), len(text)):
        sentence = text[start:end]
        if sentence.strip():
            yield start + len(sentence) - len(sentence.lstrip()), start + len(sentence.rstrip())
        start = end


def _is_end(match: re.Match[str]) -> bool:
    """Whether a mark ends a sentence: not after an initial or an abbreviation, nor before a small letter."""
    if not match[0].startswith("."):
        return True
    text, after = match.string, match.end()
    if text[after : after + 2].strip()[:1].islower():
        return False
    return not _ABBREVIATION.search(text[max(0, match.start() - 4) : match.start()])


def _weight_by_term(question: WeightedQuestion) -> Mapping[str, float]:
    """Return the weight of each stem, key or pair of characters of the question; the parts of a compound share it."""
    weights: dict[str, float] = {}
    for term in question.terms:
        terms, parts = _terms_of(term.word)
        for each in terms:
            weights[each] = max(weights.get(each, 0.0), term.idf / max(1, parts))
    return weights


def _terms_of(word: Word) -> tuple[set[str], int]:
    """Return the stems, the key or the pair of characters of a word, and how many parts it has."""
    if word.is_pair or word.own_key:
        return {word.own_key or word.parts[0]}, 1
    parts = _WORD.findall(word.literal_form) if word.keys else word.parts
    return {stem(part) for form in (parts, word.irregular_forms) for part in form}, len(parts)


def _terms_held(sentence: str, weights: Mapping[str, float], pairs: Sequence[str], language: str) -> frozenset[str]:
    text = sentence.lower()
    words = _WORD.findall(text) if language == "en" else _WORD_WITH_MARKS.findall(text)
    held = {each for word in words for each in _terms(word, language) if each in weights}
    return frozenset(held.union(pair for pair in pairs if pair in text))


def _sum(terms: frozenset[str], weights: Mapping[str, float]) -> float:
    return sum(weights[each] for each in terms)


@lru_cache(maxsize=MAX_CACHED_WORDS)
def _terms(word: str, language: str) -> tuple[str, ...]:
    """Return the English stem of a word of a text, and its keys in another language."""
    keys = () if language in {"en"} | IN_PAIRS | UNSPACED else keys_of(word, (), language)
    return (stem(word), *keys)
