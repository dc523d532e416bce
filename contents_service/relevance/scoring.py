"""The ranking formula.

The score of a passage is BM25F over the statistics of its scope, smoothed with general English so that a small scope
ranks well, plus bonuses that are shares of the question's total weight. Nothing in it comes from outside the scope.
What words earn is computed here, and by Solr as `solr/score_request.py` asks it to; a test compares the two on a real
index. Solr adds the bonuses for literal words, pairs and titles; `documents/hit_order.py` adds that for what a document
is called. `docs/ranking.md` explains the whole formula.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from contents_service.relevance import languages
from contents_service.relevance.question import MAX_WORDS, Question
from contents_service.relevance.terms import Word, split_words
from contents_service.relevance.weights import MAX_QUOTATIONS, REFUSAL_LIMITS, WEIGHTS


class Statistics(Struct, frozen=True, kw_only=True):
    """The passages of a scope, and how many of them hold each word and each part of a compound."""

    passages: int
    words: Sequence[int]
    """One count for each word of the question, by its stem."""
    forms: Sequence[int]
    """One count for each word of the question, by its own forms; where it has none, as in `words`."""
    parts: Mapping[str, int]


class WeightedTerm(Struct, frozen=True, kw_only=True):
    """A word of the question with its weight in one scope, and the weights of its parts."""

    word: Word
    idf: float
    is_present: bool
    """Whether a passage of the scope holds the word or a significant part of it."""
    is_searched: bool
    """Whether a passage of the scope holds the word, a significant part of it, or another word with its stem."""
    part_idfs: tuple[float, ...]
    related_weight: float | None = None
    """What another word with the same stem is worth, in a scope that holds one; None if none does."""

    @property
    def part_weights(self) -> tuple[float, ...]:
        """The weight of each part as a share of all parts; they add up to 1."""
        total = sum(self.part_idfs)
        return tuple(idf / total for idf in self.part_idfs)


class WeightedPhrase(Struct, frozen=True):
    """Neighbouring words of the question as a phrase, and their share of the weight of all such phrases."""

    phrase: str
    share: float
    words: tuple[int, ...]
    """The indexes of the words in the question; a passage must hold them themselves, not others with their stems."""


class WeightedQuestion(Struct, frozen=True, kw_only=True, dict=True):
    """A question with the weights of its terms in one scope."""

    terms: tuple[WeightedTerm, ...]
    pairs: tuple[WeightedPhrase, ...]
    max_idf: float
    """The largest idf that a word may have in this scope."""
    runs: tuple[WeightedPhrase, ...] = ()
    quotations: tuple[tuple[Word, ...], ...] = ()
    is_only_function_words: bool = False
    language: str = "en"

    @cached_property
    def total_weight(self) -> float:
        """The sum of all idfs: nearly the score by words of a passage that holds every word often."""
        return sum(term.idf for term in self.terms)

    @property
    def candidate_terms(self) -> list[WeightedTerm]:
        """The terms of which a passage must have at least one to be scored."""
        if self.is_only_function_words:
            return []
        searched = [term for term in self.terms if term.is_searched]
        return sorted(searched, key=lambda term: (-term.idf, term.word.literal_form))[: WEIGHTS.max_candidate_terms]


class TermCounts(Struct, frozen=True, kw_only=True):
    """The counts of a word in one passage: stemmed (a compound joined to one word), literally, and of each part.

    A compound of one part (`C++`) has no stemmed form; literal counts are taken for compounds only.
    """

    stemmed: int
    literal: int
    parts: tuple[int, ...]
    forms: int | None = None
    """How often it holds the word itself, where the scope has others with its stem; None where it has not."""
    adjacent: bool = False
    """Whether a compound's parts stand side by side."""

    def holds(self, word: Word) -> bool:
        """Whether the passage holds the word: whole, its parts side by side, or all of them if each is significant."""
        if self.forms is not None:
            return self.forms > 0
        all_apart = len(self.parts) > 1 and all(self.parts) and all(word.significant)
        return bool(self.stemmed or self.literal or self.adjacent or all_apart)


def limit_question(question: Question) -> Question:
    """Return the question with at most MAX_WORDS words, the rarest in English, so that the work has a limit."""
    if len(question.words) <= MAX_WORDS and len(question.quotations) <= MAX_QUOTATIONS:
        return question
    rarity = [(languages.passage_share(word.joined_form, word.language), at) for at, word in enumerate(question.words)]
    rarest = sorted(at for _, at in sorted(rarity)[:MAX_WORDS])
    moved = {old: new for new, old in enumerate(rarest)}
    return Question(
        words=tuple(question.words[at] for at in rarest),
        pairs=tuple((moved[a], moved[b], phrase) for a, b, phrase in question.pairs if {a, b} <= moved.keys()),
        runs=tuple(
            (moved[a], moved[b], moved[c], phrase) for a, b, c, phrase in question.runs if {a, b, c} <= moved.keys()
        ),
        joins=tuple(
            replace(join, indexes=tuple(moved[at] for at in join.indexes))
            for join in question.joins
            if set(join.indexes) <= moved.keys()
        ),
        quotations=question.quotations[:MAX_QUOTATIONS],
        is_only_function_words=question.is_only_function_words,
        language=question.language,
    )


def idf(holding: float, passages: float) -> float:
    """BM25's inverse document frequency (Robertson and Zaragoza, 2009, with Lucene's 1 inside the logarithm)."""
    return math.log1p((passages - holding + 0.5) / (holding + 0.5))


def smoothed_idf(word: str, holding: int, passages: int, language: str = "en") -> float:
    """Return the idf of a word in a scope to which general passages in its language are added."""
    added = WEIGHTS.smoothing
    return idf(holding + added * languages.passage_share(word, language), passages + added)


def missing_words(question: Question, statistics: Statistics) -> list[int]:
    """Return the indexes of the words that no passage of the scope holds, in part or by their stem."""
    counts = enumerate(zip(question.words, statistics.words, strict=True))
    return [
        at
        for at, (word, holding) in counts
        if not holding and not (word.is_compound and any(statistics.parts.get(part) for part in word.parts))
    ]


def weigh_question(question: Question, statistics: Statistics) -> WeightedQuestion:
    """Weigh each word and each pair of a question by the statistics of a scope."""
    counts = zip(question.words, statistics.words, statistics.forms, strict=True)
    terms = tuple(_weigh_word(word, by_stem, itself, statistics) for word, by_stem, itself in counts)
    return WeightedQuestion(
        terms=terms,
        pairs=_weigh_phrases(terms, [(phrase, (left, right)) for left, right, phrase in question.pairs]),
        runs=_weigh_phrases(terms, [(phrase, tuple(words)) for *words, phrase in question.runs]),
        max_idf=_max_idf(statistics),
        quotations=question.quotations,
        is_only_function_words=question.is_only_function_words,
        language=question.language,
    )


def _weigh_phrases(
    terms: Sequence[WeightedTerm], phrases: Sequence[tuple[str, tuple[int, ...]]]
) -> tuple[WeightedPhrase, ...]:
    values = [sum(terms[at].idf for at in words) for _, words in phrases]
    total = sum(values)
    return tuple(
        WeightedPhrase(phrase, value / total, words) for (phrase, words), value in zip(phrases, values, strict=True)
    )


def _weigh_word(word: Word, by_stem: int, holding: int, statistics: Statistics) -> WeightedTerm:
    parts = [statistics.parts.get(part, 0) for part in word.parts] if word.is_compound else []
    part_idfs = [smoothed_idf(part, held, statistics.passages) for part, held in zip(word.parts, parts, strict=False)]
    if_unheld = smoothed_idf(word.joined_form, 0, statistics.passages, word.language)
    if holding:
        value = smoothed_idf(word.joined_form, holding, statistics.passages, word.language)
    elif word.is_compound and all(parts) and all(word.significant):
        value = max(part_idfs)
    else:
        value = min(WEIGHTS.absent * _max_idf(statistics), if_unheld)
    if word.keys and not word.is_pair:
        value *= WEIGHTS.values
    has_part = any(held for held, significant in zip(parts, word.significant, strict=False) if significant)
    return WeightedTerm(
        word=word,
        idf=value,
        is_present=bool(holding or has_part),
        is_searched=bool(by_stem or has_part),
        part_idfs=tuple(part_idfs),
        related_weight=_weigh_related(word, by_stem, holding, statistics) if by_stem != holding else None,
    )


def _weigh_related(word: Word, by_stem: int, holding: int, statistics: Statistics) -> float:
    share = WEIGHTS.related if holding else WEIGHTS.only_related
    return share * smoothed_idf(word.joined_form, by_stem, statistics.passages)


def _max_idf(statistics: Statistics) -> float:
    return idf(0.0, statistics.passages + WEIGHTS.smoothing)


def saturate(count: int, k: float) -> float:
    """Return BM25's saturation of a count, from 0 to 1."""
    return count / (count + k)


def saturation_point(words: int) -> float:
    """Return the k of a passage of this many words: the count that earns half of a term's weight."""
    return WEIGHTS.saturation + WEIGHTS.length * words / WEIGHTS.average_words


def term_score(term: WeightedTerm, counts: TermCounts, k: float) -> float:
    """Return what one term of the question adds to a passage's score."""
    if not term.word.is_compound:
        if counts.forms is None or term.related_weight is None:
            return term.idf * saturate(counts.stemmed, k)
        return max(term.idf * saturate(counts.forms, k), term.related_weight * saturate(counts.stemmed, k))
    parts = zip(term.part_weights, counts.parts, term.word.significant, strict=True)
    apart = sum(weight * saturate(count, k) for weight, count, significant in parts if significant)
    by_parts = WEIGHTS.parts * max(saturate(counts.adjacent, k), apart)
    return term.idf * max(saturate(counts.literal, k), WEIGHTS.joined * saturate(counts.stemmed, k), by_parts)


def title_weight(text: str) -> float:
    """Return the total weight of the words of a title or file name; the question's words earn their share of it."""
    return sum(title_word_weight(word.joined_form) for word in split_words(text)) or 1.0


def title_word_weight(word: str) -> float:
    """Return the weight of a word of a title: its rarity in general English."""
    return smoothed_idf(word, 0, 0)


def confidence(best_score: float, question: WeightedQuestion) -> float:
    """Return how far to trust that the best passage answers: `REFUSAL_LIMITS` says what is too little.

    It is the share of the question's total weight that the passage earns, times two factors. Half of a question of two
    words is often found by chance, half of eight words hardly ever: so the first is the square root of the total
    weight, in relation to the size of the scope. The second evens out what other languages earn less.
    """
    if not question.terms:
        return 0.0
    factor = math.sqrt(question.total_weight) / math.pow(question.max_idf, REFUSAL_LIMITS.idf_exponent)
    by_language = _language_factor(question)
    return by_language * best_score / question.total_weight * max(REFUSAL_LIMITS.min_factor, factor)


def _language_factor(question: WeightedQuestion) -> float:
    if question.language == "en":
        return 1.0
    has_pairs = any(term.word.is_pair for term in question.terms)
    return REFUSAL_LIMITS.character_pairs if has_pairs else REFUSAL_LIMITS.other_language
