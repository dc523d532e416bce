"""The ranking formula and its weights.

The score of a passage is BM25F over the statistics of its scope, smoothed with general English so that a small scope
ranks well, plus bonuses that are shares of the question's total weight. Nothing in it comes from outside the scope.
`solr/score_request.py` writes the same formula as a Solr query, and a test compares the two on a real index.
`docs/ranking.md` explains it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from contents_service.relevance import english_frequencies
from contents_service.relevance.question import MAX_WORDS, Question
from contents_service.relevance.terms import Word, split_words


class Weights(Struct, frozen=True, kw_only=True):
    """The weights of the ranking, with their reasons and effects on success@1 (squad2 / aws_docs / northwind)."""

    smoothing: float = 300.0
    """Passages of general English added to a scope's statistics: .8120 with none, .8395 with 100, .8430 with 300, .8378
    with 3,000."""
    saturation: float = 0.3
    """The part of BM25's k that does not depend on a passage's length."""
    length: float = 0.9
    """The part of BM25's k that grows with a passage's length."""
    average_words: float = 160.0
    """The length of an average passage. With `saturation` and `length` this is BM25's k1·(1 - b + b·words/average) with
    k1 1.2 and b .75. A constant average ranks as well as the scope's own, and does not change with every document."""
    joined: float = 0.9
    """A compound written as one word (`checkout-session` for `checkoutSession`), compared with 1 for the exact form."""
    parts: float = 0.8
    """A compound's parts side by side, or its significant parts apart. Only the better of the two counts: the sum of
    both cost .04."""
    literal: float = 0.05
    """The bonus for words exactly as the question has them, not just the same stem: +.015 / +.011 / +.008."""
    pairs: float = 0.25
    """The bonus for neighbours in the question that are neighbours in the passage: +.012 / +.033 / +.040."""
    runs: float = 0.1
    """The bonus for three neighbours in the question that are neighbours in the passage."""
    related: float = 0.15
    """Another word with the same stem (`university` for `universe`), compared with 1 for the word itself."""
    only_related: float = 0.6
    """The same where no passage of the scope holds the word itself, so that the other may well be meant."""
    values: float = 1.5
    """A number, a date or a name, compared with 1 for a word: whoever names one wants no other."""
    named: float = 0.5
    """A word of the question that only the folder of a document has, compared with 1 for one in the passage."""
    whole_name: float = 0.2
    """The bonus for the beginning of a document whose title or file name is all that the question says."""
    quotations: float = 1.0
    """The bonus for what the question quotes: as much as all its words together, so that a passage with the quotation
    comes first."""
    title: float = 0.10
    """The bonus for question words in the document's title or file name: +.02 to +.03 on aws_docs."""
    absent: float = 0.8
    """The idf of a word that is not in the scope, as a share of the largest possible idf: while it refuses as many
    unanswerable questions, it keeps .3 % more of the others."""
    required_terms: int = 4
    """A passage is scored only if it has one of this many rarest terms: no loss (two lose), and half the time."""
    reranked: int = 100
    """The passages, best first by their words alone, that may get bonuses for literal words, pairs and titles."""


class RefusalLimits(Struct, frozen=True, kw_only=True):
    """The limits of `confidence` for refusing to answer; `docs/ranking.md` has their effects."""

    refuse_below: float = 0.24
    """Below this confidence the answer is that no passage holds it."""
    weak_below: float = 0.34
    """Below this confidence passages are marked as doubtful."""
    idf_exponent: float = 0.75
    """How much more of a question must be found in a larger scope, where more passages share some words by chance. With
    .5 a scope of 18,000 passages refuses .48 of unanswerable questions and one of 1,200 refuses .55; with 1, .65 and
    .52."""
    min_factor: float = 0.6
    """Smallest factor for short questions, so that a question of one word can be answered."""


RARE_SHARE = 0.7
"""The share of the largest possible idf from which a word is rare in a scope."""
MAX_QUOTATIONS = 8
"""Quotations in one question that are searched for; later ones are ignored."""
WEIGHTS = Weights()
"""The weights in use."""
REFUSAL_LIMITS = RefusalLimits()
"""The limits in use."""


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
    def is_missing(self) -> bool:
        """Whether no passage of the scope holds the word; one may hold another with the same stem."""
        return not self.is_present

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
    """The places of the words in the question; a passage must hold them themselves, not others with their stems."""


class WeightedQuestion(Struct, frozen=True, kw_only=True, dict=True):
    """A question with the weights of its terms in one scope."""

    terms: tuple[WeightedTerm, ...]
    pairs: tuple[WeightedPhrase, ...]
    max_idf: float
    """The idf of a word that no passage holds."""
    runs: tuple[WeightedPhrase, ...] = ()
    quotations: tuple[tuple[Word, ...], ...] = ()
    is_phrase: bool = False

    @cached_property
    def total_weight(self) -> float:
        """The sum of all idfs: nearly the score by words of a passage that holds every word often."""
        return sum(term.idf for term in self.terms)

    @property
    def rarest_terms(self) -> list[WeightedTerm]:
        """The terms of which a passage must have at least one to be scored."""
        if self.is_phrase:
            return []
        searched = [term for term in self.terms if term.is_searched]
        return sorted(searched, key=lambda term: (-term.idf, term.word.literal_form))[: WEIGHTS.required_terms]


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


def limit_terms(question: Question) -> Question:
    """Return the question with at most MAX_WORDS words, the rarest in English, so that the work has a limit."""
    if len(question.words) <= MAX_WORDS and len(question.quotations) <= MAX_QUOTATIONS:
        return question
    rarity = [(english_frequencies.passage_share(word.joined_form), at) for at, word in enumerate(question.words)]
    rarest = sorted(at for _, at in sorted(rarity)[:MAX_WORDS])
    moved = {old: new for new, old in enumerate(rarest)}
    return Question(
        words=tuple(question.words[at] for at in rarest),
        pairs=tuple((moved[a], moved[b], phrase) for a, b, phrase in question.pairs if {a, b} <= moved.keys()),
        runs=tuple(
            (moved[a], moved[b], moved[c], phrase) for a, b, c, phrase in question.runs if {a, b, c} <= moved.keys()
        ),
        joins=tuple(
            replace(join, places=tuple(moved[at] for at in join.places))
            for join in question.joins
            if set(join.places) <= moved.keys()
        ),
        quotations=question.quotations[:MAX_QUOTATIONS],
        is_phrase=question.is_phrase,
    )


def idf(holding: float, passages: float) -> float:
    """BM25's inverse document frequency (Robertson and Zaragoza, 2009, with Lucene's 1 inside the logarithm)."""
    return math.log1p((passages - holding + 0.5) / (holding + 0.5))


def smoothed_idf(word: str, holding: int, passages: int) -> float:
    """Return the idf of a word in a scope to which passages of general English are added."""
    added = WEIGHTS.smoothing
    return idf(holding + added * english_frequencies.passage_share(word), passages + added)


def missing_words(question: Question, statistics: Statistics) -> list[int]:
    """Return the places of the words that no passage of the scope holds, in part or by their stem."""
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
        is_phrase=question.is_phrase,
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
    if holding:
        value = smoothed_idf(word.joined_form, holding, statistics.passages)
    elif word.is_compound and all(parts) and all(word.significant):
        value = max(part_idfs)
    else:
        value = WEIGHTS.absent * _max_idf(statistics)
    if word.keys:
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
    """Return how sure it is that the best passage answers, from its share of the question's weight.

    Half of a question of two words is often found by chance, half of eight words hardly ever. So the share is
    multiplied by the square root of the total weight.
    """
    if not question.terms:
        return 0.0
    factor = math.sqrt(question.total_weight) / math.pow(question.max_idf, REFUSAL_LIMITS.idf_exponent)
    return best_score / question.total_weight * max(REFUSAL_LIMITS.min_factor, factor)
