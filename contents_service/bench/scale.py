"""How a search grows with what is stored: ours against Solr's own ranking of the same fields, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from requests import Session

from contents_service.bench.measured import Comparison, in_turns
from contents_service.bench.search import LIMIT, Listening, native_query
from contents_service.bench.synthetic import English, fill
from contents_service.model import Scope
from contents_service.searching import SPARE_HITS
from contents_service.solr.index import SolrIndex
from contents_service.solr.nodes import Nodes
from contents_service.words import question_of

QUESTIONS, ROUNDS = 40, 2
SMALL, LARGE = Scope("small", "bench"), Scope("large", "bench")
SMALL_PASSAGES, LARGE_PASSAGES = 500, 20_000
CLIENTS = (4, 16)
WARM_S = 30.0
"""So long it is asked before anything is timed: Java compiles what is used often, for which the first size would pay."""

Body = dict[str, Any]


class Core:
    """A core that is filled step by step, and the questions that are asked of it at each."""

    def __init__(self, solr_url: str, told: Callable[[str], None]) -> None:
        self._select, self._told = f"{solr_url}/contents/select?wt=json", told
        self._index = SolrIndex.at([solr_url], timeout_s=30.0)
        self._listening = Listening(Nodes([solr_url]), "contents", timeout_s=30.0, connections=1)
        self._listening.asked_for = []
        self._english = English(seed=20)
        self._questions = [self._english.question() for _ in range(QUESTIONS)]
        self._session = Session()
        self._session.trust_env = False
        self._stored = self._commits = 0

    def grow_to(self, passages: int) -> None:
        """Fill it with passages of others, after the two scopes that are asked."""
        first = not self._stored
        if first:
            self._fill(SMALL, SMALL_PASSAGES)
            self._fill(LARGE, min(LARGE_PASSAGES, passages // 2))
        self._fill(Scope(f"others-{passages}", "bench"), passages - self._stored)
        if first:
            self._warm()

    def _warm(self) -> None:
        """Have Java compile what a search uses."""
        self._told(f"Searching for {WARM_S:.0f} s before anything is timed…")
        ways, until = self._ways(SMALL), time.monotonic() + WARM_S
        while time.monotonic() < until:
            for _, work in ways:
                for piece in work:
                    piece()

    def search(self) -> Comparison:
        """A search of the small scope, whose growth is what matters."""
        stored = f"{SMALL_PASSAGES} of {self._stored:,} passages in the core"
        return in_turns(f"A search of a small scope, {stored}", self._ways(SMALL), ROUNDS)

    def comparisons(self) -> Iterator[Comparison]:
        """The other scope, then right after a commit, then with several clients at once."""
        stored = f"{self._stored:,} passages in the core"
        yield in_turns(f"A search of a large scope, {stored}", self._ways(LARGE), ROUNDS)
        yield in_turns(f"The small scope right after a commit, {stored}", self._ways(SMALL), 1, before=self._commit)
        for clients in CLIENTS:
            what = f"{QUESTIONS} searches of the small scope by {clients} clients at once, {stored}"
            yield in_turns(what, self._at_once(clients), ROUNDS)

    def _fill(self, scope: Scope, passages: int) -> None:
        self._told(f"Writing {passages:,} passages of {scope.app}…")
        fill(self._index, scope, passages, self._english)
        self._stored += passages

    def _ways(self, scope: Scope) -> list[tuple[str, Sequence[Callable[[], object]]]]:
        requests = [self._requests(scope, question) for question in self._questions]
        native = [[native_query(question, made[0])] for question, made in self._asked(requests)]
        return [
            ("native edismax over the same fields", [partial(self._post, bodies) for bodies in native]),
            ("our Solr requests", [partial(self._post, bodies) for bodies in requests]),
            ("our search, in process", [partial(self._search, scope, question) for question in self._questions]),
        ]

    def _at_once(self, clients: int) -> list[tuple[str, Sequence[Callable[[], object]]]]:
        (_, native), _, (_, ours) = self._ways(SMALL)
        return [
            ("native edismax", [partial(_shared, native, clients)]),
            ("our search", [partial(_shared, ours, clients)]),
        ]

    def _asked(self, requests: Sequence[Sequence[Body]]) -> Iterator[tuple[str, Sequence[Body]]]:
        return zip(self._questions, requests, strict=True)

    def _requests(self, scope: Scope, question: str) -> list[Body]:
        """What a search asks of Solr once the scope is known."""
        index = SolrIndex(self._listening, self._listening)
        index.holdings(scope)
        self._listening.asked_for = []
        index.search(scope, question_of(question), rows=LIMIT + SPARE_HITS, explain=False)
        return list(self._listening.asked_for)

    def _search(self, scope: Scope, question: str) -> None:
        self._index.search(scope, question_of(question), rows=LIMIT + SPARE_HITS, explain=False)

    def _post(self, bodies: Sequence[Body]) -> None:
        for body in bodies:
            self._session.post(self._select, data=body, timeout=30).raise_for_status()

    def _commit(self) -> None:
        """Commit something new, so that Solr opens the index anew."""
        self._commits += 1
        fill(self._index, Scope(f"commit-{self._commits}", "bench"), 1, self._english)


def _shared(pieces: Sequence[Callable[[], object]], clients: int) -> None:
    with ThreadPoolExecutor(clients) as pool:
        for done in [pool.submit(piece) for piece in pieces]:
            done.result()
