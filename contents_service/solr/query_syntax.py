"""The parts of Solr queries that counting and scoring share.

What a person wrote is only ever the value of a parameter, never part of a query's text, so no character of it has a
meaning for Solr. The parameters of the word at place 3 of a question:

    joined3      its parts as one word, which is how the stemmed field knows a compound
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


def any_of(queries: Sequence[str], *, must: str | None = None, cache: bool = True) -> str:
    """Return a query for what at least one query matches, or what `must` matches, scored by the others."""
    clauses = "".join(f" should={query if query.startswith('$') else repr(query)}" for query in queries)
    required = f" must={must}" if must else ""
    return f"{{!bool{'' if cache else ' cache=false'}{required}{clauses}}}"
