"""What makes one passage answer better than another: the weights, and the score as a formula.

The score of a passage is BM25F over the scope's own statistics, smoothed by English at large so that a small scope
ranks well, plus a few shares of the question's whole weight. Nothing in it comes from outside the scope.
`solr/query.py` says the same formula in Solr's words; a test holds the two together on a real index. `docs/ranking.md`
explains it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from contents_service.relevance import english_frequencies
from contents_service.relevance.terms import MOST_WORDS, Question, Word, count_words, stem, words_of


class Weights(Struct, frozen=True, kw_only=True):
    """Every weight of the ranking and its reason, with its effect on success@1 (squad2 / aws_docs / northwind)."""

    smoothing: float = 300.0
    """Passages of English at large added to the scope: .8120 with none, .8395 with 100, .8430 with 300, .8378 with
    3,000."""
    saturation: float = 0.3
    length: float = 0.9
    typical_words: float = 160.0
    """BM25's k1·(1 - b + b·words/average) with k1 1.2, b .75 and a constant average: as good as the scope's own, and
    one number less that moves when a document comes."""
    joined: float = 0.9
    """A compound written as one word (`checkout-session` for `checkoutSession`), against 1 for it to the letter."""
    parts: float = 0.8
    """A compound's parts side by side, or such of them as are telling apart. It counts once: summed beside its parts it
    cost .04."""
    literal: float = 0.05
    """The word as it was written, above its stem: +.015 / +.011 / +.008."""
    pairs: float = 0.25
    """Neighbours in the question that are neighbours in the passage: +.012 / +.033 / +.040."""
    quoted: float = 1.0
    """What the question puts in quotation marks, found as it stands there: as much as all its words together, so that
    a passage that has it comes first."""
    title: float = 0.10
    """The words of the document's title or file name that the question says: +.02 to +.03 on aws_docs."""
    absent: float = 0.8
    """A word that the scope does not hold, of the weight of one that nothing holds: at the same share of foreign
    questions refused it keeps .3 % more of the others."""
    rarest: int = 4
    """Only passages with one of this many rarest words are scored: no loss (two rarest lose), and half the time."""
    rescored: int = 100
    """The passages, best by words alone, whose pairs, literal words and titles are looked at."""


class Refusal(Struct, frozen=True, kw_only=True):
    """When to say that no passage holds the answer, by `confidence`; `docs/ranking.md` says what each limit keeps."""

    none: float = 0.225
    """Under it none holds it."""
    weak: float = 0.34
    """Under it passages are shown as doubtful."""
    rarity: float = 0.75
    """How much more of a question is asked for where a scope is larger, since more passages share some of its words by
    chance: with .5 a scope of 18,000 passages refuses .48 of foreign questions where one of 1,200 refuses .55, with 1
    .65 and .52."""
    least: float = 0.6
    """However short a question is, this much of its share counts: else a single word that was found would not."""


MOST_QUOTED = 8
"""Quoted names of one question that are looked for."""
WEIGHTS = Weights()
REFUSAL = Refusal()


class Statistics(Struct, frozen=True, kw_only=True):
    """What is counted in a scope: its passages, and how many of them hold each word and each part of a compound."""

    passages: int
    words: Sequence[int]
    parts: Mapping[str, int]


class WeighedWord(Struct, frozen=True, kw_only=True):
    """A word of the question, how much finding it is worth, and the same for its parts."""

    word: Word
    idf: float
    present: bool
    part_idfs: tuple[float, ...]

    @property
    def part_shares(self) -> tuple[float, ...]:
        """Each part's share of the parts' weight."""
        total = sum(self.part_idfs)
        return tuple(idf / total for idf in self.part_idfs)


class WeighedPair(Struct, frozen=True):
    """Two neighbours of the question as a phrase, and the share of the question's weight they make up."""

    phrase: str
    share: float


class Weighed(Struct, frozen=True, kw_only=True, dict=True):
    """A question with its weights in one scope."""

    words: tuple[WeighedWord, ...]
    pairs: tuple[WeighedPair, ...]
    rarest_idf: float
    """What a word is worth that nothing in the scope holds."""
    quoted: tuple[tuple[Word, ...], ...] = ()

    @cached_property
    def total(self) -> float:
        """The weight of all its words: what a passage that holds every one of them often would come near."""
        return sum(word.idf for word in self.words)

    @property
    def rarest(self) -> list[WeighedWord]:
        """The words of which a passage must hold one."""
        held = [word for word in self.words if word.present]
        return sorted(held, key=lambda word: (-word.idf, word.word.whole))[: WEIGHTS.rarest]


class Counts(Struct, frozen=True, kw_only=True):
    """How often one passage holds a word: stemmed (a compound: its parts as one), to the letter, and each part.

    A compound of one part (`C++`) has no other form as one word; to the letter is asked of compounds only.
    """

    stemmed: int
    literal: int
    parts: tuple[int, ...]
    beside: bool = False
    """Whether a compound's parts stand side by side."""

    def holds(self, word: Word) -> bool:
        """Whether the word is in the passage: whole, its parts side by side, or all of them where each is telling."""
        apart = len(self.parts) > 1 and all(self.parts) and all(word.telling)
        return bool(self.stemmed or self.literal or self.beside or apart)


def bounded(question: Question) -> Question:
    """A question of at most so many words, the rarest in English at large, so that its work is bounded."""
    if len(question.words) <= MOST_WORDS and len(question.quoted) <= MOST_QUOTED:
        return question
    by_rarity = sorted(
        range(len(question.words)), key=lambda at: (english_frequencies.share(question.words[at].joined), at)
    )
    kept = sorted(by_rarity[:MOST_WORDS])
    moved = {old: new for new, old in enumerate(kept)}
    pairs = [(moved[a], moved[b], phrase) for a, b, phrase in question.pairs if a in moved and b in moved]
    quoted = question.quoted[:MOST_QUOTED]
    return Question(words=tuple(question.words[at] for at in kept), pairs=tuple(pairs), quoted=quoted)


def idf(holding: float, passages: float) -> float:
    """BM25's inverse document frequency (Robertson and Zaragoza, 2009, with Lucene's 1 inside the logarithm)."""
    return math.log1p((passages - holding + 0.5) / (holding + 0.5))


def smoothed_idf(word: str, holding: int, passages: int) -> float:
    """The inverse document frequency in a scope to which passages of English at large were added."""
    added = WEIGHTS.smoothing
    return idf(holding + added * english_frequencies.share(word), passages + added)


def weigh(question: Question, statistics: Statistics) -> Weighed:
    """What each word and each pair of a question is worth in a scope."""
    words = tuple(
        _weigh_word(word, holding, statistics) for word, holding in zip(question.words, statistics.words, strict=True)
    )
    worth = [(words[left].idf + words[right].idf, phrase) for left, right, phrase in question.pairs]
    total = sum(value for value, _ in worth)
    pairs = tuple(WeighedPair(phrase, value / total) for value, phrase in worth)
    return Weighed(words=words, pairs=pairs, rarest_idf=_rarest_idf(statistics), quoted=question.quoted)


def _weigh_word(word: Word, holding: int, statistics: Statistics) -> WeighedWord:
    parts = [statistics.parts.get(part, 0) for part in word.parts] if word.is_compound else []
    part_idfs = [smoothed_idf(part, held, statistics.passages) for part, held in zip(word.parts, parts, strict=False)]
    if holding or not word.is_compound:
        # A word that the scope does not hold is charged as one that nothing holds.
        value = smoothed_idf(word.joined, holding, statistics.passages) if holding else _idf_of_absent(statistics)
    else:
        value = max(part_idfs) if all(parts) and all(word.telling) else _idf_of_absent(statistics)
    telling = any(held for held, tells in zip(parts, word.telling, strict=False) if tells)
    return WeighedWord(word=word, idf=value, present=bool(holding or telling), part_idfs=tuple(part_idfs))


def _idf_of_absent(statistics: Statistics) -> float:
    return WEIGHTS.absent * _rarest_idf(statistics)


def _rarest_idf(statistics: Statistics) -> float:
    return idf(0.0, statistics.passages + WEIGHTS.smoothing)


def saturated(count: int, k: float) -> float:
    """How much a word counts that a passage holds so often: BM25's saturation, from 0 to 1."""
    return count / (count + k)


def saturation_point(words: int) -> float:
    """The k of a passage of so many words."""
    return WEIGHTS.saturation + WEIGHTS.length * words / WEIGHTS.typical_words


def word_score(weighed: WeighedWord, counts: Counts, k: float) -> float:
    """What one word of the question adds to a passage's score."""
    if not weighed.word.is_compound:
        return weighed.idf * saturated(counts.stemmed, k)
    word = zip(weighed.part_shares, counts.parts, weighed.word.telling, strict=True)
    apart = sum(share * saturated(count, k) for share, count, telling in word if telling)
    by_parts = WEIGHTS.parts * max(saturated(counts.beside, k), apart)
    return weighed.idf * max(saturated(counts.literal, k), WEIGHTS.joined * saturated(counts.stemmed, k), by_parts)


def title_weight(text: str) -> float:
    """The weight of all words of a title or a file name, against which those in the question are held."""
    return sum(title_word_weight(word.joined) for word in words_of(text)) or 1.0


def title_word_weight(word: str) -> float:
    """What a word of a title is worth: its rarity in English at large."""
    return smoothed_idf(word, 0, 0)


def confidence(best_score: float, weighed: Weighed) -> float:
    """How much of the question's weight the best passage has, the more the more the question says.

    By chance a passage has half of two words often, half of eight hardly ever: the share is multiplied by the root of
    the whole weight.
    """
    if not weighed.words:
        return 0.0
    says = math.sqrt(weighed.total) / math.pow(weighed.rarest_idf, REFUSAL.rarity)
    return best_score / weighed.total * max(REFUSAL.least, says)


def index_words(text: str) -> int:
    """How long a passage is for scoring, in words."""
    return count_words(text)


__all__ = [
    "REFUSAL",
    "WEIGHTS",
    "Counts",
    "Statistics",
    "Weighed",
    "WeighedWord",
    "bounded",
    "confidence",
    "stem",
    "weigh",
]
