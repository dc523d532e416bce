"""The second request of a search: the best passages by the formula of `relevance/scoring.py`, as a Solr query.

Its parameters, besides those of `query_syntax.py`, for the term at place 3:

    term_score3      the function that is the term's share of a passage's score
    matched3         a query that gives every passage with the term the same score
    scored3          that query with `term_score3` as its score

and for the pair or the quotation at place 3:

    pair3, pair_query3                           the pair as a phrase, and the query for it; likewise run3, run_query3
    quotation3, quotation_query3, quoted3        the quotation, the query for it, and that with a fixed score

A found passage has the fields `stemmed3`, `literal3`, `adjacent3` and `part3_0` …: how often it holds the term.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from contents_service.index.protocol import Hit
from contents_service.model import Record
from contents_service.relevance.scoring import (
    TermCounts,
    WeightedPhrase,
    WeightedQuestion,
    WeightedTerm,
    title_word_weight,
)
from contents_service.relevance.terms import Word, phrase_text
from contents_service.relevance.weights import WEIGHTS
from contents_service.solr.documents import PassageDocument
from contents_service.solr.keys import name_in
from contents_service.solr.query_syntax import (
    Params,
    any_of,
    compound_forms,
    form_frequency,
    frequency,
    holds_word,
    word_params,
)

RERANK_BONUSES = {
    "literal_bonus": "words as written",
    "pair_bonus": "neighbouring words",
    "run_bonus": "three words in a row",
    "title_bonus": "title or file name",
}
BONUSES = {**RERANK_BONUSES, "quotation_bonus": "quoted names"}
"""The names of all bonuses in an explanation, by the parameter that computes each."""


class HitDocument(Struct, frozen=True):
    """A found passage as Solr returns it, without the counts of its terms."""

    id: str
    reading: str
    number: int
    json: str
    score: float
    k: float


def score_request(question: WeightedQuestion, *, explain: bool) -> Params:
    """Return the parameters that find the best passages, with how often each holds each term."""
    present = [at for at, term in enumerate(question.terms) if term.is_searched]
    rarest = [question.terms.index(term) for term in question.candidate_terms]
    quotations = range(len(question.quotations))
    params: Params = {
        "q": any_of([*(f"$scored{at}" for at in present), *(f"$quoted{at}" for at in quotations)], must="$candidates"),
        "candidates": "{!bool filter=$candidate}",
        "candidate": any_of([*(f"$matches{at}" for at in rarest), *(f"$quotation_query{at}" for at in quotations)]),
        "rq": f"{{!rerank reRankQuery=$bonus_query reRankDocs={WEIGHTS.rerank_depth} reRankWeight=1}}",
        "bonus_query": "{!func v=$bonuses}",
        "bonuses": f"sum({','.join(f'${name}' for name in RERANK_BONUSES)})",
        "sort": "score desc,id asc",
        "fl": ",".join(["id", "score", "reading", "number", "json", "k:field(k)", *_count_fields(question)]),
        **_bonus_params(question),
        **_quotation_params(question),
    }
    for at, term in enumerate(question.terms):
        params |= {**word_params(at, term.word), f"matches{at}": _matches_any_part(at, term.word)}
        params |= {f"scored{at}": f"{{!boost b=$term_score{at} v=$matched{at}}}"}
        params |= {f"term_score{at}": _term_score(at, term), f"matched{at}": _with_score(f"$matches{at}", 1.0)}
    if explain:
        params["fl"] += "".join(f",{name}:${name}" for name in BONUSES)
    return params


def read_hits(question: WeightedQuestion, active: Mapping[str, Record], answer: Mapping[str, Any]) -> list[Hit]:
    """Return the passages in an answer whose reading was counted, best first.

    A reading that became active between the two requests of a search is left out.
    """
    found = [(msgspec.convert(fields, HitDocument), fields) for fields in answer["response"]["docs"]]
    hits = [
        _hit(question, active[document.reading], document, fields)
        for document, fields in found
        if document.reading in active
    ]
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))


def _hit(question: WeightedQuestion, record: Record, document: HitDocument, fields: Mapping[str, Any]) -> Hit:
    explained = all(name in fields for name in BONUSES)
    return Hit(
        id=name_in(document.id),
        record=record,
        reading=document.reading,
        number=document.number,
        content=PassageDocument(document.json).decode(),
        score=document.score,
        counts=tuple(_read_counts(at, term.word, fields) for at, term in enumerate(question.terms)),
        k=document.k,
        bonuses={label: fields[name] for name, label in BONUSES.items()} if explained else None,
    )


def _count_fields(question: WeightedQuestion) -> Iterable[str]:
    for at, term in enumerate(question.terms):
        word = term.word
        if not word.is_compound:
            yield f"stemmed{at}:{frequency(at, word)}"
            if term.related_weight is not None:
                yield f"forms{at}:{form_frequency(at, word)}"
        else:
            if len(word.parts) > 1:
                yield f"stemmed{at}:termfreq(body,$joined{at})"
            yield f"literal{at}:termfreq(exact,$literal{at})"
            yield f"adjacent{at}:{_if_adjacent(at, '1', word)}"
            yield from (f"part{at}_{part}:termfreq(body,$part{at}_{part})" for part in range(len(word.parts)))


def _read_counts(at: int, word: Word, fields: Mapping[str, Any]) -> TermCounts:
    parts = range(len(word.parts)) if word.is_compound else ()
    return TermCounts(
        stemmed=int(fields.get(f"stemmed{at}", 0)),
        literal=int(fields.get(f"literal{at}", 0)),
        parts=tuple(int(fields[f"part{at}_{part}"]) for part in parts),
        forms=int(fields[f"forms{at}"]) if f"forms{at}" in fields else None,
        adjacent=bool(fields.get(f"adjacent{at}", 0)),
    )


def _matches_any_part(at: int, word: Word) -> str:
    """Return the query for passages that hold a word or a significant part of it."""
    if not word.is_compound:
        return holds_word(at, word)
    parts = [f"{{!field f=body v=$part{at}_{part}}}" for part, counts in enumerate(word.significant) if counts]
    return any_of([*compound_forms(at, word), *parts])


def _term_score(at: int, term: WeightedTerm) -> str:
    """Return `scoring.term_score` as a function."""
    word = term.word
    if not word.is_compound:
        by_stem = _saturate(frequency(at, word))
        if term.related_weight is None:
            return f"mul({term.idf!r},{by_stem})"
        itself = _saturate(form_frequency(at, word))
        return f"max(mul({term.idf!r},{itself}),mul({term.related_weight!r},{by_stem}))"
    joined = _saturate(f"termfreq(body,$joined{at})") if len(word.parts) > 1 else "0"
    apart = [
        f"mul({weight!r},{_saturate(f'termfreq(body,$part{at}_{part})')})"
        for part, weight in enumerate(term.part_weights)
        if word.significant[part]
    ]
    by_parts = f"mul({WEIGHTS.parts},max({_if_adjacent(at, 'div(1,sum(1,k))', word)},{_sum(apart)}))"
    return (
        f"mul({term.idf!r},max({_saturate(f'termfreq(exact,$literal{at})')},mul({WEIGHTS.joined},{joined}),{by_parts}))"
    )


def _if_adjacent(at: int, value: str, word: Word) -> str:
    """Return a function with this value where a compound's parts stand side by side."""
    return f"if(exists(query($adjacent{at})),{value},0)" if len(word.parts) > 1 else "0"


def _saturate(count: str) -> str:
    """Return `scoring.saturate` as 1 / (k/count + 1), for which Solr looks up the count once; 0 where it is 0."""
    return f"recip(div(k,{count}),1,1,1)"


def _bonus_params(question: WeightedQuestion) -> Params:
    """Return the functions of the bonuses that only the best passages by words can get."""
    total = question.total_weight
    literal = [
        f"mul({term.idf / total!r},min(1,{_literal_frequency(at, term.word)}))"
        for at, term in enumerate(question.terms)
        if term.is_present
    ]
    pairs = [_phrase_share(question, f"pair_query{at}", pair) for at, pair in enumerate(question.pairs)]
    runs = [_phrase_share(question, f"run_query{at}", run) for at, run in enumerate(question.runs)]
    title = f"max({_title_share(question, 'title', 'tw')},{_title_share(question, 'name', 'nw')})"
    params: Params = {
        "literal_bonus": _weighted_sum(WEIGHTS.literal * total, literal),
        "pair_bonus": _weighted_sum(WEIGHTS.pairs * total, pairs),
        "run_bonus": _weighted_sum(WEIGHTS.runs * total, runs),
        "title_bonus": _weighted_sum(WEIGHTS.title * total, [title]),
    }
    for at, pair in enumerate(question.pairs):
        params |= {f"pair_query{at}": f"{{!field f=body v=$pair{at}}}", f"pair{at}": pair.phrase}
    for at, run in enumerate(question.runs):
        params |= {f"run_query{at}": f"{{!field f=body v=$run{at}}}", f"run{at}": run.phrase}
    return params


def _literal_frequency(at: int, word: Word) -> str:
    return frequency(at, word) if word.keys or word.is_pair else f"termfreq(exact,$literal{at})"


def _phrase_share(question: WeightedQuestion, query: str, phrase: WeightedPhrase) -> str:
    """Return a phrase's share where a passage has it, unless a word in it is another with the same stem."""
    ambiguous = [at for at in dict.fromkeys(phrase.words) if question.terms[at].related_weight is not None]
    conditions = [f"exists(query(${query}))", *(form_frequency(at, question.terms[at].word) for at in ambiguous)]
    condition = conditions[0] if len(conditions) == 1 else f"and({','.join(conditions)})"
    return f"if({condition},{phrase.share!r},0)"


def _title_share(question: WeightedQuestion, field: str, total: str) -> str:
    """Return the share of a title's weight, whose total is in a field, that the question's words have."""
    weights = [
        f"mul({title_word_weight(term.word.joined_form)!r},min(1,termfreq({field},$joined{at})))"
        for at, term in enumerate(question.terms)
    ]
    return f"min(1,div({_sum(weights)},max(1,{total})))"


def _quotation_params(question: WeightedQuestion) -> Params:
    """Return the parameters of what the question quotes: phrases, and single words to the letter."""
    if not question.quotations:
        return {"quotation_bonus": "mul(0,0)"}
    value = WEIGHTS.quotations * question.total_weight / len(question.quotations)
    params: Params = {}
    for at, words in enumerate(question.quotations):
        is_single = len(words) == 1
        params |= {
            f"quotation{at}": words[0].literal_form if is_single else phrase_text(words),
            f"quotation_query{at}": f"{{!field f={'exact' if is_single else 'body'} v=$quotation{at}}}",
            f"quoted{at}": _with_score(f"$quotation_query{at}", value),
        }
    found = [f"if(exists(query($quotation_query{at})),{value!r},0)" for at in range(len(question.quotations))]
    return {**params, "quotation_bonus": _sum(found)}


def _with_score(query: str, score: float) -> str:
    """Return a query that gives every match this score."""
    return f'{{!lucene}}_query_:"{{!v={query}}}"^={score!r}'


def _weighted_sum(weight: float, functions: Sequence[str]) -> str:
    return f"mul({weight!r},{_sum(functions)})" if functions else "mul(0,0)"


def _sum(functions: Sequence[str]) -> str:
    return f"sum({','.join([*functions, '0', '0'])})"
