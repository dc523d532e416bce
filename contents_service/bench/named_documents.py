"""Searches of 2 large documents and of 2,000 small ones that hold as many passages in all, all named in the request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from requests import Session

from contents_service.bench.comparison import Comparison, time_in_turn
from contents_service.bench.running_service import PERSON, RunningService
from contents_service.bench.search import ROUNDS, record_solr_requests, send_to_service, send_to_solr
from contents_service.bench.synthetic_passages import EnglishSampler, fill
from contents_service.model import Scope
from contents_service.solr.index import SolrIndex

FEW, MANY = 2, 2_000
PASSAGES = 10_000
QUESTIONS = 30
Way = tuple[str, Sequence[Callable[[], None]]]
"""What is timed: its name, and a task for each question."""


def compare_named(running: RunningService) -> tuple[Comparison, Comparison]:
    """Compare an application with few documents and one with many, by Solr requests and by whole searches."""
    english, solr, service = EnglishSampler(seed=5), Session(), Session()
    solr.trust_env = service.trust_env = False
    index = SolrIndex.at([running.solr_url], timeout_s=30.0)
    questions = [english.question() for _ in range(QUESTIONS)]
    solr_requests: list[Way] = []
    searches: list[Way] = []
    for documents in (FEW, MANY):
        app, name = f"bench-{documents}", f"{documents:,} documents, all named"
        paths = fill(index, Scope(app, PERSON), PASSAGES, english, per_document=PASSAGES // documents)
        recorded = record_solr_requests(running, app, paths, questions)
        solr_requests.append((name, [partial(send_to_solr, solr, running, bodies) for bodies in recorded]))
        searches.append(
            (name, [partial(send_to_service, service, running, app, paths, question) for question in questions])
        )
    stored = f"{PASSAGES:,} passages in each application"
    return (
        time_in_turn(f"The Solr requests of a search, {stored}", solr_requests, ROUNDS),
        time_in_turn(f"The whole search, {stored}", searches, ROUNDS),
    )
