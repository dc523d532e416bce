"""Told to end, each program answers or leaves to others what it has under way, takes no more, and is soon gone."""

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
from contents_service.commands.client import Client
from contents_service.commands.reader import STOP_TIMEOUT_S
from contents_service.documents import giving
from contents_service.home.upload import DRAFT_PREFIX
from contents_service.index.protocol import document_id
from contents_service.model import Scope
from contents_service.settings import settings_from
from contents_service.web.server.buffering_worker import BUFFERING_TIMEOUT_S

pytestmark = [pytest.mark.solr, pytest.mark.timeout(300)]

SOON_S = BUFFERING_TIMEOUT_S - 2
"""Of web, which waits neither for a reading nor for one who is silent."""
STARTS_WITHIN_S = 60.0
UP_SOONER = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"}
BOMB = SAMPLES / "pdf" / "bomb_form_doubling_2p30.pdf"
GUIDE = "# Returns\n\nGoods may be returned within 30 days.\n"
PRICES = b"# Prices\n\n" + b"A subscription costs twelve euros a month.\n\n" * 5_000
HALF = len(PRICES) // 2
"""More than what comes before a thread is given to it."""


def upload(url: str, token: str, app: str) -> socket:
    """A connection over which half of a file has been sent."""
    address = url.partition("://")[2]
    host, _, port = address.partition(":")
    head = (
        f"PUT {BASE}/apps/{app}/documents/upload?path=eric/prices.md HTTP/1.1\r\nHost: {address}\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(PRICES)}\r\n\r\n"
    )
    connection = create_connection((host, int(port)), timeout=30)
    connection.sendall(head.encode() + PRICES[:HALF])
    return connection


def rest_of(sending: socket) -> bytes:
    """What is answered once the other half was sent, too."""
    sending.sendall(PRICES[HALF:])
    return b"".join(iter(lambda: sending.recv(65_536), b""))


def is_being_stored(home: Path) -> bool:
    return any(file.name.startswith(DRAFT_PREFIX) for file in home.rglob("*"))


def give_and_wait(client: Client, path: str) -> requests.Response:
    headers = {"Authorization": f"Bearer {client.token}", "Prefer": "wait=30"}
    url = f"{client.url}{BASE}/apps/{client.app}/documents"
    return requests.post(url, headers=headers, json={"path": path}, timeout=60)


def is_listed(client: Client, path: str) -> bool:
    return path in [document["path"] for document in client.documents()]


def answers_until_the_last(port: int, begun: Event, method: str, path: str, **said: Any) -> list[int]:
    """What one is told who asks again and again over one connection, until that is to be used no more."""
    connection, answers, is_last = HTTPConnection("127.0.0.1", port, timeout=30), [], False
    while not is_last:
        connection.request(method, path, **said)
        answer = connection.getresponse()
        answer.read()
        answers.append(answer.status)
        is_last = answer.will_close
        begun.set()
    return answers


# Web alone.


@pytest.fixture
def web(tmp_path: Path, solr_url: str) -> Iterator[WebProcess]:
    with web_process(tmp_path, solr_url) as running:
        yield running


def test_web_is_no_longer_ready_answers_what_it_was_asked_and_ends(web: WebProcess) -> None:
    client = Client(web.url, new_app_id(), web.token)
    (web.home / "eric").mkdir(exist_ok=True)
    (web.home / "eric" / "guide.md").write_text(GUIDE)
    with ThreadPoolExecutor(2) as pool, web.connect(b""), upload(web.url, web.token, client.app) as sending:
        waiting = pool.submit(give_and_wait, client, "eric/guide.md")
        poll_until(lambda: is_listed(client, "eric/guide.md"), "it waits for a reading")
        poll_until(lambda: is_being_stored(web.home), "half of an upload is stored")
        begun = Event()
        probing = pool.submit(answers_until_the_last, web.port, begun, "GET", "/readyz")
        assert begun.wait(30)

        web.process.terminate()
        told_at = time.monotonic()
        readiness = probing.result(SOON_S)
        assert (readiness[0], readiness[-1]) == (200, 503)
        poll_until(
            lambda: is_refused(web.port), "it takes no new connection, with the upload under way", within_s=SOON_S
        )
        assert waiting.result(SOON_S).status_code == 202
        assert rest_of(sending).startswith(b"HTTP/1.1 202 ")
        assert web.process.wait(SOON_S) == 0
        assert time.monotonic() - told_at < SOON_S
    assert web.files() == ["guide.md", "prices.md"]


def is_refused(port: int) -> bool:
    try:
        create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


# A reader alone.


def test_a_reader_leaves_what_it_cannot_finish_to_others_and_does_not_count_it(tmp_path: Path, solr_url: str) -> None:
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
        kept = services.index.get(scope, document_id(scope, "eric/endless.pdf"))
        assert kept
        assert kept.record.job
        return kept.record.job.attempts

    reader = subprocess.Popen([sys.executable, "-m", "contents_service", "reader"], env=environment)
    poll_until(lambda: attempts() == 1 and bool(readings_of(reader.pid)), "it reads", within_s=STARTS_WITHIN_S)
    for reading in readings_of(reader.pid):
        os.kill(reading, signal.SIGSTOP)  # so that it cannot end, however quick the machine is
    started = family(reader.pid)
    reader.terminate()

    assert reader.wait(STOP_TIMEOUT_S + 2) == 0
    assert attempts() == 0
    poll_until(lambda: not alive(started), "all are gone", within_s=SOON_S)


def readings_of(reader: int) -> list[int]:
    """The processes in which a reader reads documents: each is born in one that only waits for that."""
    return [reading for nursery in children(reader) for reading in children(nursery)]


def family(pid: int) -> list[int]:
    """A process, its children, and theirs."""
    return [pid, *(each for child in children(pid) for each in family(child))]


def alive(pids: list[int]) -> list[int]:
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


# All of it.


def test_the_whole_service_ends_in_the_middle_of_everything_and_goes_on_with_it_at_the_next_start(
    tmp_path: Path,
) -> None:
    app, begun = new_app_id(), [Event() for _ in range(3)]
    with running_service(tmp_path, **UP_SOONER) as service:
        service.write("eric/guide.md", GUIDE)
        service.write("eric/endless.pdf", BOMB.read_bytes())
        client = service.client(app)
        client.call("POST", "/documents", json={"path": "eric/guide.md"}, wait_s=30)
        with ThreadPoolExecutor(4) as pool, upload(service.url, client.token, app) as sending:
            waiting = pool.submit(give_and_wait, client, "eric/endless.pdf")
            poll_until(lambda: is_listed(client, "eric/endless.pdf"), "it is given")
            poll_until(lambda: is_being_stored(service.data / "home"), "half of an upload is stored")
            poll_until(lambda: len(service.events("reading")) == 2, "it is being read")
            searching = [pool.submit(search_until_the_last, client, each) for each in begun]
            assert all(each.wait(30) for each in begun)
            started = family(service.process.pid)

            service.process.terminate()
            assert waiting.result(SOON_S).status_code == 202
            assert rest_of(sending).startswith(b"HTTP/1.1 202 ")
            assert [set(answers.result(SOON_S)) for answers in searching] == [{200}] * 3
        assert service.process.wait(60) == 0
        poll_until(lambda: not alive(started), "all are gone", within_s=SOON_S)
    with running_service(tmp_path, CONTENTS_READ_CPU_S="1", **UP_SOONER) as again:
        client = again.client(app)
        states = {each["path"]: again.read_document(client, each["id"])["state"] for each in client.documents()}
    assert states == {"eric/guide.md": "read", "eric/prices.md": "read", "eric/endless.pdf": "not_read"}


def search_until_the_last(client: Client, begun: Event) -> list[int]:
    question = json.dumps({"question": "When may goods be returned?", "documents": ["eric/guide.md"]})
    headers = {"Authorization": f"Bearer {client.token}", "Content-Type": "application/json"}
    port, path = int(client.url.rpartition(":")[2]), f"{BASE}/apps/{client.app}/passages"
    return answers_until_the_last(port, begun, "POST", path, body=question, headers=headers)
