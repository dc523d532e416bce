"""gunicorn's threaded worker, with requests buffered first: a slow sender costs a connection, and not a thread.

gunicorn gives a connection to a thread as soon as its first byte has come, and the thread then waits for the rest. Here
the loop that accepts connections buffers the head of each request, and its body if that is small. A larger body is read
in a thread, and must come at a minimum speed.
"""

from __future__ import annotations

import re
import socket
import time
import uuid
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from selectors import EVENT_READ
from typing import Any

import msgspec
import structlog
from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.workers.gthread import ThreadWorker

from contents_service.web.admission.upload_slots import BUFFERED_BODY_BYTES
from contents_service.web.problems import HTTP_CODES, HTTP_DETAILS, MEDIA_TYPE, ProblemDetails

BUFFERING_TIMEOUT_S = 10.0
"""Seconds in which the head and a small body must come; slower clients are disconnected."""

SHUTDOWN_IDLE_S = 1.0
"""At shutdown, close connections that have been idle this many seconds, such as a browser's spare ones."""

MAX_HEAD_BYTES = 128 * 1024
"""Largest head of a request, twice the longest token; a client that sends more is disconnected."""

MIN_BYTES_PER_S = 50_000
"""Minimum speed of a larger body; at this speed 100 MB take half an hour."""

MAX_CHUNKED_S = 2_000.0
"""Longest time for a body of unknown length, in seconds."""

LINGER_S = 0.3
"""Seconds for which we read on after an answer: a client whose data is not read may lose the answer."""

RECEIVE_BYTES = 64 * 1024
END_OF_HEAD = b"\r\n\r\n"
_CONTENT_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
_EXPECT = re.compile(rb"^expect:", re.IGNORECASE | re.MULTILINE)

log = structlog.get_logger()


class BufferingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """A worker whose loop receives requests and whose threads answer them; the methods it overrides are gunicorn's."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._buffers: dict[Any, tuple[bytearray, float]] = {}
        """The bytes of each connection whose request is being buffered, and the time when buffering began."""
        self._bodies: dict[Any, tuple[Any, float]] = {}
        """The body's stream of each connection that a thread is reading from, and its deadline."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Accept no more connections, and tell requests under way to finish."""
        self.app.stopping.set()
        super().handle_exit(sig, frame)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Enable or disable accepting; at shutdown accept what is in the backlog, then close the listener.

        All workers share the listener: while one keeps it open, new clients would wait for an answer that never comes.
        """
        super().set_accept_enabled(enabled)
        for listener in () if self.alive else self.sockets:
            before = -1
            while before != self.nr_conns:
                before = self.nr_conns
                self.accept(listener)
            listener.close()

    def enqueue_req(self, conn: Any) -> None:
        """Buffer a request before a thread takes it."""
        buffer = bytearray(conn.parser.unreader.take_buffered() if conn.parser else b"")
        if _is_complete(buffer):
            self._hand_over(conn, buffer)
            return
        conn.sock.setblocking(False)
        self._buffers[conn] = buffer, time.monotonic()
        self.poller.register(conn.sock, EVENT_READ, partial(self._receive, conn))

    def _receive(self, conn: Any, sock: socket.socket) -> None:
        """Receive more of a request, and hand it to a thread once there is enough."""
        try:
            received = sock.recv(RECEIVE_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            received = b""
        buffer = self._buffers[conn][0]
        buffer += received
        if not received or _is_complete(buffer):
            self._stop_buffering(conn)
            if END_OF_HEAD not in buffer:
                _end_input(conn.sock)  # so that no thread waits for the rest of it
            self._hand_over(conn, buffer)

    def _stop_buffering(self, conn: Any) -> None:
        self.poller.unregister(conn.sock)
        del self._buffers[conn]

    def _timeout_s(self, buffer: bytearray) -> float:
        return BUFFERING_TIMEOUT_S if buffer or self.alive else SHUTDOWN_IDLE_S

    def _hand_over(self, conn: Any, buffer: bytearray) -> None:
        conn.init()
        conn.parser.unreader.unread(bytes(buffer))
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Answer in a thread, and linger there too: in the loop it would delay every other connection."""
        keep_alive = super().handle(conn)
        if keep_alive is False:
            _linger(conn.sock)
        return keep_alive

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request whose body may still be coming; close the connection if some of it was left unread."""
        reader, length = req.body.reader, _unread_bytes(req.body.reader)
        allowed_s = MAX_CHUNKED_S if length is None else BUFFERING_TIMEOUT_S + length / MIN_BYTES_PER_S
        self._bodies[conn] = reader, time.monotonic() + allowed_s
        try:
            keep_alive = super().handle_request(req, conn)
        finally:
            self._bodies.pop(conn, None)
        is_over = _unread_bytes(reader) == 0 or (length is not None and length <= BUFFERED_BODY_BYTES)
        return keep_alive and is_over  # gunicorn would read the rest of a body that is not over

    def murder_pending(self) -> None:
        """Disconnect clients that send too slowly; the loop calls this every second."""
        super().murder_pending()
        now = time.monotonic()
        slow = [conn for conn, (buffer, since) in self._buffers.items() if now - since > self._timeout_s(buffer)]
        for conn in slow:
            self._stop_buffering(conn)
            self.nr_conns -= 1
            conn.close()
        for conn, (reader, deadline) in list(self._bodies.items()):
            if deadline < now and _unread_bytes(reader) != 0:
                _end_input(conn.sock)

    def handle_error(self, req: Any, client: socket.socket, addr: object, exc: Exception) -> None:  # noqa: ARG002  # gunicorn's signature
        """Answer a request that gunicorn refuses with problem details; log neither its address nor its content."""
        statuses = {LimitRequestLine: 414, LimitRequestHeaders: 431}
        status = statuses.get(type(exc), 400 if isinstance(exc, ParseException) else 500)
        request_id = uuid.uuid4().hex
        log.warning("malformed_request", error=type(exc).__name__, status=status, request_id=request_id)
        with suppress(OSError):
            util.write_nonblock(client, _problem_response(status, request_id))


def _is_complete(buffer: bytearray) -> bool:
    """Whether all that the loop waits for has come."""
    head, ended, body = buffer.partition(END_OF_HEAD)
    if not ended:
        return len(buffer) > MAX_HEAD_BYTES
    length = _CONTENT_LENGTH.search(head + b"\r")
    expected = min(int(length[1]), BUFFERED_BODY_BYTES) if length and not _EXPECT.search(head) else 0
    return len(body) >= expected


def _unread_bytes(reader: Any) -> int | None:
    """Return how much of a body has not been read yet; None if its length is unknown."""
    length: int | None = getattr(reader, "length", None)
    return length


def _linger(sock: socket.socket) -> None:
    """Tell a client that no more comes, and read what it still sends for a moment."""
    with suppress(OSError):
        sock.shutdown(socket.SHUT_WR)
        sock.settimeout(LINGER_S)
        deadline = time.monotonic() + LINGER_S
        while sock.recv(RECEIVE_BYTES) and time.monotonic() < deadline:
            pass
    _end_input(sock)


def _end_input(sock: socket.socket) -> None:
    """End what comes in, so that the thread reading it sees a cut-off body and can still answer."""
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RD)


def _problem_response(status: int, request_id: str) -> bytes:
    """Return a problem as raw HTTP, for what never became a Flask request."""
    problem = ProblemDetails(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=HTTP_DETAILS[status],
        code=HTTP_CODES.get(status, "internal_error"),
        request_id=request_id,
    )
    body = msgspec.json.encode(problem)
    lines = (
        f"HTTP/1.1 {status} {problem.title}",
        f"Content-Type: {MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        f"X-Request-Id: {problem.request_id}",
        "Connection: close",
    )
    return "\r\n".join(lines).encode("ascii") + END_OF_HEAD + body
