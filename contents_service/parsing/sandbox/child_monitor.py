"""What a child tells, believed only where it is well formed and within bounds, and how the child ended.

A child that has told its result, or too much, or is out of time, is ended: nothing more is wanted of it. Its time is
its own: while it waits for a processor that others have, its clock stands still.
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
    Drawn,
    Failed,
    Progressed,
    Read,
    Recognised,
    Record,
    Refused,
)
from contents_service.reasons import REASONS

RESULT_BYTES = 128 * 1024 * 1024
"""The most that a child may tell: the text that is read of one document, several times over."""

RECORDS_BESIDES = 20_000
"""Of progress, before the result: several for each page that is read at most."""

NEWS_BYTES = 200
CHUNK = 1 << 20

NEAR_THE_LIMIT = 0.5
"""Of the memory allowed. A child that crashed with more than that in use ran out of it: what failed is the next
request, often for as much again.
"""

_OUT_OF_TIME = {-signal.SIGXCPU, -signal.SIGPROF}
"""Not SIGALRM, which ends what stood still for long: that is the machine's fault, and worth another try."""

_NO_MEMORY = {OUT_OF_MEMORY, -signal.SIGABRT, -signal.SIGTRAP, -signal.SIGILL}
"""How a child ends itself that was refused memory: Python's way, and those of the allocators of libraries."""

_CRASHED = {-signal.SIGSEGV, -signal.SIGBUS, -signal.SIGKILL}


class Heard(Struct, kw_only=True):
    """What a child told, until it ended or was ended."""

    format: Format = "other"
    progress: Progress | None = None
    result: Read | Drawn | Refused | None = None
    broke: str | None = None
    """The limit that it broke, as the code of a reason."""
    failure: str | None = None
    """What went wrong that should not have."""
    seconds: float = 0.0
    """How long it took, but for what it waited for a processor."""

    @property
    def pages_done(self) -> int:
        """How many pages it had read."""
        return self.progress.done if self.progress and self.progress.unit == "pages" else 0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to hear."""
        return bool(self.result or self.broke or self.failure)


def hear(records: int, news: int, *, limits: Limits, on_progress: Callable[[Progress], None]) -> Heard:
    """Listen to a child until it has told its result, ended, or run out of time; then it is gone.

    `records` is where the child writes, `news` where the nursery writes its number when it is born and how it ended.
    """
    hearing = _Hearing(records, news, limits, on_progress)
    try:
        return hearing.to_the_end()
    finally:
        hearing.end_child()


class _Hearing:
    """One child being listened to."""

    def __init__(self, records: int, news: int, limits: Limits, on_progress: Callable[[Progress], None]) -> None:
        self._sources = {records: self._take_records, news: self._take_news}
        self._limits = limits
        self._on_progress = on_progress
        self._heard = Heard()
        self._rest = bytearray()
        self._bytes = 0
        self._records = 0
        self._news = b""
        self._child: int | None = None
        self._began = time.monotonic()
        self._waited_s = 0.0

    def to_the_end(self) -> Heard:
        """Listen until there is no more to hear."""
        with selectors.DefaultSelector() as waiting:
            for source, take in self._sources.items():
                waiting.register(source, selectors.EVENT_READ, take)
            while waiting.get_map() and not self._heard.is_over:
                left = self._limits.clock_s - self._own_seconds()
                ready = waiting.select(max(left, 0.0))
                if not ready and left <= 0:
                    self._run_out_of_time()
                for key, _ in ready:
                    if chunk := os.read(key.fd, CHUNK):
                        key.data(chunk)
                    else:
                        waiting.unregister(key.fd)
        if not self._heard.is_over:
            self._judge_the_end()
        self._heard.seconds = self._own_seconds()
        return self._heard

    def end_child(self) -> None:
        """End the child if it lives; the handle cannot mean another process that got its number since."""
        if self._child is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._child, signal.SIGKILL)
            os.close(self._child)

    def _own_seconds(self) -> float:
        """How long it has taken, but for what it waited for a processor, as far as that is known."""
        if self._child is not None:
            self._waited_s = max(self._waited_s, _waited_s(int(self._news.split()[0])))
        return time.monotonic() - self._began - self._waited_s

    def _run_out_of_time(self) -> None:
        if self._child is None:
            self._heard.failure = "it was not born in time"
        else:
            self._heard.broke = "too_slow"

    def _take_news(self, chunk: bytes) -> None:
        born = not self._news
        self._news = (self._news + chunk)[:NEWS_BYTES]
        if born:
            with suppress(ProcessLookupError):
                self._child = os.pidfd_open(int(self._news.split()[0]))

    def _take_records(self, chunk: bytes) -> None:
        self._bytes += len(chunk)
        if self._bytes > RESULT_BYTES:
            self._heard.failure = "it told more than any document holds"
            return
        try:
            for line in self._lines(chunk):
                self._note(msgspec.json.decode(line, type=Record))
        except msgspec.DecodeError as error:
            self._heard.failure = f"it told what makes no sense: {error}"

    def _lines(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that are complete with this chunk."""
        if b"\n" not in chunk:
            self._rest += chunk
            return
        *lines, rest = (bytes(self._rest) + chunk).split(b"\n")
        self._rest = bytearray(rest)
        for line in lines:
            if self._heard.is_over:
                return
            yield line

    def _note(self, record: Record) -> None:
        self._records += 1
        if isinstance(record, Read | Drawn):
            self._heard.result = record
        elif isinstance(record, Refused):
            self._heard.result = record if record.code in REASONS else None
            self._heard.failure = None if record.code in REASONS else f"no such reason: {record.code[:40]}"
        elif isinstance(record, Failed):
            self._heard.failure = record.error
        elif self._records > RECORDS_BESIDES:
            self._heard.failure = "it told of more progress than any document needs"
        elif isinstance(record, Recognised):
            self._heard.format = record.format
        elif isinstance(record, Progressed):
            self._progressed(record.progress)

    def _progressed(self, progress: Progress) -> None:
        if not 0 <= progress.done <= progress.of:
            self._heard.failure = "it told of progress that cannot be"
            return
        self._heard.progress = progress
        self._on_progress(progress)

    def _judge_the_end(self) -> None:
        """Why a child that told no result ended."""
        told = self._news.split()
        status, used = (int(told[1]), int(told[2])) if len(told) == 3 else (0, 0)
        near = used > NEAR_THE_LIMIT * self._limits.memory_bytes
        if status in _OUT_OF_TIME:
            self._heard.broke = "too_slow"
        elif status in _NO_MEMORY or (status in _CRASHED and near):
            self._heard.broke = "too_much_memory"
        else:
            self._heard.failure = f"it ended with status {status} and no result"


def _waited_s(process: int) -> float:
    """How long a process was ready to run while others had the processors; 0 where the kernel does not say."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except OSError:
        return 0.0
