"""A search through the service, against the bare requests that it makes of Solr, and against Solr's own ranking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from requests import Session

from contents_service.bench.comparison import Comparison, time_in_turn
from contents_service.bench.running_service import PERSON, RunningService
from contents_service.documents.searching import SPARE_HITS
from contents_service.model import Scope
from contents_service.relevance.terms import parse_question
from contents_service.solr.client import SolrClient
from contents_service.solr.failover import Nodes
from contents_service.solr.index import SolrIndex

APP = "bench"
ROUNDS = 3
LIMIT = 6
NATIVE = {"defType": "edismax", "qf": "body title name", "pf2": "body", "fl": "id,score,json,reading,number"}


class RecordingClient(SolrClient):
    """A client that remembers what it asked."""

    recorded: list[dict[str, Any]]

    def query(self, params: dict[str, Any], handler: str = "select") -> dict[str, Any]:
        """Ask, and remember."""
        self.recorded.append(params)
        return super().query(params, handler)


def compare_searches(running: RunningService, paths: Sequence[str], questions: Sequence[str]) -> Comparison:
    """Ask each question all ways in turns."""
    solr, service = Session(), Session()
    solr.trust_env = service.trust_env = False
    asked = record_solr_requests(running, APP, paths, questions)
    native = [[native_query(question, made[0])] for question, made in zip(questions, asked, strict=True)]
    through = [partial(send_to_service, service, running, APP, paths, question) for question in questions]
    named = f"A search of {len(paths)} documents, {len(questions)} questions"
    ways = [
        ("native edismax over the same fields", [partial(send_to_solr, solr, running, bodies) for bodies in native]),
        ("our Solr requests, bare", [partial(send_to_solr, solr, running, bodies) for bodies in asked]),
        ("through the service", through),
    ]
    return time_in_turn(named, ways, ROUNDS)


def native_query(question: str, counted: dict[str, Any]) -> dict[str, Any]:
    """Solr's own ranking of the same fields with adjacent pairs, filtered as a request of ours is."""
    narrow: dict[str, Any] = {name: counted[name] for name in ("fq", "seen", "unseen", "_route_") if name in counted}
    return {**NATIVE, **narrow, "q": question, "rows": LIMIT}


def record_solr_requests(
    running: RunningService, app: str, paths: Sequence[str], questions: Sequence[str]
) -> list[list[dict[str, Any]]]:
    """What the index asks of Solr for each question once it knows what the scope holds."""
    client = RecordingClient(Nodes([running.solr_url]), "contents", timeout_s=5.0, connections=1)
    client.recorded = []
    index, scope = SolrIndex(client, client), Scope(app, PERSON).narrowed(paths)
    index.scope_snapshot(scope)
    taken = []
    for question in questions:
        client.recorded.clear()
        index.search(scope, parse_question(question), rows=LIMIT + SPARE_HITS, explain=False)
        taken.append(list(client.recorded))
    return taken


def send_to_solr(session: Session, running: RunningService, requests_of: Sequence[dict[str, Any]]) -> None:
    """Send one search's requests to Solr itself."""
    for params in requests_of:
        session.post(f"{running.solr_url}/contents/select", data=params, timeout=10).raise_for_status()


def send_to_service(session: Session, running: RunningService, app: str, paths: Sequence[str], question: str) -> None:
    """Ask one question of the service."""
    answer = session.post(
        f"{running.url}/api/contents/v1/apps/{app}/passages",
        json={"question": question, "documents": list(paths), "limit": LIMIT},
        headers={"Authorization": f"Bearer {running.token}"},
        timeout=10,
    )
    answer.raise_for_status()
