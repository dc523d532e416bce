"""How the time of a search grows with the number of passages, compared with Solr's own ranking of the same fields.

Each size has its own core, filled before anything is timed, and all are searched in turn, so that noise and Java's
compiler affect all sizes alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from requests import Session

from contents_service.bench.comparison import Comparison, time_in_turn
from contents_service.bench.search import LIMIT, RecordingClient, native_query
from contents_service.bench.synthetic_passages import EnglishSampler, fill
from contents_service.documents.searching import SPARE_HITS
from contents_service.model import Scope
from contents_service.solr.failover import Nodes
from contents_service.solr.index import SolrIndex

QUESTIONS, ROUNDS = 40, 3
SMALL, LARGE, OTHERS = Scope("small", "bench"), Scope("large", "bench"), Scope("others", "bench")
SMALL_PASSAGES, LARGE_PASSAGES = 500, 20_000
CLIENTS = (4, 16)

Body = dict[str, Any]
Ways = list[tuple[str, Sequence[Callable[[], object]]]]


class Core:
    """A core of one size, with questions and a small scope that are the same for every core."""

    def __init__(self, solr_url: str, name: str, passages: int) -> None:
        self.passages = passages
        self._select = f"{solr_url}/{name}/select?wt=json"
        self._index = SolrIndex.at([solr_url], name, timeout_s=30.0)
        self._recorder = RecordingClient(Nodes([solr_url]), name, timeout_s=30.0, connections=1)
        self._recorder.recorded = []
        self._english = EnglishSampler(seed=20)
        self._questions = [self._english.question() for _ in range(QUESTIONS)]
        self._session = Session()
        self._session.trust_env = False
        self._commits = 0

    def fill(self) -> None:
        """Write the two scopes that are searched, and passages of others."""
        large = min(LARGE_PASSAGES, self.passages // 2)
        for scope, passages in (
            (SMALL, SMALL_PASSAGES),
            (LARGE, large),
            (OTHERS, self.passages - large - SMALL_PASSAGES),
        ):
            fill(self._index, scope, passages, self._english)

    def ways(self, scope: Scope) -> Ways:
        """Return the ways to search a scope of the core."""
        requests = [self._requests(scope, question) for question in self._questions]
        native = [
            [native_query(question, bodies[0])] for question, bodies in zip(self._questions, requests, strict=True)
        ]
        return [
            ("native edismax over the same fields", [partial(self._post, bodies) for bodies in native]),
            ("our Solr requests", [partial(self._post, bodies) for bodies in requests]),
            ("our search, in process", [partial(self._search, scope, question) for question in self._questions]),
        ]

    def comparisons(self) -> Iterator[Comparison]:
        """Yield comparisons of the large scope, of the small one after each commit, and of several clients at once."""
        stored = f"{self.passages:,} passages in the core"
        yield time_in_turn(f"A search of a large scope, {stored}", self.ways(LARGE), ROUNDS)
        yield time_in_turn(f"The small scope right after a commit, {stored}", self.ways(SMALL), 1, before=self._commit)
        for clients in CLIENTS:
            title = f"{QUESTIONS} searches of the small scope by {clients} clients at once, {stored}"
            yield time_in_turn(title, self._concurrently(clients), ROUNDS)

    def _concurrently(self, clients: int) -> Ways:
        (_, native), _, (_, ours) = self.ways(SMALL)
        return [
            ("native edismax", [partial(_run_concurrently, native, clients)]),
            ("our search", [partial(_run_concurrently, ours, clients)]),
        ]

    def _requests(self, scope: Scope, question: str) -> list[Body]:
        """Return the requests that a search sends to Solr once the scope is cached."""
        index = SolrIndex(self._recorder, self._recorder)
        index.scope_snapshot(scope)
        self._recorder.recorded = []
        index.search(scope, question, rows=LIMIT + SPARE_HITS, explain=False)
        return list(self._recorder.recorded)

    def _search(self, scope: Scope, question: str) -> None:
        self._index.search(scope, question, rows=LIMIT + SPARE_HITS, explain=False)

    def _post(self, bodies: Sequence[Body]) -> None:
        for body in bodies:
            self._session.post(self._select, data=body, timeout=30).raise_for_status()

    def _commit(self) -> None:
        """Commit a new passage, so that Solr opens a new searcher."""
        self._commits += 1
        fill(self._index, Scope(f"commit-{self._commits}", "bench"), 1, self._english)


def compare_growth(cores: Sequence[Core]) -> list[Comparison]:
    """Return a comparison for each core of a search of the small scope, with all cores searched in turn."""
    ways = [way for core in cores for way in core.ways(SMALL)]
    times = time_in_turn("", ways, ROUNDS).times
    per_core = len(times) // len(cores)
    return [
        Comparison(
            f"A search of a small scope, {SMALL_PASSAGES} of {core.passages:,} passages in the core",
            times[number * per_core : (number + 1) * per_core],
        )
        for number, core in enumerate(cores)
    ]


def _run_concurrently(tasks: Sequence[Callable[[], object]], clients: int) -> None:
    with ThreadPoolExecutor(clients) as pool:
        for done in [pool.submit(task) for task in tasks]:
            done.result()
