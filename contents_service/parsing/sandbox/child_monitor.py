"""Watching one child: its messages count only if they are well formed and within bounds. In the end it is killed.

Only a child's own time counts: while it waits for a processor that others use, its clock stands still.
"""

from __future__ import annotations

import os
import selectors
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from contents_service.limits import Limits
from contents_service.model import Format, Progress
from contents_service.parsing.sandbox.messages import (
    OUT_OF_MEMORY,
    FormatDetected,
    Message,
    NotReadableResult,
    ProgressMade,
    ReadResult,
    RenderResult,
    Result,
    UnexpectedError,
)
from contents_service.reasons import REASONS

MAX_BYTES = 128 * 1024 * 1024
"""Bytes that a child may send: several times the most text that is read from one document."""

MAX_PROGRESS_MESSAGES = 20_000
"""Messages that a child may send before its result: several for each page of the longest document."""

STATUS_BYTES = 200
CHUNK_BYTES = 1 << 20

OUT_OF_MEMORY_SHARE = 0.5
"""Share of the allowed memory from which a child that crashed counts as out of memory: what failed was a request for
more, often for as much again.
"""

_OUT_OF_TIME = {-signal.SIGXCPU, -signal.SIGPROF}
"""The exit codes of a child that ran out of processor time. SIGALRM is not one: it ends a child that hardly ran, which
is the machine's fault and worth another try."""

_NO_MEMORY = {OUT_OF_MEMORY, -signal.SIGABRT, -signal.SIGTRAP, -signal.SIGILL}
"""The exit codes of a child that was refused memory: Python's, and those of the libraries' allocators."""

_CRASHED = {-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGKILL}
"""The exit codes of a child that crashed, perhaps because it was refused memory."""


class ChildReport(Struct, kw_only=True):
    """What a child sent until it ended or was killed."""

    format: Format = "other"
    progress: Progress | None = None
    result: Result | None = None
    broken_limit: str | None = None
    """The reason code of the limit that it broke."""
    failure: str | None = None
    """The error that should not have happened."""
    seconds: float = 0.0
    """Seconds that it took, without its waiting for a processor."""

    @property
    def pages_done(self) -> int:
        """The number of pages that it has read."""
        return self.progress.done if self.progress and self.progress.unit == "pages" else 0

    @property
    def is_complete(self) -> bool:
        """Whether nothing more is expected of the child."""
        return bool(self.result or self.broken_limit or self.failure)


def monitor(messages: int, status: int, *, limits: Limits, on_progress: Callable[[Progress], None]) -> ChildReport:
    """Watch a child until it has sent its result, ended or run out of time; kill it if it still runs.

    The child writes to the pipe `messages`. The fork server writes to `status`: the child's process id when it starts,
    and how it ended.
    """
    child = _ChildMonitor(messages, status, limits, on_progress)
    try:
        return child.watch()
    finally:
        child.end()


class _ChildMonitor:
    """One child that is being watched."""

    def __init__(self, messages: int, status: int, limits: Limits, on_progress: Callable[[Progress], None]) -> None:
        self._sources = {messages: self._take_messages, status: self._take_status}
        self._limits = limits
        self._on_progress = on_progress
        self._report = ChildReport()
        self._incomplete_line = bytearray()
        self._byte_count = 0
        self._message_count = 0
        self._status = b""
        self._child: int | None = None
        """The pidfd of the child's process."""
        self._started_at = time.monotonic()
        self._waited_s = 0.0

    def watch(self) -> ChildReport:
        """Watch until nothing more is expected."""
        with selectors.DefaultSelector() as selector:
            for source, take in self._sources.items():
                selector.register(source, selectors.EVENT_READ, take)
            while selector.get_map() and not self._report.is_complete:
                left = self._limits.clock_s - self._own_seconds()
                ready = selector.select(max(left, 0.0))
                if not ready and left <= 0:
                    self._run_out_of_time()
                for key, _ in ready:
                    if chunk := os.read(key.fd, CHUNK_BYTES):
                        key.data(chunk)
                    else:
                        selector.unregister(key.fd)
        if not self._report.is_complete:
            self._explain_exit()
        self._report.seconds = self._own_seconds()
        return self._report

    def end(self) -> None:
        """Kill the child if it still runs; the handle cannot mean another process that has got its id since."""
        if self._child is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._child, signal.SIGKILL)
            os.close(self._child)

    def _own_seconds(self) -> float:
        """Return the seconds that the child has taken, without its waiting for a processor if that is known."""
        if self._child is not None:
            self._waited_s = max(self._waited_s, seconds_waiting(int(self._status.split()[0])))
        return time.monotonic() - self._started_at - self._waited_s

    def _run_out_of_time(self) -> None:
        if self._child is None:
            self._report.failure = "it was not started in time"
        else:
            self._report.broken_limit = "too_slow"

    def _take_status(self, chunk: bytes) -> None:
        is_start = not self._status
        self._status = (self._status + chunk)[:STATUS_BYTES]
        if is_start:
            with suppress(ProcessLookupError):
                self._child = os.pidfd_open(int(self._status.split()[0]))

    def _take_messages(self, chunk: bytes) -> None:
        self._byte_count += len(chunk)
        if self._byte_count > MAX_BYTES:
            self._report.failure = "it sent more than any document holds"
            return
        try:
            for line in self._complete_lines(chunk):
                self._take_message(msgspec.json.decode(line, type=Message))
        except msgspec.DecodeError as error:
            self._report.failure = f"it sent something that is not a message: {error}"

    def _complete_lines(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the lines that this chunk completes."""
        if b"\n" not in chunk:
            self._incomplete_line += chunk
            return
        *lines, rest = (bytes(self._incomplete_line) + chunk).split(b"\n")
        self._incomplete_line = bytearray(rest)
        for line in lines:
            if self._report.is_complete:
                return
            yield line

    def _take_message(self, message: Message) -> None:
        self._message_count += 1
        if isinstance(message, ReadResult | RenderResult):
            self._report.result = message
        elif isinstance(message, NotReadableResult):
            self._report.result = message if message.code in REASONS else None
            self._report.failure = None if message.code in REASONS else f"no such reason: {message.code[:40]}"
        elif isinstance(message, UnexpectedError):
            self._report.failure = message.error
        elif self._message_count > MAX_PROGRESS_MESSAGES:
            self._report.failure = "it reported progress more often than any document needs"
        elif isinstance(message, FormatDetected):
            self._report.format = message.format
        elif isinstance(message, ProgressMade):
            self._take_progress(message.progress)

    def _take_progress(self, progress: Progress) -> None:
        if not 0 <= progress.done <= progress.of:
            self._report.failure = "it reported impossible progress"
            return
        self._report.progress = progress
        self._on_progress(progress)

    def _explain_exit(self) -> None:
        """Find out why a child ended without a result."""
        status = self._status.split()
        exit_code, memory_used = (int(status[1]), int(status[2])) if len(status) == 3 else (0, 0)
        was_near_limit = memory_used > OUT_OF_MEMORY_SHARE * self._limits.memory_bytes
        if exit_code in _OUT_OF_TIME:
            self._report.broken_limit = "too_slow"
        elif exit_code in _NO_MEMORY or (exit_code in _CRASHED and was_near_limit):
            self._report.broken_limit = "too_much_memory"
        else:
            self._report.failure = f"it ended with status {exit_code} and no result"


def seconds_waiting(process: int) -> float:
    """Return the seconds that a process was ready to run but had no processor; 0 if the kernel does not tell."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except OSError:
        return 0.0
