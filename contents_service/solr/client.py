"""How we talk to Solr: one pool of connections a process, errors by their status, and commits that are shared."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cache
from threading import Condition
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

import msgspec
import structlog
import urllib3
from msgspec import Struct

from contents_service.errors import ContentsError, IndexUnavailable
from contents_service.index.protocol import VersionConflict
from contents_service.solr.connection import connections_to
from contents_service.solr.failover import Nodes

CONNECT_S = 1.0
AGAIN_AFTER_S = 0.5
FORM = "application/x-www-form-urlencoded; charset=utf-8"
JSON = "application/json"
TRACE_ID = "X-Trace-Id"
"""The header whose value Solr writes beside each line of its log."""


class QueryRefused(ContentsError):
    """Solr would not take a request, which is a fault of ours."""


class Request(Struct, frozen=True):
    """What is asked of a node, below its collection."""

    path: str
    body: bytes
    content_type: str


class SolrClient:
    """A Solr of one node, or of several that are tried in turn when one cannot be reached."""

    def __init__(
        self, nodes: Nodes, collection: str, *, timeout_s: float, connections: int, again_within_s: float = 0.0
    ) -> None:
        self._nodes = nodes
        self._collection = collection
        self._timeout_s = timeout_s
        self._again_within_s = again_within_s
        self._pool = connections_to(len(nodes), most=connections)

    def with_timeout(self, timeout_s: float) -> SolrClient:
        """The same Solr, for what may take longer, or not so long."""
        other = copy(self)
        other._timeout_s = timeout_s  # noqa: SLF001 — a copy of ourselves
        return other

    def _sent(self, request: Request) -> bytes:
        """Send one request, to the next node if one cannot do it, and once more for as long as was said.

        What is written may so come twice, which only the writing of a record minds (see `SolrIndex.put`).
        """
        began = time.monotonic()
        while True:
            answer = self._answer_of_any(request, began + self._timeout_s)
            if answer is not None:
                return _checked(answer)
            if time.monotonic() - began > self._again_within_s:
                raise IndexUnavailable("The index cannot be reached, or not in time. Try again in a moment.")
            time.sleep(AGAIN_AFTER_S)

    def _answer_of_any(self, request: Request, deadline: float) -> urllib3.BaseHTTPResponse | None:
        """What the first node says that can do it, or None if none can or time is up."""
        for turn in self._nodes.in_turn(probing=not self._again_within_s):
            left_s = deadline - time.monotonic()
            answer = self._answer(request, turn.url, min(left_s, turn.most_s or left_s)) if left_s > 0 else None
            if answer is not None and answer.status < 500:
                return answer
        return None

    def _answer(self, request: Request, node: str, within_s: float) -> urllib3.BaseHTTPResponse | None:
        """What one node says, if anything."""
        url, headers = _addressed(node)
        try:
            answer = self._pool.request(
                "POST",
                f"{url}/{self._collection}/{request.path}",
                body=request.body,
                headers={"Content-Type": request.content_type, **headers, **_trace()},
                timeout=urllib3.Timeout(within_s, connect=CONNECT_S),
                redirect=False,
            )
        except urllib3.exceptions.HTTPError:
            self._nodes.failed(node)
            return None
        self._nodes.answered(node)
        return answer

    def query(self, params: dict[str, Any], handler: str = "select") -> dict[str, Any]:
        """Ask a query with its parameters in the body, whose length and characters are free."""
        body = urlencode(params, doseq=True).encode()
        answer = self._sent(Request(f"{handler}?wt=json", body, FORM))
        return msgspec.json.decode(answer, type=dict[str, Any])

    def update(self, documents: Sequence[dict[str, Any]]) -> None:
        """Write documents in order."""
        self._sent(Request("update?wt=json", msgspec.json.encode(documents), JSON))

    def command(self, command: dict[str, Any], params: Mapping[str, str] | None = None) -> None:
        """Send one update command, such as a delete by query."""
        path = f"update?{urlencode({'wt': 'json', **(params or {})})}"
        self._sent(Request(path, msgspec.json.encode(command), JSON))


def _checked(answer: urllib3.BaseHTTPResponse) -> bytes:
    if answer.status == 200:
        return answer.data
    if answer.status == 409:
        raise VersionConflict
    if answer.status in (400, 413, 414):
        raise QueryRefused(f"The index would not take a request ({answer.status}).")
    raise IndexUnavailable("The index cannot answer now. Try again in a moment.")


@cache
def _addressed(node: str) -> tuple[str, Mapping[str, str]]:
    """A node's address without its name and password, and the header that has them."""
    parts = urlsplit(node.rstrip("/"))
    plain = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    if parts.username is None:
        return plain, {}
    return plain, urllib3.make_headers(basic_auth=f"{unquote(parts.username)}:{unquote(parts.password or '')}")


def _trace() -> Mapping[str, str]:
    """The id of the request, or of the reading, for which Solr is asked."""
    asked_for = structlog.contextvars.get_contextvars().get("request_id")
    return {TRACE_ID: asked_for} if asked_for else {}


class SharedCommit:
    """Commits for many at once: whoever asks while one is under way shares the next."""

    def __init__(self, commit: Callable[[], None]) -> None:
        self._commit = commit
        self._turn = Condition()
        self._running = False
        self._begun = 0
        self._ended: dict[int, BaseException | None] = {}
        self._waiting: dict[int, int] = {}

    def __call__(self) -> None:
        """Return when a commit that began after this call has ended; raise what it raised."""
        with self._turn:
            mine = self._begun + 1
            self._waiting[mine] = self._waiting.get(mine, 0) + 1
            while mine not in self._ended and self._running:
                self._turn.wait()
            if mine not in self._ended:
                self._lead(mine)
            error = self._ended[mine]
            self._left(mine)
        if error:
            raise error

    def _lead(self, mine: int) -> None:
        """Commit for all who wait for this one, without holding the lock meanwhile."""
        self._running, self._begun = True, mine
        error: BaseException | None = None
        self._turn.release()
        try:
            self._commit()
        except BaseException as caught:  # noqa: BLE001  # raised again by everyone who waited, the leader too
            error = caught
        finally:
            self._turn.acquire()
            self._running, self._ended[mine] = False, error
            self._turn.notify_all()

    def _left(self, mine: int) -> None:
        self._waiting[mine] -= 1
        if not self._waiting[mine]:
            del self._waiting[mine], self._ended[mine]
