"""Whatever a document does to its parser, the reader survives and says why it was not read."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers import hostile_worker
from helpers.hostile_sandbox import LIMITS, children_of, is_running, process_ids, read, text_of
from helpers.polling import poll_until

from contents_service.model import NotRead
from contents_service.parsing.sandbox.sandbox import ReaderCrashed, Sandbox


def test_a_reading_comes_back_from_the_child(sandbox: Sandbox) -> None:
    assert text_of(sandbox, "behave", "Grüße 🦀") == "Grüße 🦀"


def test_a_large_document_goes_in_and_comes_out(sandbox: Sandbox) -> None:
    assert len(text_of(sandbox, "behave", "x" * 19_000_000)) == 19_000_000


@pytest.mark.parametrize("action", ["crash", "leave", "lie", "invent", "fail"])
def test_a_document_is_tried_again_if_its_child_crashes_or_sends_nonsense(sandbox: Sandbox, action: str) -> None:
    with pytest.raises(ReaderCrashed):
        read(sandbox, action)


def test_a_reason_comes_back_with_its_sentence_and_the_format(sandbox: Sandbox) -> None:
    outcome = read(sandbox, "refuse")

    assert isinstance(outcome, NotRead)
    assert (outcome.why.code, outcome.pages, outcome.format) == ("too_many_pages", 7_000, "text")
    assert "7,000 pages; up to 2,000 are read" in outcome.why.message


@pytest.mark.parametrize("action", ["fork", "start"])
def test_the_child_can_start_no_other_process(sandbox: Sandbox, action: str) -> None:
    assert text_of(sandbox, action).startswith("refused")


def test_the_child_cannot_reach_the_network(sandbox: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert text_of(sandbox, "connect", listening.getsockname()[1]).startswith("refused")


def test_the_child_can_neither_write_nor_remove_a_file(sandbox: Sandbox, tmp_path: Path) -> None:
    existing = tmp_path / "existing"
    existing.touch()

    assert text_of(sandbox, "write", tmp_path / "new").startswith("refused")
    assert text_of(sandbox, "remove", existing).startswith("refused")
    assert list(tmp_path.iterdir()) == [existing]


def test_the_child_cannot_kill_the_reader(sandbox: Sandbox) -> None:
    assert text_of(sandbox, "kill", os.getpid()).startswith("refused")


def test_the_child_does_not_inherit_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTENTS_TOKEN", "do-not-tell")
    sandbox = Sandbox(LIMITS, hostile_worker.__name__)

    assert "do-not-tell" not in text_of(sandbox, "spy")
    sandbox.close()


def test_slow_documents_do_not_hold_up_others(sandbox: Sandbox, tmp_path: Path) -> None:
    go = tmp_path / "go"
    with ThreadPoolExecutor(8) as threads:
        waiting = [threads.submit(text_of, sandbox, "wait", go) for _ in range(4)]
        others = [threads.submit(text_of, sandbox, "behave", f"document {number}") for number in range(20)]

        assert [other.result() for other in others] == [f"document {number}" for number in range(20)]
        go.touch()
        assert [result.result() for result in waiting] == ["waited"] * 4


def test_a_fork_server_that_died_is_replaced() -> None:
    sandbox = Sandbox(LIMITS, hostile_worker.__name__)
    fork_server = sandbox.fork_server_pid
    assert fork_server is not None
    os.kill(fork_server, signal.SIGKILL)
    poll_until(lambda: not is_running(fork_server), "the fork server is dead")

    assert text_of(sandbox, "behave", "again") == "again"
    sandbox.close()


def test_closing_a_sandbox_ends_its_children(tmp_path: Path) -> None:
    sandbox = Sandbox(LIMITS, hostile_worker.__name__)

    def read_forever() -> None:
        with pytest.raises(ReaderCrashed):
            read(sandbox, "wait", tmp_path / "never")

    reading = threading.Thread(target=read_forever)
    reading.start()
    poll_until(lambda: len(process_ids(sandbox)) == 2, "fork server and child live")
    pids = process_ids(sandbox)

    sandbox.close()
    reading.join()

    poll_until(lambda: not any(is_running(pid) for pid in pids), "all processes are gone")


PARENT = """
import sys
from helpers import hostile_worker
from contents_service.limits import Limits
from contents_service.parsing.sandbox.sandbox import Sandbox
sandbox = Sandbox(Limits(), hostile_worker.__name__)
print(sandbox.fork_server_pid, flush=True)
sandbox.read("loop", b"", encoding=None, on_progress=lambda _: None)
"""


def test_a_parent_that_is_killed_leaves_no_child() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        fork_server = int(parent.stdout.readline())
        poll_until(lambda: bool(children_of(fork_server)), "a child lives")
        pids = [fork_server, *children_of(fork_server)]

        parent.kill()

    poll_until(lambda: not any(is_running(pid) for pid in pids), "all processes are gone")
