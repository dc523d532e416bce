"""How a search grows with what is stored: ours against Solr's own ranking of the same fields, side by side.

Each size is a core of its own, filled before anything is timed, and all are asked in turns: whatever else the machine
does, and what Java compiles as it goes on, falls on all sizes alike.
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
from contents_service.relevance.terms import parse_question
from contents_service.solr.failover import Nodes
from contents_service.solr.index import SolrIndex

QUESTIONS, ROUNDS = 40, 3
SMALL, LARGE, OTHERS = Scope("small", "bench"), Scope("large", "bench"), Scope("others", "bench")
SMALL_PASSAGES, LARGE_PASSAGES = 500, 20_000
CLIENTS = (4, 16)

Body = dict[str, Any]
Ways = list[tuple[str, Sequence[Callable[[], object]]]]


class Core:
    """A core of one size, and the questions that are asked of it: those of every other, of the same small scope."""

    def __init__(self, solr_url: str, name: str, passages: int) -> None:
        self.passages = passages
        self._select = f"{solr_url}/{name}/select?wt=json"
        self._index = SolrIndex.at([solr_url], name, timeout_s=30.0)
        self._listening = RecordingClient(Nodes([solr_url]), name, timeout_s=30.0, connections=1)
        self._listening.recorded = []
        self._english = EnglishSampler(seed=20)
        self._questions = [self._english.question() for _ in range(QUESTIONS)]
        self._session = Session()
        self._session.trust_env = False
        self._commits = 0

    def fill(self) -> None:
        """Write the two scopes that are asked, and passages of others."""
        large = min(LARGE_PASSAGES, self.passages // 2)
        for scope, passages in (
            (SMALL, SMALL_PASSAGES),
            (LARGE, large),
            (OTHERS, self.passages - large - SMALL_PASSAGES),
        ):
            fill(self._index, scope, passages, self._english)

    def ways(self, scope: Scope) -> Ways:
        """The ways to search a scope of it."""
        requests = [self._requests(scope, question) for question in self._questions]
        native = [[native_query(question, made[0])] for question, made in zip(self._questions, requests, strict=True)]
        return [
            ("native edismax over the same fields", [partial(self._post, bodies) for bodies in native]),
            ("our Solr requests", [partial(self._post, bodies) for bodies in requests]),
            ("our search, in process", [partial(self._search, scope, question) for question in self._questions]),
        ]

    def comparisons(self) -> Iterator[Comparison]:
        """The other scope, then the small one right after a commit, then with several clients at once."""
        stored = f"{self.passages:,} passages in the core"
        yield time_in_turn(f"A search of a large scope, {stored}", self.ways(LARGE), ROUNDS)
        yield time_in_turn(f"The small scope right after a commit, {stored}", self.ways(SMALL), 1, before=self._commit)
        for clients in CLIENTS:
            what = f"{QUESTIONS} searches of the small scope by {clients} clients at once, {stored}"
            yield time_in_turn(what, self._at_once(clients), ROUNDS)

    def _at_once(self, clients: int) -> Ways:
        (_, native), _, (_, ours) = self.ways(SMALL)
        return [
            ("native edismax", [partial(_shared, native, clients)]),
            ("our search", [partial(_shared, ours, clients)]),
        ]

    def _requests(self, scope: Scope, question: str) -> list[Body]:
        """What a search asks of Solr once the scope is known."""
        index = SolrIndex(self._listening, self._listening)
        index.scope_snapshot(scope)
        self._listening.recorded = []
        index.search(scope, parse_question(question), rows=LIMIT + SPARE_HITS, explain=False)
        return list(self._listening.recorded)

    def _search(self, scope: Scope, question: str) -> None:
        self._index.search(scope, parse_question(question), rows=LIMIT + SPARE_HITS, explain=False)

    def _post(self, bodies: Sequence[Body]) -> None:
        for body in bodies:
            self._session.post(self._select, data=body, timeout=30).raise_for_status()

    def _commit(self) -> None:
        """Commit something new, so that Solr opens the index anew."""
        self._commits += 1
        fill(self._index, Scope(f"commit-{self._commits}", "bench"), 1, self._english)


def compare_growth(cores: Sequence[Core]) -> list[Comparison]:
    """A search of the small scope in each core, all of them asked in turns: a comparison for each."""
    ways = [way for core in cores for way in core.ways(SMALL)]
    times = time_in_turn("", ways, ROUNDS).times
    each = len(times) // len(cores)
    return [
        Comparison(
            f"A search of a small scope, {SMALL_PASSAGES} of {core.passages:,} passages in the core",
            times[place * each : (place + 1) * each],
        )
        for place, core in enumerate(cores)
    ]


def _shared(pieces: Sequence[Callable[[], object]], clients: int) -> None:
    with ThreadPoolExecutor(clients) as pool:
        for done in [pool.submit(piece) for piece in pieces]:
            done.result()
