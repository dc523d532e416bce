"""The first request of a search: how many passages of the scope hold each word, and whether its records changed.

Facets named `word3`, `form3` and `part3` count the passages that hold the word at place 3 by its stem, those that hold
that word itself, and those that hold the part at place 3 of all parts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from contents_service.relevance.question import Question
from contents_service.relevance.scoring import Statistics
from contents_service.relevance.terms import Word
from contents_service.solr.query_syntax import Params, any_of, compound_forms, holds_form, holds_word, word_params
from contents_service.solr.snapshots import version_facet


def count_request(question: Question, scope_key: str) -> Params:
    """Return the parameters that count a question's words and parts."""
    parts = _parts(question)
    facets: dict[str, Any] = {
        **{f"word{at}": _count(f"$matches{at}") for at in range(len(question.words))},
        **{f"form{at}": _count(f"$form_matches{at}") for at, word in enumerate(question.words) if word.forms},
        **{f"part{at}": _count(f"$part_matches{at}") for at in range(len(parts))},
        "records": version_facet(scope_key),
    }
    params: Params = {"q": "*:*", "rows": 0, "json.facet": json.dumps(facets)}
    for at, word in enumerate(question.words):
        params |= {**word_params(at, word), f"matches{at}": _matches(at, word)}
        if word.forms:
            params[f"form_matches{at}"] = holds_form(at)
    for at, part in enumerate(parts):
        params |= {f"part{at}": part, f"part_matches{at}": f"{{!field cache=false f=body v=$part{at}}}"}
    return params


def read_statistics(question: Question, facets: Mapping[str, Any]) -> Statistics:
    """Return the counts in an answer; Solr leaves the facets out if the scope has no passages."""

    def count_of(name: str) -> int:
        return int(facets.get(name, {"count": 0})["count"])

    return Statistics(
        passages=facets["count"],
        words=[count_of(f"word{at}") for at in range(len(question.words))],
        forms=[count_of(f"form{at}" if word.forms else f"word{at}") for at, word in enumerate(question.words)],
        parts={part: count_of(f"part{at}") for at, part in enumerate(_parts(question))},
    )


def _parts(question: Question) -> list[str]:
    """Return the parts of a question's compounds, each once."""
    return list(dict.fromkeys(part for word in question.words if word.is_compound for part in word.parts))


def _count(query: str) -> dict[str, str]:
    return {"type": "query", "q": f"{{!v={query}}}"}


def _matches(at: int, word: Word) -> str:
    if word.is_compound:
        return any_of(compound_forms(at, word), cache=False)
    return holds_word(at, word, cache=False)
