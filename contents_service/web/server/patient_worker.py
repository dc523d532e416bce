"""gunicorn's threaded worker, made patient: who sends slowly costs it a connection, and not a thread.

gunicorn gives a connection to a thread as soon as its first byte has come, and the thread then waits for the rest. Here
the loop that accepts connections hears each request first: its head, and its body where that is small. A larger body is
read in a thread, and must come at no less than a certain speed.
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

from contents_service.web.admission.upload_slots import HEARD_BEFORE
from contents_service.web.problems import HTTP_CODES, HTTP_DETAILS, MEDIA_TYPE, Problem

HEARD_WITHIN_S = 10.0
"""For a request's head and a small body; on who takes longer we hang up."""

QUIET_S = 1.0
"""Who has sent nothing for so long when we are told to end is not about to ask: a browser's spare connection, say."""

HEAD_BYTES = 128 * 1024
"""Twice the longest token; on who sends more before the head ends we hang up."""

SLOWEST = 50_000
"""Bytes a second of a larger body: 100 MB over a poor line take half an hour."""

LONGEST_S = 2_000.0
"""For a body that does not say how long it is."""

GOODBYE_S = 0.3
"""For a client to hang up after it was answered; if what it still sends is not heard, it may not hear the answer."""

PIECE = 64 * 1024
HEAD_ENDS = b"\r\n\r\n"
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
_ASKS_TO_GO_ON = re.compile(rb"^expect:", re.IGNORECASE | re.MULTILINE)

log = structlog.get_logger()


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """A worker whose threads answer, while its loop listens; what it overrides are gunicorn's own hooks."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._heard: dict[Any, tuple[bytearray, float]] = {}
        """Of each connection whose request is being heard: what has come, and since when."""
        self._bodies: dict[Any, tuple[Any, float]] = {}
        """Of each whose larger body is: what reads it in a thread, and until when."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Take no more connections, and let requests know that are answered meanwhile."""
        self.app.stopping.set()
        super().handle_exit(sig, frame)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections or not; at the end take those that stand in the queue, and let others be refused.

        All workers share the queue: while one of them keeps it open, who comes would wait for an answer in vain.
        """
        super().set_accept_enabled(enabled)
        for listener in () if self.alive else self.sockets:
            taken = -1
            while taken != self.nr_conns:
                taken = self.nr_conns
                self.accept(listener)
            listener.close()

    def enqueue_req(self, conn: Any) -> None:
        """Hear a request before a thread is given to it."""
        heard = bytearray(conn.parser.unreader.take_buffered() if conn.parser else b"")
        if _is_heard(heard):
            self._hand_on(conn, heard)
            return
        conn.sock.setblocking(False)
        self._heard[conn] = heard, time.monotonic()
        self.poller.register(conn.sock, EVENT_READ, partial(self._hear, conn))

    def _hear(self, conn: Any, sock: socket.socket) -> None:
        """Take what has come of a request, and hand it on when that is enough."""
        try:
            piece = sock.recv(PIECE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            piece = b""
        heard = self._heard[conn][0]
        heard += piece
        if not piece or _is_heard(heard):
            self._stop_hearing(conn)
            if HEAD_ENDS not in heard:
                _end_body(conn.sock)  # no thread is to wait for the rest of it
            self._hand_on(conn, heard)

    def _stop_hearing(self, conn: Any) -> None:
        self.poller.unregister(conn.sock)
        del self._heard[conn]

    def _patience_s(self, heard: bytearray) -> float:
        return HEARD_WITHIN_S if heard or self.alive else QUIET_S

    def _hand_on(self, conn: Any, heard: bytearray) -> None:
        conn.init()
        conn.parser.unreader.unread(bytes(heard))
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Answer in a thread, and say goodbye there too: the loop would listen to nobody else meanwhile."""
        kept = super().handle(conn)
        if kept is False:
            _say_goodbye(conn.sock)
        return kept

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request, whose body may still be coming; where it was not wanted, the connection ends here."""
        reader, length = req.body.reader, _left(req.body.reader)
        allowed = LONGEST_S if length is None else HEARD_WITHIN_S + length / SLOWEST
        self._bodies[conn] = reader, time.monotonic() + allowed
        try:
            kept = super().handle_request(req, conn)
        finally:
            self._bodies.pop(conn, None)
        is_over = _left(reader) == 0 or (length is not None and length <= HEARD_BEFORE)
        return kept and is_over  # of a body that is not, gunicorn would hear the rest

    def murder_pending(self) -> None:
        """Hang up on those who send too slowly; the loop looks every second."""
        super().murder_pending()
        now = time.monotonic()
        for conn in [conn for conn, (heard, since) in self._heard.items() if now - since > self._patience_s(heard)]:
            self._stop_hearing(conn)
            self.nr_conns -= 1
            conn.close()
        for conn, (reader, due) in list(self._bodies.items()):
            if due < now and _left(reader) != 0:
                _end_body(conn.sock)

    def handle_error(self, req: Any, client: socket.socket, addr: object, exc: Exception) -> None:  # noqa: ARG002  # gunicorn's signature
        """Say what gunicorn refuses as the contract says it, and log no address and no word of it."""
        statuses = {LimitRequestLine: 414, LimitRequestHeaders: 431}
        status = statuses.get(type(exc), 400 if isinstance(exc, ParseException) else 500)
        request_id = uuid.uuid4().hex
        log.warning("refused_unheard", error=type(exc).__name__, status=status, request_id=request_id)
        with suppress(OSError):
            util.write_nonblock(client, _refusal(status, request_id))


def _is_heard(heard: bytearray) -> bool:
    """Whether all has come that the loop waits for."""
    head, ended, body = heard.partition(HEAD_ENDS)
    if not ended:
        return len(heard) > HEAD_BYTES
    length = _LENGTH.search(head + b"\r")
    wanted = min(int(length[1]), HEARD_BEFORE) if length and not _ASKS_TO_GO_ON.search(head) else 0
    return len(body) >= wanted


def _left(reader: Any) -> int | None:
    """How much of a body was not read yet; None if only its end will tell."""
    length: int | None = getattr(reader, "length", None)
    return length


def _say_goodbye(sock: socket.socket) -> None:
    """Tell a client that no more comes, and hear it out for a moment."""
    with suppress(OSError):
        sock.shutdown(socket.SHUT_WR)
        sock.settimeout(GOODBYE_S)
        deadline = time.monotonic() + GOODBYE_S
        while sock.recv(PIECE) and time.monotonic() < deadline:
            pass
    _end_body(sock)


def _end_body(sock: socket.socket) -> None:
    """Let what is read end here: whoever reads it sees that it is cut off, and can still answer."""
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RD)


def _refusal(status: int, request_id: str) -> bytes:
    """A problem, as it is sent without a request of Flask's."""
    problem = Problem(
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
    return "\r\n".join(lines).encode("ascii") + HEAD_ENDS + body
