"""Whatever a document does to its parser, the reader survives and says why it was not read."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers import hostile_worker
from helpers.paths import SAMPLES
from helpers.polling import poll_until
from msgspec.structs import replace

from contents_service.limits import Limits
from contents_service.model import NotRead, Progress, Reading
from contents_service.parsing.sandbox import child_monitor
from contents_service.parsing.sandbox.sandbox import ReaderCrashed, Sandbox

LIMITS = Limits(cpu_s=20, clock_s=60, memory_bytes=256 * 1024 * 1024)
"""Limits that no test reaches unless it means to, however busy the machine is."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox(LIMITS, hostile_worker.__name__)
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="module")
def one_second_sandbox() -> Iterator[Sandbox]:
    """A sandbox whose children may use the processor for a second."""
    sandbox = Sandbox(replace(LIMITS, cpu_s=1), hostile_worker.__name__)
    yield sandbox
    sandbox.close()


def read(sandbox: Sandbox, action: str, content: object = "") -> Reading | NotRead:
    return sandbox.read(action, str(content).encode(), encoding=None, on_progress=lambda _: None)


def text_of(sandbox: Sandbox, action: str, content: object = "") -> str:
    outcome = read(sandbox, action, content)
    assert isinstance(outcome, Reading)
    return outcome.passages[0].text


def reason(sandbox: Sandbox, action: str, content: object = "") -> str:
    outcome = read(sandbox, action, content)
    assert isinstance(outcome, NotRead)
    return outcome.why.code


def test_a_reading_comes_back_from_the_child(sandbox: Sandbox) -> None:
    assert text_of(sandbox, "behave", "Grüße 🦀") == "Grüße 🦀"


def test_a_large_document_goes_in_and_comes_out(sandbox: Sandbox) -> None:
    assert len(text_of(sandbox, "behave", "x" * 19_000_000)) == 19_000_000


def test_an_endless_loop_outside_python_is_too_slow(one_second_sandbox: Sandbox) -> None:
    assert reason(one_second_sandbox, "loop") == "too_slow"


def test_endless_waiting_is_too_slow() -> None:
    sandbox = Sandbox(Limits(clock_s=1), hostile_worker.__name__)

    assert reason(sandbox, "sleep") == "too_slow"
    sandbox.close()


def test_time_that_a_document_waits_for_the_processor_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_monitor, "seconds_waiting", lambda _: 60.0)
    sandbox = Sandbox(Limits(clock_s=1), hostile_worker.__name__)

    assert text_of(sandbox, "nap", 1.5) == "done"
    sandbox.close()


def test_the_time_a_process_waited_for_the_processor_is_known() -> None:
    def nanoseconds() -> int:
        return int(Path(f"/proc/{os.getpid()}/schedstat").read_text().split()[1])

    before = nanoseconds()
    seconds = child_monitor.seconds_waiting(os.getpid())
    assert before / 1e9 <= seconds <= nanoseconds() / 1e9
    assert child_monitor.seconds_waiting(2**22 + 1) == 0.0


FEW = 3
"""Busy processes that leave a child, which has a lower priority, a tenth of their processor."""
MANY = 15
"""Busy processes that leave a child a fiftieth of their processor."""
BUSY = "while True: pass"


@contextmanager
def sandbox_on_busy_processor(others: int) -> Iterator[Sandbox]:
    """Yield a sandbox whose children may take a second and share one processor with this many busy processes."""
    processor = min(os.sched_getaffinity(0))
    sandbox = Sandbox(Limits(clock_s=1), hostile_worker.__name__)
    text_of(sandbox, "behave")
    busy_processes = [subprocess.Popen([sys.executable, "-c", BUSY], start_new_session=True) for _ in range(others)]
    try:
        for number in (*process_ids(sandbox), *(process.pid for process in busy_processes)):
            os.sched_setaffinity(number, {processor})
        yield sandbox
    finally:
        for process in busy_processes:
            process.kill()
            process.wait()
        sandbox.close()


@pytest.mark.torture
def test_a_document_that_waits_for_the_processor_is_not_too_slow() -> None:
    with sandbox_on_busy_processor(FEW) as sandbox:
        started = time.monotonic()
        assert text_of(sandbox, "work", 0.25) == "done"
        assert time.monotonic() - started > 1.5


@pytest.mark.torture
def test_a_document_that_sleeps_is_too_slow_even_on_a_busy_processor() -> None:
    with sandbox_on_busy_processor(FEW) as sandbox:
        started = time.monotonic()
        assert reason(sandbox, "sleep") == "too_slow"
        assert time.monotonic() - started < 10.0


@pytest.mark.torture
def test_a_document_that_hardly_gets_the_processor_is_tried_again() -> None:
    with sandbox_on_busy_processor(MANY) as sandbox, pytest.raises(ReaderCrashed):
        read(sandbox, "work", 10)


def test_endless_allocation_is_too_much_memory(sandbox: Sandbox) -> None:
    assert reason(sandbox, "hoard") == "too_much_memory"


def test_an_abort_is_too_much_memory(sandbox: Sandbox) -> None:
    assert reason(sandbox, "abort") == "too_much_memory"


@pytest.mark.parametrize("action", ["crash", "leave", "lie", "invent", "fail"])
def test_a_document_is_tried_again_if_its_child_crashes_or_sends_nonsense(sandbox: Sandbox, action: str) -> None:
    with pytest.raises(ReaderCrashed):
        read(sandbox, action)


def test_endless_output_is_cut_off(sandbox: Sandbox) -> None:
    with pytest.raises(ReaderCrashed, match="more than any document holds"):
        read(sandbox, "flood")


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


def test_pages_read_before_a_limit_was_exceeded_are_kept(sandbox: Sandbox) -> None:
    progress: list[Progress] = []

    outcome = sandbox.read("hoard after pages", b"", encoding=None, on_progress=progress.append)

    assert isinstance(outcome, Reading)
    assert outcome.passages[0].text == "good"
    assert [(part.where.text, part.code) for part in outcome.unread] == [("pages 4–40", "too_much_memory")]
    assert "Pages 1–3 were read." in outcome.unread[0].message
    assert progress[:3] == [Progress(page, 40, "pages") for page in (1, 2, 3)]


def test_an_endless_page_leaves_time_to_keep_those_before_it(one_second_sandbox: Sandbox) -> None:
    outcome = read(one_second_sandbox, "loop after pages")

    assert [part.code for part in outcome.unread] == ["too_slow"]


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


def test_limits_hold_for_real_bombs() -> None:
    bomb = (SAMPLES / "pdf" / "bomb_form_doubling_2p30.pdf").read_bytes()
    sandbox = Sandbox(replace(LIMITS, cpu_s=2))

    outcome = sandbox.read("bomb.pdf", bomb, encoding=None, on_progress=lambda _: None)
    other = sandbox.read("it.md", b"# Returns\n\nWithin 14 days.\n", encoding=None, on_progress=lambda _: None)

    assert isinstance(outcome, NotRead)
    assert outcome.why.code in ("too_slow", "too_much_memory")
    assert outcome.format == "pdf"
    assert isinstance(other, Reading)
    sandbox.close()


def process_ids(sandbox: Sandbox) -> list[int]:
    fork_server = sandbox.fork_server_pid
    assert fork_server is not None
    return [fork_server, *children_of(fork_server)]


def children_of(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
