"""What becomes of searches while documents are read, when more is asked than can be carried, and of one among many."""

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
IDLE_S = 15.0
"""So long the searchers ask while nothing is read; while documents are read, until the last one is."""
TOO_MANY = 200
"""Searchers who ask for more than can be carried: two web processes have places for 128."""
TOO_MANY_S = 5.0
RECOVERED_WITHIN_S = 10.0
ANSWERED_WITHIN_S = 30.0
"""A request that takes longer counts as one that hangs."""
NORMAL = 1.5
"""So many times the longest of some searches before, one counts as quick as before."""
PAUSE_S = 1.0
"""After that, one who was refused asks again: sooner than told."""
AT_ONCE = 100
READ_WITHIN_S = 600.0
LOOK_EVERY_S = 0.1

GIVER, MANY, OTHER = Person("giver"), Person("many"), Person("other")
"""Whose documents are read while others search, who gives very many, and who gives one meanwhile."""

Still = Callable[[], bool]


class LoadResult(Struct, frozen=True):
    """All that was measured in one run."""

    compare_searches_while_reading: Comparison
    measure_overload: OverloadResult
    measure_fairness: FairnessResult

    def lines(self) -> Iterator[str]:
        """All of it, as small tables."""
        idle, reading = self.searched_while_read.times
        yield from self.searched_while_read.lines()
        yield f"  95 % stay under {reading.slow / idle.slow:.2f} times as much while documents are read"
        for part in (self.too_many, self.among_many):
            yield from ("", *part.lines())

    def summary(self) -> dict[str, object]:
        """All of it, for a script."""
        carried, times = self.too_many, self.searched_while_read.times
        return {
            "searched_while_read": [each.summary() for each in times],
            "p95_ratio": round(times[1].slow / times[0].slow, 2),
            "too_many": {**msgspec.structs.asdict(carried), "refused": carried.refused.summary()},
            "among_many": msgspec.structs.asdict(self.among_many),
        }


class Response(Struct, frozen=True):
    """One request: how long it took, and what came (0 where nothing did)."""

    seconds: float
    status: int


class ApiClient:
    """One who asks over a connection of their own, and opens it anew when it breaks."""

    def __init__(self, running: RunningService, principal: Person | Deployment) -> None:
        self._connection = HTTPConnection(urlsplit(running.url).netloc, timeout=ANSWERED_WITHIN_S)
        self._headers = {
            "Authorization": f"Bearer {running.token_for(principal)}",
            "Content-Type": "application/json",
        }
        self.said = b""

    def ask(self, method: str, path: str, body: object = None) -> Response:
        """Ask once; what was answered is in `said`."""
        began = time.perf_counter()
        try:
            sent = None if body is None else msgspec.json.encode(body)
            self._connection.request(method, f"/api/contents/v1/apps/{APP}{path}", sent, self._headers)
            answer = self._connection.getresponse()
            self.said, status = answer.read(), answer.status
        except (OSError, HTTPException):
            self._connection.close()
            self.said, status = b"", 0
        return Response(time.perf_counter() - began, status)


class OverloadResult(Struct, frozen=True):
    """What became of more requests than can be carried, and of one when they were over."""

    callers: int
    answers: dict[int, int]
    """How many came, by status; 0 stands for none."""
    refused: Times
    longest_s: float
    recovered_s: float

    def lines(self) -> Iterator[str]:
        """What became of them, in words."""
        said = ", ".join(f"{count:,} × {status or 'nothing'}" for status, count in sorted(self.answers.items()))
        yield f"{self.callers} searchers at once, who come again sooner than told: {said}"
        yield f"  refused after (p50, p95)   {self.refused.middle * 1000:10.1f}{self.refused.slow * 1000:10.1f} ms"
        yield f"  the longest of all         {self.longest_s * 1000:10.1f} ms"
        yield f"  as quick as before after   {self.recovered_s * 1000:10.1f} ms"


class FairnessResult(Struct, frozen=True):
    """How one document fared that was given while another person's many were read."""

    many: int
    seconds: float
    before: int
    """Readings that ended between its being given and its being read."""

    def lines(self) -> Iterator[str]:
        """How it fared, in words."""
        yield f"One document, given while {self.many:,} of another person's are read"
        yield f"  read after {self.seconds:.2f} s, in which {self.before} others were read"


def compare_searches_while_reading(
    running: RunningService, paths: Sequence[str], questions: Sequence[str], given: Sequence[str]
) -> Comparison:
    """The same searchers with nothing to read, then while documents of another person are read."""
    _searched(running, paths, questions, SEARCHERS, _for_seconds(2.0))  # warms, and is not counted
    idle = _searched(running, paths, questions, SEARCHERS, _for_seconds(IDLE_S))
    reading = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        work = pool.submit(_read_all, running, GIVER, given, reading)
        busy = _searched(running, paths, questions, SEARCHERS, lambda: not reading.is_set())
        work.result()
    what = f"{SEARCHERS} searchers at once: nothing to read, and while {len(given)} documents are read"
    return Comparison(what, (_all_answered("nothing to read", idle), _all_answered("reading", busy)))


def measure_overload(running: RunningService, paths: Sequence[str], questions: Sequence[str]) -> OverloadResult:
    """Ask far more than can be carried for a while, then see when one search is as quick as it was."""
    quick = max(asked.seconds for asked in _searched(running, paths, questions, 1, _for_seconds(1.0)))
    asked = _searched(running, paths, questions, TOO_MANY, _for_seconds(TOO_MANY_S))
    began = time.perf_counter()
    caller = ApiClient(running, Person(PERSON))
    while (last := _search(caller, questions[0], paths)).status != 200 or last.seconds > NORMAL * quick:
        if time.perf_counter() - began > RECOVERED_WITHIN_S:
            raise Unavailable(f"Searches were not as quick as before within {RECOVERED_WITHIN_S:.0f} s.")
    return OverloadResult(
        callers=TOO_MANY,
        answers=dict(Counter(each.status for each in asked)),
        refused=Times("refused", tuple(each.seconds for each in asked if each.status == 503) or (0.0,)),
        longest_s=max(each.seconds for each in asked),
        recovered_s=time.perf_counter() - began,
    )


def measure_fairness(running: RunningService, many: Sequence[str], one: str) -> FairnessResult:
    """Give many documents of one person, and while they are read, one of another; how that one fares."""
    giver, other = ApiClient(running, MANY), ApiClient(running, OTHER)
    _give(giver, many)
    began, before = time.perf_counter(), _reading(giver)
    _give(other, [one])
    _until(lambda: not _reading(other), READ_WITHIN_S)
    taken = time.perf_counter() - began
    return FairnessResult(many=len(many), seconds=taken, before=before - _reading(giver))


def _for_seconds(seconds: float) -> Still:
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() < deadline


def _searched(
    running: RunningService, paths: Sequence[str], questions: Sequence[str], searchers: int, still: Still
) -> list[Response]:
    """So many searchers, each with a token and a connection of its own, who ask one question after another."""

    def keep_asking(number: int) -> list[Response]:
        caller = ApiClient(running, Deployment(sub=f"searcher-{number}", app=APP, owner=PERSON))
        asked: list[Response] = []
        for question in cycle((*questions[number % len(questions) :], *questions[: number % len(questions)])):
            if not still():
                return asked
            asked.append(_search(caller, question, paths))
            if asked[-1].status != 200:
                time.sleep(PAUSE_S)
        return asked

    with ThreadPoolExecutor(searchers) as pool:
        return [asked for each in pool.map(keep_asking, range(searchers)) for asked in each]


def _search(caller: ApiClient, question: str, paths: Sequence[str]) -> Response:
    return caller.ask("POST", "/passages", {"question": question, "documents": paths, "limit": LIMIT})


def _all_answered(name: str, asked: Sequence[Response]) -> Times:
    wrong = Counter(each.status for each in asked if each.status != 200)
    if wrong:
        raise Unavailable(f"Of {len(asked):,} searches ({name}) some were not answered: {dict(wrong)}.")
    return Times(f"{name}, {len(asked):,} searches", tuple(each.seconds for each in asked))


def _read_all(running: RunningService, giver: Person, paths: Sequence[str], done: threading.Event) -> None:
    try:
        caller = ApiClient(running, giver)
        _give(caller, paths)
        _until(lambda: not _reading(caller), READ_WITHIN_S)
    finally:
        done.set()


def _give(caller: ApiClient, paths: Sequence[str]) -> None:
    for first in range(0, len(paths), AT_ONCE):
        if caller.ask("POST", "/documents", {"paths": paths[first : first + AT_ONCE]}).status != 202:
            raise Unavailable(f"Documents could not be given: {caller.said.decode()}")


def _reading(caller: ApiClient) -> int:
    """How many of a caller's documents are still being read."""
    reading, cursor = 0, ""
    while True:
        if caller.ask("GET", f"/documents?state=reading&limit=500{cursor}").status != 200:
            raise Unavailable("Documents could not be listed.")
        page = msgspec.json.decode(caller.said)
        reading += len(page["documents"])
        if page["next"] is None:
            return reading
        cursor = f"&cursor={page['next']}"


def _until(holds: Callable[[], bool], within_s: float) -> None:
    deadline = time.monotonic() + within_s
    while not holds():
        if time.monotonic() > deadline:
            raise Unavailable(f"Documents were not read within {within_s:.0f} s.")
        time.sleep(LOOK_EVERY_S)


def copy_files(folder: Path, running: RunningService, person: Person, count: int) -> list[str]:
    """Put so many copies of a folder's files, one after the other, into a person's Home Folder; their paths."""
    home = running.home.parent / person.sub
    home.mkdir()
    files = cycle([file for file in sorted(folder.rglob("*")) if file.is_file()])
    chosen = {f"{number:05}-{file.name}": file for number, file in zip(range(count), files, strict=False)}
    for name, file in chosen.items():
        (home / name).write_bytes(file.read_bytes())
    return [f"{person.sub}/{name}" for name in chosen]
