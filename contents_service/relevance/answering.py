"""The one or two sentences of a passage that carry most of a question's weight.

A sentence carries the worth of each word of the question that it holds, once. The second sentence is the one that adds
most to the first, if that is a fifth of what the passage can carry or more. A line of a table or list is a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from contents_service.relevance.scoring import WeightedQuestion
from contents_service.relevance.terms import stem

MIN_ADDED = 0.2
"""The share of all that a passage carries which a second sentence must add."""
MAX_CACHED_STEMS = 50_000
"""Words whose stems are remembered."""
_END = re.compile(r"\n|[.!?]+[\"'”’)\]]*(?=\s|$)|[。！？]")
_ABBREVIATION = re.compile(r"(?:\b[A-Z]|\be\.g|\bi\.e|\b(?:Mr|Mrs|Dr|St|vs|cf|No))$")
_WORD = re.compile(r"[^\W_]+")

Span = tuple[int, int]
"""First character and the one after the last, in the text of a passage."""


def answering_spans(text: str, question: WeightedQuestion) -> tuple[Span, ...]:
    """Return where in a text the sentences are that hold most of the question; none if no sentence holds any of it."""
    worth = _worth_by_stem(question)
    carried = [(span, _stems_held(text[slice(*span)], worth)) for span in _sentences(text)]
    total = sum(worth[each] for each in set().union(*(stems for _, stems in carried))) if carried else 0.0
    if not total:
        return ()
    first, held = max(carried, key=lambda pair: (_sum(pair[1], worth), -pair[0][0]))
    second, also_held = max(carried, key=lambda pair: (_sum(pair[1] - held, worth), -pair[0][0]))
    if _sum(also_held - held, worth) < MIN_ADDED * total:
        return (first,)
    return tuple(sorted((first, second)))


def _sentences(text: str) -> Iterator[Span]:
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


def _worth_by_stem(question: WeightedQuestion) -> Mapping[str, float]:
    """Return the worth of each stem of the question; the parts of a compound share its worth."""
    worth: dict[str, float] = {}
    for term in question.terms:
        parts = _WORD.findall(term.word.literal_form) if term.word.keys else term.word.parts
        stems = {_stem(part) for form in (parts, term.word.irregular_forms) for part in form}
        for each in stems:
            worth[each] = max(worth.get(each, 0.0), term.idf / max(1, len(parts)))
    return worth


def _stems_held(sentence: str, worth: Mapping[str, float]) -> frozenset[str]:
    return frozenset(each for each in map(_stem, _WORD.findall(sentence.lower())) if each in worth)


def _sum(stems: frozenset[str], worth: Mapping[str, float]) -> float:
    return sum(worth[each] for each in stems)


@lru_cache(maxsize=MAX_CACHED_STEMS)
def _stem(word: str) -> str:
    return stem(word)
