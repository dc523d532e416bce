"""Clients that send slowly, too much or incompletely delay nobody and leave nothing behind."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import requests
from helpers.polling import poll_until
from helpers.shop import BASE
from helpers.web_process import THREADS, WebProcess, web_process

from contents_service.home.upload import DRAFT_PREFIX
from contents_service.identity.tokens import MAX_TOKEN_CHARACTERS
from contents_service.settings import Settings
from contents_service.web.admission.thread_shares import threads_per_share
from contents_service.web.admission.upload_slots import BUFFERED_BODY_BYTES
from contents_service.web.server.buffering_worker import MAX_HEAD_BYTES

pytestmark = pytest.mark.solr

UPLOAD = f"PUT {BASE}/apps/shop/documents/upload?path=eric/sent.md"
FORM = f"POST {BASE}/apps/shop/documents"
SEARCH = f"POST {BASE}/apps/shop/passages"
MANY = 4 * THREADS
SLOTS = threads_per_share(Settings(web_threads=THREADS))
"""Slots for requests whose body is still coming."""
SOON_S = 2.0
"""Generous, for a machine that is busy with other tests; a response takes a hundredth of this."""


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory, solr_url: str) -> Iterator[WebProcess]:
    with web_process(tmp_path_factory.mktemp("web"), solr_url) as running:
        yield running


def answers_soon(web: WebProcess) -> bool:
    began = time.monotonic()
    return requests.get(f"{web.url}/livez", timeout=90).ok and time.monotonic() - began < SOON_S


def problem_in(response: bytes) -> tuple[int, str]:
    head, _, body = response.partition(b"\r\n\r\n")
    assert b"\r\nContent-Type: application/problem+json\r\n" in head
    assert b"\r\nX-Request-Id: " in head
    return int(head.split()[1]), json.loads(body)["code"]


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        f"{SEARCH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n{{".encode(),
    ],
    ids=["nothing", "a byte", "half a head", "the beginning of a question"],
)
def test_many_slow_clients_delay_nobody(web: WebProcess, sent: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(web.connect(sent))
        assert answers_soon(web)


def test_many_stalled_uploads_leave_threads_for_others_and_are_refused_above_the_limit(
    web: WebProcess,
) -> None:
    beginning = web.head(UPLOAD, Content_Length=500_000) + b"x" * (BUFFERED_BODY_BYTES + 1)
    with ExitStack() as stack:
        stalled = [stack.enter_context(web.connect(beginning)) for _ in range(MANY)]
        poll_until(lambda: len(_answered(stalled)) == MANY - SLOTS, "the uploads above the limit are answered")
        assert answers_soon(web)
        assert [name for name in web.files() if name.startswith(DRAFT_PREFIX)]
        refused = _answered(stalled)[0]
        response = b"".join(iter(lambda: refused.recv(10_000), b""))
        assert problem_in(response) == (503, "busy")
        assert b"\r\nRetry-After: " in response
    poll_until(lambda: web.files() == [], "the unfinished files are deleted")


def _answered(connections: list[socket.socket]) -> list[socket.socket]:
    """Return the connections with a response."""
    return [each for each in connections if _has_more(each)]


def _has_more(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return bool(connection.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return False
    finally:
        connection.settimeout(30)


def test_clients_that_do_not_hang_up_delay_nobody(web: WebProcess) -> None:
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(web.connect(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"))
        assert answers_soon(web)


def form_body(data: bytes) -> bytes:
    return b'--b\r\nContent-Disposition: form-data; name="file"; filename="sent.md"\r\n\r\n' + data


@pytest.mark.parametrize("length", [5, 300_000], ids=["small", "large"])
@pytest.mark.parametrize("how", ["raw", "form", "chunks"])
def test_an_upload_that_is_cut_off_leaves_nothing(web: WebProcess, how: str, length: int) -> None:
    data = b"x" * length
    match how:
        case "raw":
            sent = web.head(UPLOAD, Content_Length=length + 1_000) + data
        case "form":
            kind = "multipart/form-data; boundary=b"
            sent = web.head(FORM, Content_Type=kind, Content_Length=length + 1_000) + form_body(data)
        case _:
            sent = web.head(UPLOAD, Transfer_Encoding="chunked") + f"{length:x}\r\n".encode() + data + b"\r\n"
    assert problem_in(web.exchange(sent)) == (400, "invalid_request")
    assert web.files() == []


def test_an_upload_whose_sender_disconnects_leaves_nothing(web: WebProcess) -> None:
    with web.connect(web.head(UPLOAD, Content_Length=500_000) + b"x" * 200_000):
        poll_until(lambda: any(name.startswith(DRAFT_PREFIX) for name in web.files()), "the upload is being stored")
    poll_until(lambda: web.files() == [], "the unfinished file is deleted")


def test_a_sender_that_expects_100_continue_is_told_to_continue(web: WebProcess) -> None:
    head = web.head(
        SEARCH, Content_Type="application/json", Content_Length=2, Expect="100-continue", Connection="close"
    )
    with web.connect(head) as sent:
        assert sent.recv(100).startswith(b"HTTP/1.1 100 ")
        sent.sendall(b"{}")
        assert problem_in(b"".join(iter(lambda: sent.recv(10_000), b""))) == (400, "invalid_request")


def test_pipelined_requests_are_answered_one_after_the_other(web: WebProcess) -> None:
    two = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2
    assert web.exchange(two).count(b"HTTP/1.1 200 OK") == 2


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 414),
        (b"GET /livez HTTP/1.1\r\nX-Much: " + b"a" * 70_000 + b"\r\n\r\n", 431),
        (b"GET /livez HTTP/1.1\r\n" + b"".join(b"X-%d: a\r\n" % number for number in range(500)) + b"\r\n", 431),
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
        (b"GET /livez HTTP/9.9\r\n\r\n", 400),
        (b"GET /livez HTTP/1.1\r\nNo colon\r\n\r\n", 400),
        (b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n ".replace(b"\r\nHost", b"\r\n Host"), 400),
        (b"POST /livez HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST /livez HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400),
        (b"POST /livez HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"POST /livez HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        (b"GET /%ff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        (b"GET /livez?%ff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
    ],
    ids=[
        "long address", "long header", "many headers", "not HTTP", "unknown HTTP version", "header without colon",
        "folded header", "negative length", "two lengths", "length and chunks", "unknown coding", "path not UTF-8",
        "query not UTF-8",
    ],
)  # fmt: skip
def test_a_malformed_request_is_answered_with_a_problem(web: WebProcess, sent: bytes, status: int) -> None:
    assert problem_in(web.exchange(sent))[0] == status


def test_a_client_whose_headers_never_end_is_disconnected(web: WebProcess) -> None:
    with web.connect(b"GET /livez HTTP/1.1\r\nX-Endless: " + b"a" * (MAX_HEAD_BYTES + 1)) as sent:
        assert sent.recv(100) == b""


def test_a_token_of_the_largest_size_is_accepted(web: WebProcess) -> None:
    head = f"GET {BASE}/home HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {'x' * MAX_TOKEN_CHARACTERS}\r\n\r\n"
    assert problem_in(web.exchange(head.encode())) == (401, "unauthenticated")


def test_no_part_of_an_address_is_logged_even_if_it_is_malformed(web: WebProcess) -> None:
    web.exchange(b"GET /secret-of-eric HTTP/9.9\r\n\r\n")
    web.exchange(b"GET /secret-of-eric\x00 HTTP/1.1\r\nsecret-of-eric\r\n\r\n")
    web.exchange(web.head(f"GET {BASE}/home?path=secret-of-eric"))
    assert "secret-of-eric" not in web.log.read_text(encoding="utf-8")
    assert '"event": "malformed_request"' in web.log.read_text(encoding="utf-8")
