"""The parts of Solr queries that counting and scoring share.

What a person wrote is only ever the value of a parameter, never part of a query's text, so no character of it has a
meaning for Solr. The parameters of the word at place 3 of a question:

    joined3      its parts as one word, which is how the stemmed field knows a compound
    key3_0 …     the keys of a number, a date or a name
    own3         the key of a word in another language than English
    form3_0 …    the forms that are the word itself, and not another with its stem; forms3 has all of them
    literal3     the word as the literal field has it
    part3_0 …    the parts of a compound, one by one
    phrase3      its parts as a phrase
    adjacent3    the query for that phrase
    matches3     the query for passages that hold the word
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from contents_service.index.scope_snapshot import ScopeView
from contents_service.model import Scope
from contents_service.relevance.terms import Word
from contents_service.solr.keys import scope_key, to_shard_of

Params = dict[str, Any]


def within_view(scope: Scope, view: ScopeView) -> Params:
    """Return the parameters that limit a query to passages of the scope whose reading is active.

    The shorter list is sent: the active readings, or all others.
    """
    filters = [f"{{!field f=scope v='{scope_key(scope)}'}}", "{!field f=kind v='passage'}"]
    if not view.hidden:
        lists = {"hidden_readings": ""}
    elif len(view.hidden) <= len(view.active):
        filters.append("{!bool must_not='{!terms f=reading v=$hidden_readings}'}")
        lists = {"hidden_readings": ",".join(view.hidden)}
    else:
        filters.append("{!terms f=reading v=$active_readings}")
        lists = {"active_readings": ",".join(view.active)}
    return {"fq": filters, **lists, **to_shard_of(scope.app)}


def word_params(at: int, word: Word) -> Params:
    """Return the parameters of a word, except for the query that uses them."""
    params: Params = {f"joined{at}": word.joined_form, f"literal{at}": word.literal_form}
    params |= {f"key{at}_{number}": key for number, key in enumerate(word.keys)}
    params |= {f"own{at}": word.own_key} if word.own_key else {}
    params |= {f"form{at}_{number}": form for number, form in enumerate(word.forms)}
    params |= {f"forms{at}": ",".join(word.forms)} if word.forms else {}
    if word.is_compound:
        params |= {f"part{at}_{part}": text for part, text in enumerate(word.parts)}
        params |= {f"phrase{at}": " ".join(word.parts), f"adjacent{at}": f"{{!field f=body v=$phrase{at}}}"}
    return params


def compound_forms(at: int, word: Word) -> list[str]:
    """Return the queries for a compound: to the letter, as one word, and with its parts side by side."""
    forms = [f"{{!field f=exact v=$literal{at}}}"]
    if len(word.parts) > 1:
        forms += [f"{{!field f=body v=$joined{at}}}", f"{{!v=$adjacent{at}}}"]
    return forms


def stemmed_field(word: Word) -> str:
    """Return the field that has a word in any of its forms."""
    return "cjk" if word.is_cjk else "body"


def frequency(at: int, word: Word) -> str:
    """Return the function for how often a passage holds a word that is no compound, by its stem or by its keys."""
    if word.keys:
        return _sum_of([f"termfreq(values,$key{at}_{number})" for number, _ in enumerate(word.keys)])
    if word.own_key:
        return f"max(termfreq(body,$joined{at}),termfreq(values,$own{at}))"
    irregular = [f"termfreq(exact,$form{at}_{number})" for number in _irregular(word)]
    return _sum_of([f"termfreq({stemmed_field(word)},$joined{at})", *irregular])


def form_frequency(at: int, word: Word) -> str:
    """Return the function for how often a passage holds a word itself, in one of its own forms."""
    return _sum_of([f"termfreq(exact,$form{at}_{number})" for number, _ in enumerate(word.forms)])


def holds_word(at: int, word: Word, *, cache: bool = True) -> str:
    """Return the query for passages that hold a word that is no compound, by its stem or by its keys."""
    if word.keys:
        return any_of([f"{{!field f=values v=$key{at}_{number}}}" for number, _ in enumerate(word.keys)], cache=cache)
    irregular = [f"{{!field f=exact v=$form{at}_{number}}}" for number in _irregular(word)]
    irregular += [f"{{!field f=values v=$own{at}}}"] if word.own_key else []
    by_stem = f"f={stemmed_field(word)} v=$joined{at}}}"
    if not irregular:
        return f"{{!field {by_stem}" if cache else f"{{!field cache=false {by_stem}"
    return any_of([f"{{!field {by_stem}", *irregular], cache=cache)


def holds_form(at: int) -> str:
    """Return the query for passages that hold a word itself, in one of its own forms."""
    return f"{{!terms cache=false f=exact v=$forms{at}}}"


def _irregular(word: Word) -> list[int]:
    """Return the places, among the forms of a word, of those that the stemmer does not join with it."""
    return [number for number, form in enumerate(word.forms) if form in word.irregular_forms]


def _sum_of(functions: Sequence[str]) -> str:
    return functions[0] if len(functions) == 1 else f"sum({','.join(functions)})"


def any_of(queries: Sequence[str], *, must: str | None = None, cache: bool = True) -> str:
    """Return a query for what at least one query matches, or what `must` matches, scored by the others."""
    clauses = "".join(f" should={query if query.startswith('$') else repr(query)}" for query in queries)
    required = f" must={must}" if must else ""
    return f"{{!bool{'' if cache else ' cache=false'}{required}{clauses}}}"
