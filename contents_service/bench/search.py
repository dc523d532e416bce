"""A search through the service, against the bare requests that it makes of Solr."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from requests import Session

from contents_service.bench.measured import Comparison, in_turns
from contents_service.bench.running import PERSON, Running
from contents_service.model import Scope
from contents_service.searching import SPARE_HITS
from contents_service.solr.client import SolrClient
from contents_service.solr.index import SolrIndex
from contents_service.solr.nodes import Nodes
from contents_service.words import question_of

APP = "bench"
ROUNDS = 3
LIMIT = 6


class Listening(SolrClient):
    """A client that remembers what it asked."""

    asked_for: list[dict[str, Any]]

    def asked(self, params: dict[str, Any], handler: str = "select") -> dict[str, Any]:
        """Ask, and remember."""
        self.asked_for.append(params)
        return super().asked(params, handler)


def compare_searches(running: Running, paths: Sequence[str], questions: Sequence[str]) -> Comparison:
    """Ask each question both ways in turns."""
    solr, service = Session(), Session()
    solr.trust_env = service.trust_env = False
    bare = [partial(_bare, solr, running, requests_of) for requests_of in _solr_requests(running, paths, questions)]
    through = [partial(_through, service, running, paths, question) for question in questions]
    named = f"A search of {len(paths)} documents, {len(questions)} questions"
    return in_turns(named, [("its Solr requests, bare", bare), ("through the service", through)], ROUNDS)


def _solr_requests(running: Running, paths: Sequence[str], questions: Sequence[str]) -> list[list[dict[str, Any]]]:
    """What the index asks of Solr for each question once it knows what the scope holds."""
    client = Listening(Nodes([running.solr_url]), "contents", timeout_s=5.0, connections=1)
    client.asked_for = []
    index, scope = SolrIndex(client, client), Scope(APP, PERSON).narrowed(paths)
    index.holdings(scope)
    taken = []
    for question in questions:
        client.asked_for.clear()
        index.search(scope, question_of(question), rows=LIMIT + SPARE_HITS, explain=False)
        taken.append(list(client.asked_for))
    return taken


def _bare(session: Session, running: Running, requests_of: Sequence[dict[str, Any]]) -> None:
    for params in requests_of:
        session.post(f"{running.solr_url}/contents/select", data=params, timeout=10).raise_for_status()


def _through(session: Session, running: Running, paths: Sequence[str], question: str) -> None:
    answer = session.post(
        f"{running.url}/api/contents/v1/apps/{APP}/passages",
        json={"question": question, "documents": list(paths), "limit": LIMIT},
        headers={"Authorization": f"Bearer {running.token}"},
        timeout=10,
    )
    answer.raise_for_status()
