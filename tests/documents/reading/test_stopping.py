"""Each program that is told to stop finishes or hands over its work, takes on no more, and soon exits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection, socket
from threading import Event
from typing import Any

import pytest
import requests
from helpers.factories import new_app_id
from helpers.paths import SAMPLES
from helpers.polling import poll_until
from helpers.running_service import running_service
from helpers.shop import BASE
from helpers.web_process import WebProcess, web_process
from torture.programs import children

from contents_service.bootstrap import services_from
from contents_service.commands.reader import STOP_TIMEOUT_S
from contents_service.commands.support.client import Client
from contents_service.documents import giving
from contents_service.home.upload import DRAFT_PREFIX
from contents_service.index.protocol import document_id
from contents_service.model import Scope
from contents_service.settings import settings_from
from contents_service.web.server.buffering_worker import BUFFERING_TIMEOUT_S

pytestmark = [pytest.mark.solr, pytest.mark.timeout(900)]

STOP_WITHIN_S = BUFFERING_TIMEOUT_S - 2
"""The web stops sooner than this, in seconds: it waits neither for readings nor for silent clients."""
STARTS_WITHIN_S = 60.0
FAST_JAVA_START = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"}
BOMB = SAMPLES / "pdf" / "bomb_form_doubling_2p30.pdf"
GUIDE = "# Returns\n\nGoods may be returned within 30 days.\n"
PRICES = b"# Prices\n\n" + b"A subscription costs twelve euros a month.\n\n" * 5_000
HALF = len(PRICES) // 2
"""More than the server buffers before a thread handles the request."""


def begin_upload(url: str, token: str, app: str) -> socket:
    """Return a connection over which half of a file has been sent."""
    address = url.partition("://")[2]
    host, _, port = address.partition(":")
    head = (
        f"PUT {BASE}/apps/{app}/documents/upload?path=eric/prices.md HTTP/1.1\r\nHost: {address}\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(PRICES)}\r\n\r\n"
    )
    connection = create_connection((host, int(port)), timeout=90)
    connection.sendall(head.encode() + PRICES[:HALF])
    return connection


def send_rest(connection: socket) -> bytes:
    """Send the other half, and return the response."""
    connection.sendall(PRICES[HALF:])
    return b"".join(iter(lambda: connection.recv(65_536), b""))


def is_being_stored(home: Path) -> bool:
    return any(file.name.startswith(DRAFT_PREFIX) for file in home.rglob("*"))


def give_and_wait(client: Client, path: str) -> requests.Response:
    headers = {"Authorization": f"Bearer {client.token}", "Prefer": "wait=30"}
    url = f"{client.url}{BASE}/apps/{client.app}/documents"
    return requests.post(url, headers=headers, json={"path": path}, timeout=60)


def is_listed(client: Client, path: str) -> bool:
    return path in [document["path"] for document in client.documents()]


def statuses_until_close(port: int, has_begun: Event, method: str, path: str, **options: Any) -> list[int]:
    """Send a request again and again over one connection, and return all statuses once the server closes it."""
    connection, statuses, is_last = HTTPConnection("127.0.0.1", port, timeout=90), [], False
    while not is_last:
        connection.request(method, path, **options)
        response = connection.getresponse()
        response.read()
        statuses.append(response.status)
        is_last = response.will_close
        has_begun.set()
    return statuses


# The web process alone.


@pytest.fixture
def web(tmp_path: Path, solr_url: str) -> Iterator[WebProcess]:
    with web_process(tmp_path, solr_url) as running:
        yield running


def test_a_stopping_web_process_is_not_ready_and_answers_what_is_under_way(web: WebProcess) -> None:
    client = Client(web.url, new_app_id(), web.token)
    (web.home / "eric").mkdir(exist_ok=True)
    (web.home / "eric" / "guide.md").write_text(GUIDE)
    with (
        ThreadPoolExecutor(2) as pool,
        web.connect(b""),
        begin_upload(web.url, web.token, client.app) as upload_connection,
    ):
        waiting_request = pool.submit(give_and_wait, client, "eric/guide.md")
        poll_until(lambda: is_listed(client, "eric/guide.md"), "it waits for a reading")
        poll_until(lambda: is_being_stored(web.home), "half of an upload is stored")
        has_begun = Event()
        readiness_probe = pool.submit(statuses_until_close, web.port, has_begun, "GET", "/readyz")
        assert has_begun.wait(30)

        web.process.terminate()
        stopped_at = time.monotonic()
        readiness = readiness_probe.result(STOP_WITHIN_S)
        assert (readiness[0], readiness[-1]) == (200, 503)
        poll_until(
            lambda: is_refused(web.port),
            "it takes no new connection, with the upload under way",
            within_s=STOP_WITHIN_S,
        )
        assert waiting_request.result(STOP_WITHIN_S).status_code == 202
        assert send_rest(upload_connection).startswith(b"HTTP/1.1 202 ")
        assert web.process.wait(STOP_WITHIN_S) == 0
        assert time.monotonic() - stopped_at < STOP_WITHIN_S
    assert web.files() == ["guide.md", "prices.md"]


def is_refused(port: int) -> bool:
    try:
        create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


# A reader alone.


def test_a_stopping_reader_releases_unfinished_readings_without_counting_them(tmp_path: Path, solr_url: str) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("CONTENTS_")},
        "CONTENTS_DEV": "1",
        "CONTENTS_DATA": str(tmp_path),
        "CONTENTS_HOME": str(tmp_path / "home"),
        "SOLR_URL": solr_url,
    }
    services, scope = services_from(settings_from(environment)), Scope(new_app_id(), "eric")
    (tmp_path / "home" / "eric").mkdir(parents=True)
    (tmp_path / "home" / "eric" / "endless.pdf").write_bytes(BOMB.read_bytes())
    giving.give(services, scope, "eric/endless.pdf")

    def attempts() -> int:
        current = services.index.get(scope, document_id(scope, "eric/endless.pdf"))
        assert current
        assert current.record.job
        return current.record.job.attempts

    reader = subprocess.Popen([sys.executable, "-m", "contents_service", "reader"], env=environment)
    poll_until(lambda: attempts() == 1 and bool(reading_processes(reader.pid)), "it reads", within_s=STARTS_WITHIN_S)
    for process in reading_processes(reader.pid):
        os.kill(process, signal.SIGSTOP)  # so that it cannot end, however quick the machine is
    processes = process_tree(reader.pid)
    reader.terminate()

    assert reader.wait(STOP_TIMEOUT_S + 2) == 0
    assert attempts() == 0
    poll_until(lambda: not running(processes), "all are gone", within_s=STOP_WITHIN_S)


def reading_processes(reader: int) -> list[int]:
    """Return the processes that read documents, which are children of the reader's fork server."""
    return [process for fork_server in children(reader) for process in children(fork_server)]


def process_tree(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    return [pid, *(each for child in children(pid) for each in process_tree(child))]


def running(pids: list[int]) -> list[int]:
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


# The whole service.


def test_a_service_that_stops_while_busy_continues_at_its_next_start(
    tmp_path: Path,
) -> None:
    app, has_begun = new_app_id(), [Event() for _ in range(3)]
    with running_service(tmp_path, **FAST_JAVA_START) as service:
        service.write("eric/guide.md", GUIDE)
        service.write("eric/endless.pdf", BOMB.read_bytes())
        client = service.client(app)
        client.call("POST", "/documents", json={"path": "eric/guide.md"}, wait_s=30)
        with ThreadPoolExecutor(4) as pool, begin_upload(service.url, client.token, app) as upload_connection:
            waiting_request = pool.submit(give_and_wait, client, "eric/endless.pdf")
            poll_until(lambda: is_listed(client, "eric/endless.pdf"), "it is given")
            poll_until(lambda: is_being_stored(service.data / "home"), "half of an upload is stored")
            poll_until(lambda: len(service.events("reading")) == 2, "it is being read")
            searches = [pool.submit(search_until_the_last, client, each) for each in has_begun]
            assert all(each.wait(30) for each in has_begun)
            processes = process_tree(service.process.pid)

            service.process.terminate()
            assert waiting_request.result(STOP_WITHIN_S).status_code == 202
            assert send_rest(upload_connection).startswith(b"HTTP/1.1 202 ")
            assert [set(answers.result(STOP_WITHIN_S)) for answers in searches] == [{200}] * 3
        assert service.process.wait(60) == 0
        poll_until(lambda: not running(processes), "all are gone", within_s=STOP_WITHIN_S)
    with running_service(tmp_path, CONTENTS_READ_CPU_S="1", **FAST_JAVA_START) as restarted_service:
        client = restarted_service.client(app)
        states = {
            each["path"]: restarted_service.read_document(client, each["id"])["state"] for each in client.documents()
        }
    assert states == {"eric/guide.md": "read", "eric/prices.md": "read", "eric/endless.pdf": "not_read"}


def search_until_the_last(client: Client, has_begun: Event) -> list[int]:
    question = json.dumps({"question": "When may goods be returned?", "documents": ["eric/guide.md"]})
    headers = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/json"}
    port, path = int(client.url.rpartition(":")[2]), f"{BASE}/apps/{client.app}/passages"
    return statuses_until_close(port, has_begun, "POST", path, body=question, headers=headers)
