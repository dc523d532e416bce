"""How we talk to Solr: one pooled session a process, errors by their status, and commits that are shared."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from threading import Condition
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
import pysolr
import requests
from requests.adapters import HTTPAdapter

from contents_service.errors import ContentsError, IndexUnavailable
from contents_service.index import LostRace

CONNECT_S = 1.0
logging.getLogger("pysolr").setLevel(logging.CRITICAL)  # it logs the question at INFO and bodies on errors


class QueryRefused(ContentsError):
    """Solr would not take a request, which is a fault of ours."""


class SolrClient(pysolr.Solr):  # type: ignore[misc]  # pysolr has no types
    """A Solr of one node, or of several that are tried in turn when one cannot be reached."""

    def __init__(self, urls: Sequence[str], collection: str, *, timeout_s: float, connections: int) -> None:
        self._bases = [f"{url.rstrip('/')}/{collection}" for url in urls]
        self._first = 0
        self._timeout_s = timeout_s
        session = requests.Session()
        session.trust_env = False
        adapter = HTTPAdapter(pool_connections=len(urls), pool_maxsize=connections, pool_block=True)
        session.mount("http://", adapter)
        session.mount("https://", adapter)
        super().__init__(self._bases[0], session=session, timeout=timeout_s)

    def _send_request(
        self,
        method: str,
        path: str = "",
        body: Any = None,
        headers: Any = None,
        files: Any = None,  # noqa: ARG002  # pysolr's signature
    ) -> str:
        """Send one request, to the next node if one cannot be reached; pysolr's own hook."""
        for attempt in range(len(self._bases)):
            base = self._bases[(self._first + attempt) % len(self._bases)]
            try:
                answer = self._sent(method, f"{base}/{path.lstrip('/')}", body, headers)
            except requests.ConnectionError:
                continue
            self._first = (self._first + attempt) % len(self._bases)
            return answer
        raise IndexUnavailable("The index cannot be reached. Try again in a moment.")

    def _sent(self, method: str, url: str, body: Any, headers: Any) -> str:
        data = body.encode() if isinstance(body, str) else body
        try:
            answer = self.get_session().request(
                method.upper(), url, data=data, headers=headers, timeout=(CONNECT_S, self._timeout_s)
            )
        except requests.Timeout as error:
            raise IndexUnavailable("The index does not answer in time. Try again in a moment.") from error
        return _checked(answer)

    def asked(self, params: dict[str, Any]) -> dict[str, Any]:
        """Ask a query with its parameters in the body, whose length and characters are free."""
        body = urlencode(params, doseq=True)
        answer = self._send_request(
            "post", "select?wt=json", body, {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}
        )
        return msgspec.json.decode(answer, type=dict[str, Any])

    def updated(self, documents: Sequence[dict[str, Any]]) -> dict[str, int]:
        """Write documents in order, and the version that each was given."""
        answer = self._send_request(
            "post", "update?versions=true&wt=json", msgspec.json.encode(documents), {"Content-Type": "application/json"}
        )
        pairs = msgspec.json.decode(answer, type=dict[str, Any]).get("adds", [])
        return dict(zip(pairs[::2], pairs[1::2], strict=True))

    def commanded(self, command: dict[str, Any], parameters: str = "") -> None:
        """Send one update command, such as a delete by query."""
        self._send_request(
            "post", f"update?wt=json{parameters}", msgspec.json.encode(command), {"Content-Type": "application/json"}
        )


def _checked(answer: requests.Response) -> str:
    if answer.status_code == 200:
        return answer.text
    if answer.status_code == 409:
        raise LostRace
    if answer.status_code in (400, 413, 414):
        raise QueryRefused(f"The index would not take a request ({answer.status_code}).")
    raise IndexUnavailable("The index cannot answer now. Try again in a moment.")


def location_of(url: str) -> str:
    """A Solr's address without its password, for messages."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port}{parts.path}"


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
