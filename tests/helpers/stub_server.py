"""A stub server: real HTTP on loopback, with responses, good or bad, that the test chooses."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

Behaviour = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Records each request for the test, then lets the behaviour answer it."""

    server: StubServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_form = self.headers["Content-Type"].startswith("application/x-www-form-urlencoded")
        self.server.requests.append((self.path, dict(self.headers), parse_qs(body) if is_form else json.loads(body)))
        self.server.behaviour(self)

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers), None))
        self.server.behaviour(self)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
        """Log nothing."""

    def reply(self, body: bytes, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class StubServer(ThreadingHTTPServer):
    """A server that records its requests; `test_ended` is set at the end, for behaviours that go on until then."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.behaviour = behaviour
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        self.test_ended = threading.Event()
        self.client_hung_up = threading.Event()

    def __enter__(self) -> StubServer:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.test_ended.set()
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


def answer_json(body: Any, status: int = 200) -> Behaviour:
    """Return a behaviour that answers with this body as JSON."""
    return lambda handler: handler.reply(json.dumps(body).encode(), status)


def answer_bytes(body: bytes) -> Behaviour:
    """Return a behaviour that answers with these bytes."""
    return lambda handler: handler.reply(body)


def never_answer(handler: Handler) -> None:
    """Accept the request and never answer it."""
    handler.server.test_ended.wait(10)


def hang_up(handler: Handler) -> None:
    """Close the connection without a response."""
    handler.connection.shutdown(socket.SHUT_RDWR)


def break_off(handler: Handler) -> None:
    """Announce a long response and close the connection after its first bytes."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"status": "fou')


def drip_body(handler: Handler) -> None:
    """Send a response byte by byte, each well within the timeout of a socket."""
    handler.send_response(200)
    handler.end_headers()
    _drip(handler, b" ")


def drip_headers(handler: Handler) -> None:
    """Send a header that never ends."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    _drip(handler, b"x")


def pour(handler: Handler) -> None:
    """Send a body that never ends, as fast as the client reads it."""
    handler.send_response(200)
    handler.end_headers()
    _drip(handler, b" " * 1_000_000, every_s=0)


def _drip(handler: Handler, piece: bytes, every_s: float = 0.02) -> None:
    try:
        while not handler.server.test_ended.wait(every_s):
            handler.wfile.write(piece)
    except OSError:
        handler.server.client_hung_up.set()
