"""The service under load: searches while documents are read, too many requests, and one document behind many."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from contents_service.bench.comparison import Comparison, Times
from contents_service.bench.running_service import PERSON, RunningService
from contents_service.bench.search import APP, LIMIT
from contents_service.errors import Unavailable
from contents_service.model import Deployment, Person

SEARCHERS = 50
WARM_UP_S = 2.0
IDLE_S = 15.0
"""Seconds of searching on an idle service. While documents are being read, searching continues until all are read."""
OVERLOAD_SEARCHERS = 200
"""More searchers than the 128 slots of the two web processes."""
OVERLOAD_S = 5.0
RECOVERY_TIMEOUT_S = 10.0
REQUEST_TIMEOUT_S = 30.0
RECOVERED_FACTOR = 1.5
"""The service has recovered when a search takes at most this many times the longest search before the overload."""
PAUSE_S = 1.0
"""Seconds before a refused searcher retries: sooner than `Retry-After` says."""
DOCUMENTS_PER_REQUEST = 100
"""Documents given with one request."""
READ_TIMEOUT_S = 600.0
POLL_S = 0.1

BACKGROUND_GIVER = Person("giver")
"""The person whose documents are being read while others search."""
HEAVY_GIVER = Person("heavy")
"""The person who gives very many documents."""
LIGHT_GIVER = Person("light")
"""The person who gives one document in the meantime."""

Condition = Callable[[], bool]


class LoadResult(Struct, frozen=True):
    """All results of one run."""

    while_reading: Comparison
    overload: OverloadResult
    fairness: FairnessResult

    def lines(self) -> Iterator[str]:
        """Yield the results as lines of small tables."""
        idle, reading = self.while_reading.times
        yield from self.while_reading.lines()
        yield f"  the 95th percentile is {reading.p95 / idle.p95:.2f} times as high while documents are being read"
        for part in (self.overload, self.fairness):
            yield from ("", *part.lines())

    def summary(self) -> dict[str, object]:
        """Return the results for JSON."""
        idle, reading = self.while_reading.times
        return {
            "searched_while_read": [idle.summary(), reading.summary()],
            "p95_ratio": round(reading.p95 / idle.p95, 2),
            "too_many": self.overload.summary(),
            "among_many": self.fairness.summary(),
        }


class OverloadResult(Struct, frozen=True):
    """How the service handled more requests than it can serve, and how soon it recovered."""

    searchers: int
    requests_by_status: dict[int, int]
    """The number of requests by status; 0 stands for no answer."""
    refused: Times
    longest_s: float
    recovered_s: float

    def lines(self) -> Iterator[str]:
        """Yield the result as lines."""
        counts = ", ".join(
            f"{count:,} × {status or 'no answer'}" for status, count in sorted(self.requests_by_status.items())
        )
        yield f"{self.searchers} concurrent searchers, retrying sooner than told: {counts}"
        yield f"  time to refusal (p50, p95) {self.refused.median * 1000:10.1f}{self.refused.p95 * 1000:10.1f} ms"
        yield f"  longest request            {self.longest_s * 1000:10.1f} ms"
        yield f"  back to normal after       {self.recovered_s * 1000:10.1f} ms"

    def summary(self) -> dict[str, object]:
        """Return the result for JSON."""
        return {
            "callers": self.searchers,
            "answers": self.requests_by_status,
            "refused": self.refused.summary(),
            "longest_s": self.longest_s,
            "recovered_s": self.recovered_s,
        }


class FairnessResult(Struct, frozen=True):
    """How long it took to read one document that was given while many of another person's were queued."""

    queued: int
    seconds: float
    read_meanwhile: int
    """The other person's documents that were read in the meantime."""

    def lines(self) -> Iterator[str]:
        """Yield the result as lines."""
        yield f"One document, given while {self.queued:,} of another person's are being read"
        yield f"  read after {self.seconds:.2f} s, during which {self.read_meanwhile} of the others were read"

    def summary(self) -> dict[str, object]:
        """Return the result for JSON."""
        return {"many": self.queued, "seconds": self.seconds, "before": self.read_meanwhile}


class Response(Struct, frozen=True):
    """The answer to one request, with its duration; the status is 0 if there was none."""

    seconds: float
    status: int
    body: bytes = b""


class ApiClient:
    """A client with its own connection, which it reopens when it breaks."""

    def __init__(self, running: RunningService, principal: Person | Deployment) -> None:
        self._connection = HTTPConnection(urlsplit(running.url).netloc, timeout=REQUEST_TIMEOUT_S)
        self._headers = {
            "Authorization": f"Bearer {running.token_for(principal)}",
            "Content-Type": "application/json",
        }

    def send(self, method: str, path: str, content: object = None) -> Response:
        """Send one request and return its response."""
        started_at = time.perf_counter()
        try:
            sent = None if content is None else msgspec.json.encode(content)
            self._connection.request(method, f"/api/contents/v1/apps/{APP}{path}", sent, self._headers)
            answer = self._connection.getresponse()
            body, status = answer.read(), answer.status
        except (OSError, HTTPException):
            self._connection.close()
            body, status = b"", 0
        return Response(time.perf_counter() - started_at, status, body)

    def search(self, question: str, paths: Sequence[str]) -> Response:
        """Search these documents."""
        return self.send("POST", "/passages", {"question": question, "documents": paths, "limit": LIMIT})

    def give(self, paths: Sequence[str]) -> None:
        """Give documents."""
        for first in range(0, len(paths), DOCUMENTS_PER_REQUEST):
            response = self.send("POST", "/documents", {"paths": paths[first : first + DOCUMENTS_PER_REQUEST]})
            if response.status != 202:
                raise Unavailable(f"Documents could not be given: {response.body.decode()}")

    def count_being_read(self) -> int:
        """Return how many documents are still being read."""
        count, cursor = 0, ""
        while True:
            response = self.send("GET", f"/documents?state=reading&limit=500{cursor}")
            if response.status != 200:
                raise Unavailable("Documents could not be listed.")
            page = msgspec.json.decode(response.body)
            count += len(page["documents"])
            if page["next"] is None:
                return count
            cursor = f"&cursor={page['next']}"


def compare_searches_while_reading(
    running: RunningService, paths: Sequence[str], questions: Sequence[str], paths_to_read: Sequence[str]
) -> Comparison:
    """Time searches on an idle service, and while another person's documents are being read."""
    _search_while(running, paths, questions, SEARCHERS, _for_seconds(WARM_UP_S))
    idle = _search_while(running, paths, questions, SEARCHERS, _for_seconds(IDLE_S))
    all_read = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(_give_and_wait, running, BACKGROUND_GIVER, paths_to_read, all_read)
        busy = _search_while(running, paths, questions, SEARCHERS, lambda: not all_read.is_set())
        reading.result()
    title = f"{SEARCHERS} concurrent searchers: idle, and while {len(paths_to_read)} documents are being read"
    return Comparison(title, (_times_if_all_answered("nothing to read", idle), _times_if_all_answered("reading", busy)))


def measure_overload(running: RunningService, paths: Sequence[str], questions: Sequence[str]) -> OverloadResult:
    """Send more requests than can be served, and then measure how soon a search is as fast as before."""
    longest_before = max(
        response.seconds for response in _search_while(running, paths, questions, 1, _for_seconds(1.0))
    )
    responses = _search_while(running, paths, questions, OVERLOAD_SEARCHERS, _for_seconds(OVERLOAD_S))
    return OverloadResult(
        searchers=OVERLOAD_SEARCHERS,
        requests_by_status=dict(Counter(response.status for response in responses)),
        refused=Times("refused", tuple(response.seconds for response in responses if response.status == 503) or (0.0,)),
        longest_s=max(response.seconds for response in responses),
        recovered_s=_recovery_s(running, paths, questions[0], RECOVERED_FACTOR * longest_before),
    )


def _recovery_s(running: RunningService, paths: Sequence[str], question: str, normal_s: float) -> float:
    """Return the time until a search is answered within `normal_s`."""
    started_at = time.perf_counter()
    client = ApiClient(running, Person(PERSON))
    while (last := client.search(question, paths)).status != 200 or last.seconds > normal_s:
        if time.perf_counter() - started_at > RECOVERY_TIMEOUT_S:
            raise Unavailable(f"Searches were still slower than before after {RECOVERY_TIMEOUT_S:.0f} s.")
    return time.perf_counter() - started_at


def measure_fairness(running: RunningService, heavy_paths: Sequence[str], light_path: str) -> FairnessResult:
    """Have one person give many documents and another person one, and measure how long that one takes."""
    heavy, light = ApiClient(running, HEAVY_GIVER), ApiClient(running, LIGHT_GIVER)
    heavy.give(heavy_paths)
    started_at, unread_before = time.perf_counter(), heavy.count_being_read()
    light.give([light_path])
    _wait_until_read(light)
    seconds = time.perf_counter() - started_at
    unread_after = ApiClient(
        running, HEAVY_GIVER
    ).count_being_read()  # the first connection may have been idle too long
    return FairnessResult(queued=len(heavy_paths), seconds=seconds, read_meanwhile=unread_before - unread_after)


def _for_seconds(seconds: float) -> Condition:
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() < deadline


def _search_while(
    running: RunningService, paths: Sequence[str], questions: Sequence[str], searchers: int, condition: Condition
) -> list[Response]:
    """Let searchers, each with their own token and connection, ask questions while a condition holds."""

    def keep_searching(number: int) -> list[Response]:
        client = ApiClient(running, Deployment(sub=f"searcher-{number}", app=APP, owner=PERSON))
        responses: list[Response] = []
        for question in cycle((*questions[number % len(questions) :], *questions[: number % len(questions)])):
            if not condition():
                return responses
            responses.append(client.search(question, paths))
            if responses[-1].status != 200:
                time.sleep(PAUSE_S)
        return responses

    with ThreadPoolExecutor(searchers) as pool:
        return [response for responses in pool.map(keep_searching, range(searchers)) for response in responses]


def _times_if_all_answered(name: str, responses: Sequence[Response]) -> Times:
    failures = Counter(response.status for response in responses if response.status != 200)
    if failures:
        raise Unavailable(
            f"{failures.total():,} of {len(responses):,} searches ({name}) failed, by status: {dict(failures)}."
        )
    return Times(f"{name}, {len(responses):,} searches", tuple(response.seconds for response in responses))


def _give_and_wait(running: RunningService, giver: Person, paths: Sequence[str], all_read: threading.Event) -> None:
    try:
        client = ApiClient(running, giver)
        client.give(paths)
        _wait_until_read(client)
    finally:
        all_read.set()


def _wait_until_read(client: ApiClient) -> None:
    deadline = time.monotonic() + READ_TIMEOUT_S
    while client.count_being_read():
        if time.monotonic() > deadline:
            raise Unavailable(f"Documents were not read within {READ_TIMEOUT_S:.0f} s.")
        time.sleep(POLL_S)


def copy_files(folder: Path, running: RunningService, person: Person, count: int) -> list[str]:
    """Fill a person's Home Folder with `count` copies of a folder's files, and return their paths."""
    home = running.home.parent / person.sub
    home.mkdir()
    files = cycle([file for file in sorted(folder.rglob("*")) if file.is_file()])
    sources = {f"{number:05}-{file.name}": file for number, file in zip(range(count), files, strict=False)}
    for name, file in sources.items():
        (home / name).write_bytes(file.read_bytes())
    return [f"{person.sub}/{name}" for name in sources]
