"""One request to the service, bounded as a whole, in time and in bytes."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Struct

from contents_service.agent_tool.no_answer import Unanswered

ANSWER_BYTES = 8_000_000
"""The most that is read of an answer: twenty of the longest passages and thousands of paths come to under 2 MB."""
LONGEST_WAIT_S = 300.0
"""No agent's turn is worth more; it also keeps an endless `timeout_s` from overflowing the clock."""

_REASONS: Mapping[int, str] = {
    401: "the service did not accept this application's token",
    403: "the service does not let this token search",
    404: "the service does not know this application, or this token may not search it",
    429: "too many searches were asked of the service at once",
    503: "the index of the documents does not answer just now",
}

log = logging.getLogger(__name__)


class Request(Struct, frozen=True, kw_only=True):
    """What is asked of the service, and as whom."""

    method: str
    url: str
    token: str
    body: bytes | None = None


def search(url: str, app: str, token: str, question: str, documents: tuple[str, ...]) -> Request:
    """The request that searches these documents of an application."""
    return Request(
        method="POST",
        url=f"{url.rstrip('/')}/api/contents/v1/apps/{quote(app, safe='')}/passages",
        token=token,
        body=msgspec.json.encode({"question": question, "documents": documents}),
    )


def send(request: Request, timeout_s: float) -> bytes | Unanswered:
    """Send a request and give the body of its 200 answer, within `timeout_s` or not at all.

    A socket's own timeout bounds each wait for a byte, never their sum, and looking up a name has none. So the exchange
    has a thread of its own, which is left behind, its connection cut, when the time is over.
    """
    bounded_s = min(timeout_s, LONGEST_WAIT_S) if timeout_s > 0 else 0.0  # written so that what is no number is 0
    return _Exchange(request, bounded_s).outcome_in_time()


class _Exchange:
    """A request on its way, in a thread that ends with it."""

    def __init__(self, request: Request, timeout_s: float) -> None:
        self._request = request
        self._timeout_s = timeout_s
        self._outcome: bytes | Unanswered = Unanswered("unavailable", "the service could not be reached")
        self._socket: socket.socket | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="search_documents", daemon=True)

    def outcome_in_time(self) -> bytes | Unanswered:
        """What came of it; if nothing did in time, it is cut off."""
        self._thread.start()
        self._thread.join(self._timeout_s)
        if self._thread.is_alive():
            self._cut()
            return self._too_late()
        return self._outcome

    def _run(self) -> None:
        try:
            self._outcome = self._exchange()
        except TimeoutError:
            self._outcome = self._too_late()
        except ConnectionRefusedError:
            self._outcome = Unanswered("unavailable", "the service does not run at its address")
        except (OSError, HTTPException, ValueError) as error:  # ValueError: an address or token that HTTP cannot carry
            log.info("search_documents got no answer: %s", type(error).__name__)

    def _exchange(self) -> bytes | Unanswered:
        connection = _connection(self._request.url, self._timeout_s)
        with closing(connection):
            connection.connect()
            self._socket = connection.sock
            if self._over.is_set():  # the time ran out while it connected, when there was nothing to cut
                return self._too_late()
            connection.request(
                self._request.method, _target(self._request.url), self._request.body, _headers(self._request)
            )
            return _body(connection.getresponse())

    def _cut(self) -> None:
        """End a read that waits: closing the socket would leave it waiting, shutting it down does not."""
        self._over.set()
        with suppress(OSError):
            if self._socket:
                self._socket.shutdown(socket.SHUT_RDWR)

    def _too_late(self) -> Unanswered:
        return Unanswered("timeout", f"the service did not answer within {self._timeout_s:g} seconds")


def _body(response: HTTPResponse) -> bytes | Unanswered:
    with response:
        if response.status != 200:  # a redirect too: the token goes nowhere but where the runtime sent it
            return Unanswered("unavailable", _reason(response.status))
        body = response.read(ANSWER_BYTES + 1)
    return body if len(body) <= ANSWER_BYTES else Unanswered("unavailable", "the service's answer was too long")


def _connection(url: str, timeout_s: float) -> HTTPConnection:
    """A connection straight to the service; http.client never asks the environment for a proxy."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("not an address of HTTP")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(parts.hostname, parts.port, timeout=timeout_s)


def _target(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"


def _headers(request: Request) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {request.token}",
        "Accept": "application/json",
        "Content-Type": "application/json",
        "Connection": "close",
    }


def _reason(status: int) -> str:
    return _REASONS.get(status, f"the service answered with HTTP status {status}")
