"""Reading strangers' files without trusting what parses them: a child a document, bounded, and only half believed."""

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
from contents_service.parsing.sandbox.child_monitor import Heard, hear
from contents_service.parsing.sandbox.messages import AnyTask, Drawing, Drawn, Read, Refused, Task
from contents_service.reasons import why

WORKER = "contents_service.parsing.sandbox.read_worker"
DRAWER = "contents_service.parsing.sandbox.render_worker"
PROBE = "contents_service.parsing.sandbox.probe_worker"

SECOND_TRY_S = 1.0
"""With less time left than that, pages that were done before a limit was broken are not read once more."""

NURSERY_ENDS_WITHIN_S = 2.0

PNG = b"\x89PNG\r\n\x1a\n"
"""How what a child drew must begin: nothing else is shown."""

_PAGES_DONE = " Pages 1–{done} were read."
_PAGE_DONE = " Page 1 was read."


class ReaderCrashed(ContentsError):
    """The child died, or told what makes no sense, for no reason that lies in its limits: worth another try."""


class Sandbox:
    """Where documents are read, or drawn: one for a process, usable from all of its threads at once."""

    def __init__(self, limits: Limits, worker: str = WORKER) -> None:
        self._limits = limits
        self._worker = worker
        self._lock = threading.Lock()
        self._nursery: _Nursery | None = _Nursery(worker)

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        """Read a document within the limits; pages that were read before one was broken are kept."""
        task = Task(name=name, encoding=encoding, limits=self._limits)
        heard = self._attempt(task, data, on_progress)
        left = self._limits.clock_s - heard.seconds
        if not heard.broke or not heard.pages_done or left < SECOND_TRY_S:
            return _outcome(heard)
        again = replace(task, last_page=heard.pages_done, limits=_within(self._limits, left))
        kept = self._attempt(again, data, lambda _: None)
        return _partly(heard, kept.result.reading) if isinstance(kept.result, Read) else _outcome(heard)

    def draw(self, data: bytes, page: int) -> bytes:
        """Draw a page of a document as a PNG; NotReadable says why it cannot be. For a sandbox whose worker draws."""
        heard = self._attempt(Drawing(page=page, limits=self._limits), data, lambda _: None)
        if isinstance(heard.result, Refused):
            raise NotReadable(heard.result.code, **heard.result.details)
        if heard.broke:
            raise NotReadable(heard.broke)
        if isinstance(heard.result, Drawn) and heard.result.picture.startswith(PNG):
            return heard.result.picture
        raise ReaderCrashed(heard.failure or "it drew no picture")

    def close(self) -> None:
        """End all children."""
        with self._lock:
            nursery, self._nursery = self._nursery, None
        if nursery:
            nursery.close()

    def _attempt(self, task: AnyTask, data: bytes, on_progress: Callable[[Progress], None]) -> Heard:
        """Have a child try, until it has told its result or broken a limit."""
        with self._living_nursery().child(task, data) as (records, news):
            return hear(records, news, limits=task.limits, on_progress=on_progress)

    def _living_nursery(self) -> _Nursery:
        with self._lock:
            if self._nursery is None:
                raise ReaderCrashed("the sandbox is closed")
            if not self._nursery.lives():
                self._nursery.close()
                self._nursery = _Nursery(self._worker)
            return self._nursery


class _Nursery:
    """The process that children are forked from, as its parent sees it."""

    def __init__(self, worker: str) -> None:
        self._door, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "contents_service.parsing.sandbox.fork_server",
                    str(theirs.fileno()),
                    worker,
                ],
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
        """End it, and its children with it."""
        self._door.close()
        try:
            self._process.wait(NURSERY_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @contextmanager
    def child(self, task: AnyTask, data: bytes) -> Iterator[tuple[int, int]]:
        """A child at work on a task: where its records come, and where news of its birth and its end."""
        records, told = os.pipe()
        news, reported = os.pipe()
        try:
            try:
                self._send(task, data, told, reported)
            finally:  # ours are closed, so that the end of theirs is seen
                os.close(told)
                os.close(reported)
            yield records, news
        finally:
            os.close(records)
            os.close(news)

    def _send(self, task: AnyTask, data: bytes, told: int, reported: int) -> None:
        try:
            with open(os.memfd_create("document"), "w+b") as document:  # noqa: PTH123 — a descriptor, not a path
                document.write(data)
                document.seek(0)
                socket.send_fds(self._door, [msgspec.json.encode(task)], [document.fileno(), told, reported])
        except OSError as error:
            raise ReaderCrashed(f"no child could be started: {error}") from error


def _environment() -> dict[str, str]:
    """All that a child's environment has: where our modules are, and nothing of our own environment."""
    return {"PYTHONPATH": os.pathsep.join(str(Path(entry).resolve()) for entry in sys.path), "LC_ALL": "C.UTF-8"}


def _within(limits: Limits, seconds: float) -> Limits:
    """The same limits, for what is left of the time."""
    left = max(1, ceil(seconds))
    return replace(limits, clock_s=min(limits.clock_s, left), cpu_s=min(limits.cpu_s, left))


def _outcome(heard: Heard) -> Reading | NotRead:
    """What a child's reading comes to, where that is the end of it."""
    if isinstance(heard.result, Read):
        return heard.result.reading
    if isinstance(heard.result, Refused):
        pages = heard.result.details.get("pages")
        reason = why(heard.result.code, **heard.result.details)
        return NotRead(why=reason, format=heard.format, pages=pages if isinstance(pages, int) else None)
    if heard.broke:
        pages = heard.progress.of if heard.progress and heard.pages_done else None
        return NotRead(why=why(heard.broke), format=heard.format, pages=pages)
    raise ReaderCrashed(heard.failure or "it ended without a result")


def _partly(heard: Heard, reading: Reading) -> Reading:
    """A reading of the pages that were done before a limit was broken; the others are listed with that reason."""
    code, before = heard.broke or "too_slow", list(reading.unread)
    done, count = heard.pages_done, heard.progress.of if heard.progress else 0
    if before and before[-1].code == code and before[-1].where.pages:
        first, last = before[-1].where.pages
        if last == done:
            before.pop()
            done = first - 1
    if done == count:
        return reading
    kept = _PAGES_DONE.format(done=done) if done > 1 else _PAGE_DONE
    rest = Unread(where=location(pages=(done + 1, count)), code=code, message=why(code, kept=kept).message)
    return replace(reading, unread=(*before, rest))
