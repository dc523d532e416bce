"""The weights of the ranking and the limits of refusal, each with its reason."""

from __future__ import annotations

from msgspec import Struct


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
    """The weight of a number, a date or a name, compared with 1 for a word: whoever names one wants no other."""
    document_name: float = 0.5
    """A word of the question that a passage lacks and its document is called by, compared with 1 for one it holds."""
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
    max_candidate_terms: int = 4
    """A passage is scored only if it has one of this many rarest terms: no loss (two lose), and half the time."""
    rerank_depth: int = 100
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
    character_pairs: float = 1.5
    """What the confidence in a question in writing without spaces is multiplied by: its words are looked up by pairs of
    characters, of which passages that put it another way hold fewer."""
    other_language: float = 1.2
    """What the confidence in a question in another language than English is multiplied by: passages hold less of it,
    since other languages have more endings."""
    min_factor: float = 0.6
    """Smallest factor for short questions, so that a question of one word can be answered."""


RARE_SHARE = 0.7
"""A word is rare in a scope if its idf is at least this share of the largest possible one."""
MAX_QUOTATIONS = 8
"""Quotations in one question that are searched for; later ones are ignored."""
WEIGHTS = Weights()
"""The weights in use."""
REFUSAL_LIMITS = RefusalLimits()
"""The limits in use."""
