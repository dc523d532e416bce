"""One request to the service, with limits on its total time and size."""

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

from contents_service.agent_tool.no_answer import NoAnswer

MAX_ANSWER_BYTES = 8_000_000
"""The largest answer that is read, in bytes: twenty of the longest passages and thousands of paths take under 2 MB."""
MAX_TIMEOUT_S = 300.0
"""The longest timeout, in seconds; it keeps an infinite `timeout_s` from overflowing the clock."""

_REASONS: Mapping[int, str] = {
    401: "the service did not accept this application's token",
    403: "the service does not let this token search",
    404: "the service does not know this application, or this token may not search it",
    429: "the service has too many searches at the moment",
    503: "the index of the documents does not answer at the moment",
}

log = logging.getLogger(__name__)


class Request(Struct, frozen=True, kw_only=True):
    """A request to the service, with the token of the caller."""

    method: str
    url: str
    token: str
    body: bytes | None = None


def make_search_request(url: str, app: str, token: str, question: str, documents: tuple[str, ...]) -> Request:
    """Return the request that searches these documents of an application."""
    return Request(
        method="POST",
        url=f"{url.rstrip('/')}/api/contents/v1/apps/{quote(app, safe='')}/passages",
        token=token,
        body=msgspec.json.encode({"question": question, "documents": documents}),
    )


def send(request: Request, timeout_s: float) -> bytes | NoAnswer:
    """Send a request and return the body of its 200 response, or the outcome after at most `timeout_s`.

    A socket's timeout limits each wait for a byte but not their sum, and a DNS lookup has none. So the exchange runs in
    its own thread. When the time is over, its connection is shut down and the thread is left to end by itself.
    """
    bounded_s = min(timeout_s, MAX_TIMEOUT_S) if timeout_s > 0 else 0.0  # NaN fails the comparison and becomes 0
    return _Exchange(request, bounded_s).wait_for_outcome()


class _Exchange:
    """A request under way in a thread of its own."""

    def __init__(self, request: Request, timeout_s: float) -> None:
        self._request = request
        self._timeout_s = timeout_s
        self._outcome: bytes | NoAnswer = NoAnswer("unavailable", "the service could not be reached")
        self._socket: socket.socket | None = None
        self._timed_out = threading.Event()
        self._thread = threading.Thread(target=self._run, name="search_documents", daemon=True)

    def wait_for_outcome(self) -> bytes | NoAnswer:
        """Return the outcome; after the timeout, disconnect."""
        self._thread.start()
        self._thread.join(self._timeout_s)
        if self._thread.is_alive():
            self._disconnect()
            return self._timeout()
        return self._outcome

    def _run(self) -> None:
        try:
            self._outcome = self._exchange()
        except TimeoutError:
            self._outcome = self._timeout()
        except ConnectionRefusedError:
            self._outcome = NoAnswer("unavailable", "the service does not run at its address")
        except (OSError, HTTPException, ValueError) as error:  # ValueError: an address or token that HTTP cannot carry
            log.info("search_documents got no answer: %s", type(error).__name__)

    def _exchange(self) -> bytes | NoAnswer:
        connection = _connection(self._request.url, self._timeout_s)
        with closing(connection):
            connection.connect()
            self._socket = connection.sock
            if self._timed_out.is_set():  # while it connected, there was no socket to shut down
                return self._timeout()
            connection.request(
                self._request.method, _target(self._request.url), self._request.body, _headers(self._request)
            )
            return _body(connection.getresponse())

    def _disconnect(self) -> None:
        """Shut the socket down, which ends a read that waits; closing it would not."""
        self._timed_out.set()
        with suppress(OSError):
            if self._socket:
                self._socket.shutdown(socket.SHUT_RDWR)

    def _timeout(self) -> NoAnswer:
        return NoAnswer("timeout", f"the service did not answer within {self._timeout_s:g} seconds")


def _body(response: HTTPResponse) -> bytes | NoAnswer:
    with response:
        if response.status != 200:  # not even a redirect: the token goes only where the runtime sent it
            return NoAnswer("unavailable", _reason(response.status))
        body = response.read(MAX_ANSWER_BYTES + 1)
    return body if len(body) <= MAX_ANSWER_BYTES else NoAnswer("unavailable", "the service's answer was too long")


def _connection(url: str, timeout_s: float) -> HTTPConnection:
    """Return a direct connection to the service; http.client ignores the proxies of the environment."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("not an HTTP address")
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
