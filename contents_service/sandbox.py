"""Reading strangers' files without trusting what parses them: a child a document, bounded, and only half believed."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from contents_service.errors import ContentsError
from contents_service.limits import Limits
from contents_service.model import Format, NotRead, Progress, Reading, Unread, place
from contents_service.read_records import (
    OUT_OF_MEMORY,
    Failed,
    Progressed,
    Read,
    Recognised,
    Record,
    Refused,
    Task,
)
from contents_service.reasons import REASONS, why

WORKER = "contents_service.read_worker"

RESULT_BYTES = 128 * 1024 * 1024
"""The most that a child may tell: the text that is read of one document, several times over."""

RECORD_BYTES = 4096
"""The most that a record may have which is not the last; there are few of them, and all are small."""

CHUNK = 1 << 20

NEAR_THE_LIMIT = 0.5
"""Of the memory allowed: a child that crashed with more than that in use ran out of it, since what failed is the next
request, often for as much again.
"""

MIN_SECOND_TRY_S = 1.0

_OUT_OF_TIME = {-signal.SIGXCPU, -signal.SIGALRM, -signal.SIGPROF}
_GAVE_UP = {-signal.SIGABRT, -signal.SIGTRAP, -signal.SIGILL}
"""How allocators end a process that has no memory left."""
_CRASHED = {-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGKILL}


class ReaderCrashed(ContentsError):
    """The child died, or told what makes no sense, for no reason that lies in its limits: worth another try."""


class _Heard(Struct):
    """What a child told, until it ended or was ended."""

    format: Format = "other"
    progress: Progress | None = None
    result: Read | Refused | None = None
    broke: str | None = None
    """The reason's code, if it ran out of time or memory."""

    @property
    def pages_done(self) -> int:
        """How many pages it had read."""
        return self.progress.done if self.progress and self.progress.unit == "pages" else 0


class Sandbox:
    """Where documents are read: one for a reader process, usable from all of its threads at once."""

    def __init__(self, limits: Limits, worker: str = WORKER) -> None:
        self._limits = limits
        self._worker = worker
        self._lock = threading.Lock()
        self._nursery: _Nursery | None = _Nursery(worker)

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        """Read a document within the limits; what was read of its pages before it broke them is kept."""
        deadline = time.monotonic() + self._limits.clock_s
        task = Task(name=name, encoding=encoding, limits=self._limits)
        heard = self._attempt(task, data, deadline, on_progress)
        if heard.result or not heard.pages_done or deadline - time.monotonic() < MIN_SECOND_TRY_S:
            return _outcome(heard)
        again = replace(task, last_page=heard.pages_done, limits=_within(self._limits, deadline - time.monotonic()))
        kept = self._attempt(again, data, deadline, lambda _: None)
        return _partly(heard, kept) if isinstance(kept.result, Read) else _outcome(heard)

    def close(self) -> None:
        """End all children."""
        with self._lock:
            nursery, self._nursery = self._nursery, None
        if nursery:
            nursery.close()

    def _attempt(
        self, task: Task, data: bytes, deadline: float, on_progress: Callable[[Progress], None]
    ) -> _Heard:
        """Have a child try, until it has told its result or broken a limit."""
        with self._living_nursery().child(task, data) as child:
            return _hear(child, task.limits, deadline, on_progress)

    def _living_nursery(self) -> _Nursery:
        with self._lock:
            if self._nursery is None:
                raise ReaderCrashed("the sandbox is closed")
            if not self._nursery.lives():
                self._nursery.close()
                self._nursery = _Nursery(self._worker)
            return self._nursery


class _Child:
    """One child, as its parent sees it: where its records come, and where its number and its end."""

    def __init__(self, records: int, end: int) -> None:
        self.records = records
        self.end = end
        self._handle: int | None = None

    def is_born(self, number: int) -> None:
        """Keep a handle on it: its number may soon be another's."""
        with suppress(ProcessLookupError):
            self._handle = os.pidfd_open(number)

    def close(self) -> None:
        """End it if it lives."""
        if self._handle is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            os.close(self._handle)
        os.close(self.records)
        os.close(self.end)


class _Nursery:
    """The process that children are forked from."""

    def __init__(self, worker: str) -> None:
        self._door, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "contents_service.nursery", str(theirs.fileno()), worker],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def lives(self) -> bool:
        """Whether it can be given tasks."""
        return self._process.poll() is None

    def close(self) -> None:
        """End it and its children."""
        self._door.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @contextmanager
    def child(self, task: Task, data: bytes) -> Iterator[_Child]:
        """A child at work on a task; it is gone when this is left."""
        records, told = os.pipe()
        end, ended = os.pipe()
        document = os.memfd_create("document")
        child = _Child(records, end)
        try:
            try:
                _write(document, data)
                socket.send_fds(self._door, [msgspec.json.encode(task)], [document, told, ended])
            finally:
                for descriptor in (document, told, ended):
                    os.close(descriptor)
            yield child
        except OSError as error:
            raise ReaderCrashed(f"no child could be started: {error}") from error
        finally:
            child.close()


def _environment() -> dict[str, str]:
    """All that a child's environment has: where our modules are. Nothing of our own environment."""
    return {"PYTHONPATH": os.pathsep.join(str(Path(entry).resolve()) for entry in sys.path), "LC_ALL": "C.UTF-8"}


def _write(document: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(document, rest) :]
    os.lseek(document, 0, os.SEEK_SET)


def _within(limits: Limits, seconds: float) -> Limits:
    """The same limits, for what is left of the time."""
    left = max(1, ceil(seconds))
    return replace(limits, clock_s=min(limits.clock_s, left), cpu_s=min(limits.cpu_s, left))


# Hearing a child


def _hear(child: _Child, limits: Limits, deadline: float, on_progress: Callable[[Progress], None]) -> _Heard:
    """Listen until the child has told its result, has ended, or is out of time."""
    heard, lines, ending = _Heard(), _Lines(), b""
    with selectors.DefaultSelector() as waiting:
        waiting.register(child.records, selectors.EVENT_READ)
        waiting.register(child.end, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(max(deadline - time.monotonic(), 0))
            if not ready:
                heard.broke = "too_slow"
                return heard
            for key, _ in ready:
                chunk = os.read(key.fd, CHUNK)
                if not chunk:
                    waiting.unregister(key.fd)
                elif key.fd == child.records:
                    for line in lines.taking(chunk):
                        _note(heard, line, on_progress)
                elif not ending:
                    ending = chunk
                    child.is_born(int(chunk.split()[0]))
                    ending = chunk
                else:
                    ending += chunk
            if heard.result:
                return heard
    heard.broke = _why_it_ended(ending, limits)
    return heard
