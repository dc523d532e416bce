"""The speed of searches through the service, compared with their bare Solr requests and with Solr's own ranking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from requests import Session

from contents_service.bench.comparison import Comparison, time_in_turn
from contents_service.bench.running_service import PERSON, RunningService
from contents_service.documents.searching import SPARE_HITS
from contents_service.model import Scope
from contents_service.solr.client import SolrClient
from contents_service.solr.failover import Nodes
from contents_service.solr.index import SolrIndex

APP = "bench"
ROUNDS = 3
LIMIT = 6
NATIVE = {"defType": "edismax", "qf": "body title name", "pf2": "body", "fl": "id,score,json,reading,number"}


class RecordingClient(SolrClient):
    """A Solr client that records its queries."""

    recorded: list[dict[str, Any]]

    def query(self, params: dict[str, Any], handler: str = "select") -> dict[str, Any]:
        """Record a query and send it."""
        self.recorded.append(params)
        return super().query(params, handler)


def compare_searches(running: RunningService, paths: Sequence[str], questions: Sequence[str]) -> Comparison:
    """Time each question in all ways in turn."""
    solr, service = Session(), Session()
    solr.trust_env = service.trust_env = False
    recorded = record_solr_requests(running, APP, paths, questions)
    native = [[native_query(question, bodies[0])] for question, bodies in zip(questions, recorded, strict=True)]
    through = [partial(send_to_service, service, running, APP, paths, question) for question in questions]
    title = f"A search of {len(paths)} documents, {len(questions)} questions"
    ways = [
        ("native edismax over the same fields", [partial(send_to_solr, solr, running, bodies) for bodies in native]),
        ("our Solr requests, bare", [partial(send_to_solr, solr, running, bodies) for bodies in recorded]),
        ("through the service", through),
    ]
    return time_in_turn(title, ways, ROUNDS)


def native_query(question: str, our_query: dict[str, Any]) -> dict[str, Any]:
    """Return a query for Solr's own ranking of the same fields and adjacent pairs, with the filters of our query."""
    filters: dict[str, Any] = {
        name: our_query[name] for name in ("fq", "active_readings", "hidden_readings", "_route_") if name in our_query
    }
    return {**NATIVE, **filters, "q": question, "rows": LIMIT}


def record_solr_requests(
    running: RunningService, app: str, paths: Sequence[str], questions: Sequence[str]
) -> list[list[dict[str, Any]]]:
    """Return the requests that the index sends to Solr for each question once the scope is cached."""
    client = RecordingClient(Nodes([running.solr_url]), "contents", timeout_s=5.0, connections=1)
    client.recorded = []
    index, scope = SolrIndex(client, client), Scope(app, PERSON).narrowed(paths)
    index.scope_snapshot(scope)
    requests = []
    for question in questions:
        client.recorded.clear()
        index.search(scope, question, rows=LIMIT + SPARE_HITS, explain=False)
        requests.append(list(client.recorded))
    return requests


def send_to_solr(session: Session, running: RunningService, bodies: Sequence[dict[str, Any]]) -> None:
    """Send the requests of one search directly to Solr."""
    for params in bodies:
        session.post(f"{running.solr_url}/contents/select", data=params, timeout=10).raise_for_status()


def send_to_service(session: Session, running: RunningService, app: str, paths: Sequence[str], question: str) -> None:
    """Send one question to the service."""
    answer = session.post(
        f"{running.url}/api/contents/v1/apps/{app}/passages",
        json={"question": question, "documents": list(paths), "limit": LIMIT},
        headers={"Authorization": f"Bearer {running.token}"},
        timeout=10,
    )
    answer.raise_for_status()
