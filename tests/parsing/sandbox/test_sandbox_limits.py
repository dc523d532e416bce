"""A document that exceeds a limit ends with a reason, and what was read before is kept."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers import hostile_worker
from helpers.hostile_sandbox import LIMITS, process_ids, read, reason, text_of
from helpers.paths import SAMPLES
from msgspec.structs import replace

from contents_service.limits import Limits
from contents_service.model import NotRead, Progress, Reading
from contents_service.parsing.sandbox import child_monitor
from contents_service.parsing.sandbox.sandbox import ReaderCrashed, Sandbox

pytestmark = pytest.mark.slow


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


def test_endless_output_is_cut_off(sandbox: Sandbox) -> None:
    with pytest.raises(ReaderCrashed, match="more than any document holds"):
        read(sandbox, "flood")


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
