"""Reading strangers' files without trusting what parses them: one confined child for each document."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path

import msgspec
from msgspec.structs import replace

from contents_service.errors import ContentsError, NotReadable
from contents_service.limits import Limits
from contents_service.model import NotRead, Progress, Reading, Unread, location
from contents_service.parsing.sandbox.child_monitor import ChildReport, monitor
from contents_service.parsing.sandbox.messages import (
    NotReadableResult,
    ReadResult,
    ReadTask,
    RenderResult,
    RenderTask,
    Task,
)
from contents_service.reasons import why

READ_WORKER = "contents_service.parsing.sandbox.read_worker"
RENDER_WORKER = "contents_service.parsing.sandbox.render_worker"
PROBE_WORKER = "contents_service.parsing.sandbox.probe_worker"

SECOND_TRY_S = 1.0
"""Seconds that must be left to read again the pages that were done before a limit was broken."""

FORK_SERVER_STOP_TIMEOUT_S = 2.0
"""Seconds to wait for the fork server to end before it is killed."""

PNG = b"\x89PNG\r\n\x1a\n"
"""The signature with which a rendered page must begin; nothing else is shown."""

_PAGES_DONE = " Pages 1–{done} were read."
_PAGE_DONE = " Page 1 was read."


class ReaderCrashed(ContentsError):
    """The child died or sent nonsense, but not because it broke a limit; another attempt may succeed."""


class Sandbox:
    """Reads or renders documents in confined children; one per process, which all its threads may use at once."""

    def __init__(self, limits: Limits, worker: str = READ_WORKER) -> None:
        self._limits = limits
        self._worker = worker
        self._lock = threading.Lock()
        self._fork_server: _ForkServer | None = _ForkServer(worker)

    @property
    def fork_server_pid(self) -> int | None:
        """The process id of the fork server, or None once the sandbox is closed."""
        return self._fork_server.pid if self._fork_server else None

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        """Read a document within the limits; if it breaks one, keep the pages that were done before."""
        task = ReadTask(name=name, encoding=encoding, limits=self._limits)
        report = self._run(task, data, on_progress)
        seconds_left = self._limits.clock_s - report.seconds
        if not report.broken_limit or not report.pages_done or seconds_left < SECOND_TRY_S:
            return _outcome(report)
        retry = replace(task, last_page=report.pages_done, limits=_shorten(self._limits, seconds_left))
        result = self._run(retry, data, lambda _: None).result
        return _partial_reading(report, result.reading) if isinstance(result, ReadResult) else _outcome(report)

    def render(self, data: bytes, page: int) -> bytes:
        """Render a page of a document as a PNG, or raise NotReadable; for a sandbox with the render worker."""
        report = self._run(RenderTask(page=page, limits=self._limits), data, lambda _: None)
        if isinstance(report.result, NotReadableResult):
            raise NotReadable(report.result.code, **report.result.details)
        if report.broken_limit:
            raise NotReadable(report.broken_limit)
        if isinstance(report.result, RenderResult) and report.result.image.startswith(PNG):
            return report.result.image
        raise ReaderCrashed(report.failure or "it rendered no image")

    def close(self) -> None:
        """End all children."""
        with self._lock:
            fork_server, self._fork_server = self._fork_server, None
        if fork_server:
            fork_server.close()

    def _run(self, task: Task, data: bytes, on_progress: Callable[[Progress], None]) -> ChildReport:
        """Have a child do a task, and return what it sent until it ended or broke a limit."""
        with self._running_fork_server().child(task, data) as (messages, status):
            return monitor(messages, status, limits=task.limits, on_progress=on_progress)

    def _running_fork_server(self) -> _ForkServer:
        with self._lock:
            if self._fork_server is None:
                raise ReaderCrashed("the sandbox is closed")
            if not self._fork_server.is_running():
                self._fork_server.close()
                self._fork_server = _ForkServer(self._worker)
            return self._fork_server


class _ForkServer:
    """The parent's end of the process that children are forked from."""

    def __init__(self, worker: str) -> None:
        self._tasks, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        module = "contents_service.parsing.sandbox.fork_server"
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", module, str(theirs.fileno()), worker],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def is_running(self) -> bool:
        """Whether it still runs and takes tasks."""
        return self._process.poll() is None

    def close(self) -> None:
        """End it, and its children with it."""
        self._tasks.close()
        try:
            self._process.wait(FORK_SERVER_STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @contextmanager
    def child(self, task: Task, data: bytes) -> Iterator[tuple[int, int]]:
        """Start a child; yield the descriptors that its messages and its status are read from."""
        messages, their_messages = os.pipe()
        status, their_status = os.pipe()
        try:
            try:
                self._send(task, data, their_messages, their_status)
            finally:  # with our copies closed, we notice when the child closes its own
                os.close(their_messages)
                os.close(their_status)
            yield messages, status
        finally:
            os.close(messages)
            os.close(status)

    def _send(self, task: Task, data: bytes, messages: int, status: int) -> None:
        try:
            with open(os.memfd_create("document"), "w+b") as document:  # noqa: PTH123 — a descriptor, not a path
                document.write(data)
                document.seek(0)
                socket.send_fds(self._tasks, [msgspec.json.encode(task)], [document.fileno(), messages, status])
        except OSError as error:
            raise ReaderCrashed(f"no child could be started: {error}") from error


def _environment() -> dict[str, str]:
    """Return the child's environment: the path of our modules, and none of our own variables."""
    return {"PYTHONPATH": os.pathsep.join(str(Path(entry).resolve()) for entry in sys.path), "LC_ALL": "C.UTF-8"}


def _shorten(limits: Limits, seconds: float) -> Limits:
    """Return the limits with their times cut to what is left."""
    left = max(1, ceil(seconds))
    return replace(limits, clock_s=min(limits.clock_s, left), cpu_s=min(limits.cpu_s, left))


def _outcome(report: ChildReport) -> Reading | NotRead:
    """Return the outcome of a document that is not tried again."""
    if isinstance(report.result, ReadResult):
        return report.result.reading
    if isinstance(report.result, NotReadableResult):
        pages = report.result.details.get("pages")
        reason = why(report.result.code, **report.result.details)
        return NotRead(why=reason, format=report.format, pages=pages if isinstance(pages, int) else None)
    if report.broken_limit:
        pages = report.progress.of if report.progress and report.pages_done else None
        return NotRead(why=why(report.broken_limit), format=report.format, pages=pages)
    raise ReaderCrashed(report.failure or "it ended without a result")


def _partial_reading(report: ChildReport, reading: Reading) -> Reading:
    """Return a reading of the pages done before a limit was broken, and list the other pages as unread."""
    code, unread = report.broken_limit or "too_slow", list(reading.unread)
    done, count = report.pages_done, report.progress.of if report.progress else 0
    if unread and unread[-1].code == code and unread[-1].where.pages:
        first, last = unread[-1].where.pages
        if last == done:
            unread.pop()
            done = first - 1
    if done == count:
        return reading
    pages_kept = _PAGES_DONE.format(done=done) if done > 1 else _PAGE_DONE
    rest = Unread(where=location(pages=(done + 1, count)), code=code, message=why(code, kept=pages_kept).message)
    return replace(reading, unread=(*unread, rest))
