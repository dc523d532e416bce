"""The two requests of a search, in Solr's words; pure.

Everything a person wrote goes in as the value of a parameter (`w0`, `c0` …), never into a query's own text, so that no
character of it can mean anything to Solr. `relevance/scoring.py` has the formula that this spells out.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from contents_service.relevance import spelling
from contents_service.relevance.scoring import (
    WEIGHTS,
    Statistics,
    TermCounts,
    WeightedQuestion,
    WeightedTerm,
    title_word_weight,
)
from contents_service.relevance.terms import Question, Word, phrase_text

Params = dict[str, Any]

RESCORED = {"literal": "words as written", "pairs": "neighbouring words", "titles": "title or file name"}
SHARES = {**RESCORED, "quoted": "quoted names"}
"""What a passage is given beside its words, by the parameter that computes it, and as an explanation says it."""


def filters(scope_key: str, seen: Collection[str], unseen: Collection[str]) -> list[str]:
    """Only passages of the scope whose reading may be seen; the shorter of the two lists is the one that is sent."""
    within = [f"{{!field f=scope v='{scope_key}'}}", "{!field f=kind v='passage'}"]
    if not unseen:
        return within
    if len(unseen) <= len(seen):
        return [*within, "{!bool must_not='{!terms f=reading v=$unseen}'}"]
    return [*within, "{!terms f=reading v=$seen}"]


def filter_params(seen: Collection[str], unseen: Collection[str]) -> Params:
    """The lists that the filters name."""
    return {"unseen": ",".join(unseen)} if len(unseen) <= len(seen) else {"seen": ",".join(seen)}


def counting(question: Question, scope_key: str) -> Params:
    """The first request: how many passages of the scope hold each word, and whether its records have changed."""
    parts = parts_of(question)
    facets: dict[str, Any] = {
        **{f"w{at}": _count(f"$h{at}") for at in range(len(question.words))},
        **{f"p{at}": _count(f"$hp{at}") for at in range(len(parts))},
        "records": records_facet(scope_key),
    }
    params: Params = {"q": "*:*", "rows": 0, "json.facet": json.dumps(facets)}
    for at, word in enumerate(question.words):
        params |= {**_word_params(at, word), f"h{at}": _holding(at, word)}
    for at, part in enumerate(parts):
        params |= {f"v{at}": part, f"hp{at}": f"{{!field cache=false f=body v=$v{at}}}"}
    return params


def records_facet(scope_key: str) -> dict[str, Any]:
    """How many records the scope has and the newest change of one: by these a change is noticed."""
    return {
        "type": "query",
        "q": "*:*",
        "domain": {"query": [f"{{!field f=scope v='{scope_key}'}}", "{!field f=kind v='record'}"]},
        "facet": {"newest": "max(_version_)"},
    }


def statistics_from(question: Question, facets: dict[str, Any]) -> Statistics:
    """What the first request counted; of an empty scope Solr counts nothing."""
    return Statistics(
        passages=facets["count"],
        words=[_counted_as(facets, f"w{at}") for at in range(len(question.words))],
        parts={part: _counted_as(facets, f"p{at}") for at, part in enumerate(parts_of(question))},
    )


def _counted_as(facets: dict[str, Any], name: str) -> int:
    return int(facets.get(name, {"count": 0})["count"])


def parts_of(question: Question) -> list[str]:
    """The different parts of a question's compounds."""
    return list(dict.fromkeys(part for word in question.words if word.is_compound for part in word.parts))


def scoring(weighed: WeightedQuestion, *, explain: bool) -> Params:
    """The second request: the passages by score, with how often each holds each word."""
    words = range(len(weighed.terms))
    rarest = [weighed.terms.index(word) for word in weighed.rarest_terms]
    quoted = range(len(weighed.quotations))
    scored = [f"$s{at}" for at in words if weighed.terms[at].is_present]
    params: Params = {
        "q": _bool([*scored, *(f"$sq{at}" for at in quoted)], must="$any"),
        "any": "{!bool filter=$anyof}",
        "anyof": _bool([*(f"$h{at}" for at in rarest), *(f"$hq{at}" for at in quoted)]),
        "rq": f"{{!rerank reRankQuery=$more reRankDocs={WEIGHTS.reranked} reRankWeight=1}}",
        "more": "{!func v=$shares}",
        "shares": f"sum({','.join(f'${name}' for name in RESCORED)})",
        "sort": "score desc,id asc",
        "fl": ",".join(["id", "score", "reading", "number", "json", "k:field(k)", *_counted(weighed)]),
        **_share_params(weighed),
        **_quoted_params(weighed),
    }
    for at, word in enumerate(weighed.terms):
        params |= {**_word_params(at, word.word), f"h{at}": _any_part(at, word.word)}
        params |= {f"s{at}": f"{{!boost b=$f{at} v=$m{at}}}", f"f{at}": _word_function(at, word)}
        params |= {f"m{at}": _constant(f"$h{at}", 1.0)}
    if explain:
        params["fl"] += "".join(f",{name}:${name}" for name in SHARES)
    return params


def shares_from(document: dict[str, Any]) -> dict[str, float] | None:
    """What a found passage was given beside its words, if the request asked for it."""
    if not all(name in document for name in SHARES):
        return None
    return {said: document[name] for name, said in SHARES.items()}


def counts_from(weighed: WeightedQuestion, document: dict[str, Any]) -> tuple[TermCounts, ...]:
    """How often a found passage holds each word."""
    return tuple(
        TermCounts(
            stemmed=int(document.get(f"t{at}", 0)),
            literal=int(document.get(f"e{at}", 0)),
            parts=tuple(int(document[f"t{at}_{part}"]) for part in range(len(word.word.parts)))
            if word.word.is_compound
            else (),
            adjacent=bool(document.get(f"b{at}", 0)),
        )
        for at, word in enumerate(weighed.terms)
    )


def near(word: str) -> Iterable[str]:
    """Queries for passages that hold a word near to a plain one: the next where one finds nothing near enough.

    The last looks at no more than 50 words of the whole core, so it comes last; what it finds is of the scope.
    """
    two = " ".join(f'body:"{words}"^=2' for words in spelling.split_in_two(word))
    yield f"exact:/{spelling.misspelling_pattern(word)}/^=3 {two} exact:/{spelling.inflection_pattern(word)}/^=1"
    if len(word) >= spelling.LONG:
        yield f"exact:{word}~2"


def _count(query: str) -> dict[str, str]:
    return {"type": "query", "q": f"{{!v={query}}}"}


def _word_params(at: int, word: Word) -> Params:
    params: Params = {f"w{at}": word.joined_form, f"c{at}": word.literal_form}
    if word.is_compound:
        params |= {f"w{at}_{part}": text for part, text in enumerate(word.parts)}
        params |= {f"vb{at}": " ".join(word.parts), f"hb{at}": f"{{!field f=body v=$vb{at}}}"}
    return params


def _holding(at: int, word: Word) -> str:
    """Passages that hold a word; a compound to the letter, with its parts as one, or side by side."""
    if not word.is_compound:
        return f"{{!field cache=false f={_field(word)} v=$w{at}}}"
    either = [f"{{!field f=exact v=$c{at}}}"]
    either += [f"{{!field f=body v=$w{at}}}", f"{{!v=$hb{at}}}"] if len(word.parts) > 1 else []
    return _bool(either, cache=False)


def _any_part(at: int, word: Word) -> str:
    """Passages that hold a word or some telling part of it."""
    if not word.is_compound:
        return f"{{!field f={_field(word)} v=$w{at}}}"
    parts = [f"{{!field f=body v=$w{at}_{part}}}" for part, tells in enumerate(word.significant) if tells]
    whole = [f"{{!field f=body v=$w{at}}}", f"{{!v=$hb{at}}}"] if len(word.parts) > 1 else []
    return _bool([f"{{!field f=exact v=$c{at}}}", *whole, *parts])


def _word_function(at: int, word: WeightedTerm) -> str:
    """What a word adds, as `scoring.term_score` has it."""
    if not word.word.is_compound:
        return f"mul({word.idf!r},{_saturated(_field(word.word), f'w{at}')})"
    joined = _saturated("body", f"w{at}") if len(word.word.parts) > 1 else "0"
    apart = [
        f"mul({share!r},{_saturated('body', f'w{at}_{part}')})"
        for part, share in enumerate(word.part_weights)
        if word.word.significant[part]
    ]
    by_parts = f"mul({WEIGHTS.parts},max({_beside(at, 'div(1,sum(1,k))', word.word)},{_sum(apart)}))"
    return f"mul({word.idf!r},max({_saturated('exact', f'c{at}')},mul({WEIGHTS.joined},{joined}),{by_parts}))"


def _beside(at: int, worth: str, word: Word) -> str:
    """Something, where a compound's parts stand side by side."""
    return f"if(exists(query($hb{at})),{worth},0)" if len(word.parts) > 1 else "0"


def _saturated(field: str, parameter: str) -> str:
    """`scoring.saturate` as 1 / (k/count + 1), for which Solr looks up the count once; of none it is 0."""
    return f"recip(div(k,termfreq({field},${parameter})),1,1,1)"


def _counted(weighed: WeightedQuestion) -> Iterable[str]:
    for at, word in enumerate(weighed.terms):
        if len(word.word.parts) > 1 or not word.word.is_compound:
            yield f"t{at}:termfreq({_field(word.word)},$w{at})"
        if word.word.is_compound:
            yield f"e{at}:termfreq(exact,$c{at})"
            yield f"b{at}:{_beside(at, '1', word.word)}"
            yield from (f"t{at}_{part}:termfreq(body,$w{at}_{part})" for part in range(len(word.word.parts)))


def _share_params(weighed: WeightedQuestion) -> Params:
    """The three shares of the question's whole weight that only the best passages by words are given."""
    total = weighed.total_weight
    literal = [
        f"mul({word.idf / total!r},min(1,termfreq(exact,$c{at})))"
        for at, word in enumerate(weighed.terms)
        if word.is_present
    ]
    pairs = [f"if(exists(query($n{at})),{pair.share!r},0)" for at, pair in enumerate(weighed.pairs)]
    params: Params = {
        "literal": _weighted(WEIGHTS.literal * total, literal),
        "pairs": _weighted(WEIGHTS.pairs * total, pairs),
        "titles": _weighted(
            WEIGHTS.title * total, [f"max({_covered(weighed, 'title', 'tw')},{_covered(weighed, 'name', 'nw')})"]
        ),
    }
    for at, pair in enumerate(weighed.pairs):
        params |= {f"n{at}": f"{{!field f=body v=$x{at}}}", f"x{at}": pair.phrase}
    return params


def _quoted_params(weighed: WeightedQuestion) -> Params:
    """What the question quotes, each found as a phrase or, a single word, to the letter."""
    if not weighed.quotations:
        return {"quoted": "mul(0,0)"}
    worth = WEIGHTS.quotations * weighed.total_weight / len(weighed.quotations)
    params: Params = {}
    for at, words in enumerate(weighed.quotations):
        single = len(words) == 1
        params |= {
            f"uq{at}": words[0].literal_form if single else phrase_text(words),
            f"hq{at}": f"{{!field f={'exact' if single else 'body'} v=$uq{at}}}",
            f"sq{at}": _constant(f"$hq{at}", worth),
        }
    found = [f"if(exists(query($hq{at})),{worth!r},0)" for at in range(len(weighed.quotations))]
    return {**params, "quoted": _sum(found)}


def _constant(query: str, score: float) -> str:
    """A query of which every match scores the same."""
    return f'{{!lucene}}_query_:"{{!v={query}}}"^={score!r}'


def _field(word: Word) -> str:
    """The field that a word's forms are looked for in."""
    return "cjk" if word.is_cjk else "body"


def _covered(weighed: WeightedQuestion, field: str, weight: str) -> str:
    """The share of a title's weight that the question says."""
    said = [
        f"mul({title_word_weight(word.word.joined_form)!r},min(1,termfreq({field},$w{at})))"
        for at, word in enumerate(weighed.terms)
    ]
    return f"min(1,div({_sum(said)},max(1,{weight})))"


def _weighted(weight: float, terms: Sequence[str]) -> str:
    return f"mul({weight!r},{_sum(terms)})" if terms else "mul(0,0)"


def _sum(terms: Sequence[str]) -> str:
    return f"sum({','.join([*terms, '0', '0'])})"


def _bool(should: Sequence[str], *, must: str | None = None, cache: bool = True) -> str:
    clauses = "".join(f" should={clause if clause.startswith('$') else repr(clause)}" for clause in should)
    wanted = f" must={must}" if must else ""
    return f"{{!bool{'' if cache else ' cache=false'}{wanted}{clauses}}}"
