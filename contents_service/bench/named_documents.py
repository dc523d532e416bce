"""A search of two large and of two thousand small documents with as many passages, all of them named by the request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from requests import Session

from contents_service.bench.comparison import Comparison, in_turns
from contents_service.bench.running_service import PERSON, Running
from contents_service.bench.search import ROUNDS, asked_bare, asked_through, solr_requests
from contents_service.bench.synthetic_passages import English, fill
from contents_service.model import Scope
from contents_service.solr.index import SolrIndex

FEW, MANY = 2, 2_000
PASSAGES = 10_000
QUESTIONS = 30
Way = tuple[str, Sequence[Callable[[], None]]]


def compare_named(running: Running) -> tuple[Comparison, Comparison]:
    """The Solr requests, then whole searches, of an application with few documents and of one with many."""
    english, solr, service = English(seed=5), Session(), Session()
    solr.trust_env = service.trust_env = False
    index = SolrIndex.at([running.solr_url], timeout_s=30.0)
    questions = [english.question() for _ in range(QUESTIONS)]
    requests: list[Way] = []
    searches: list[Way] = []
    for documents in (FEW, MANY):
        app, name = f"bench-{documents}", f"{documents:,} documents, all named"
        named = fill(index, Scope(app, PERSON), PASSAGES, english, each=PASSAGES // documents)
        asked = solr_requests(running, app, named, questions)
        requests.append((name, [partial(asked_bare, solr, running, bodies) for bodies in asked]))
        searches.append((name, [partial(asked_through, service, running, app, named, each) for each in questions]))
    stored = f"{PASSAGES:,} passages in each application"
    return (
        in_turns(f"The Solr requests of a search, {stored}", requests, ROUNDS),
        in_turns(f"The whole search, {stored}", searches, ROUNDS),
    )
