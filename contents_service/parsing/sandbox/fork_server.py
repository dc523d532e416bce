"""The process that children are forked from: it has the parsers loaded, and nothing of its parent's.

It is started with an environment of its own, so that no token or password of the service is in the memory of a process
that parses strangers' files. It never parses itself: per document it forks a child, tells the parent its number, and
when the child ends tells how. It ends when the parent does, and its children with it.

    parent ──task, document, two pipes──▶ nursery ──fork──▶ child ──records──▶ parent
                                              └──number, how it ended────────▶ parent
"""

from __future__ import annotations

import gc
import importlib
import os
import selectors
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import msgspec

from contents_service.errors import NotReadable
from contents_service.model import Format, Progress
from contents_service.parsing.sandbox.confinement import NICENESS, confine, time_a_page
from contents_service.parsing.sandbox.landlock import reach_only_code
from contents_service.parsing.sandbox.messages import (
    OUT_OF_MEMORY,
    AnyTask,
    Drawing,
    Drawn,
    Failed,
    Progressed,
    Read,
    Recognised,
    Record,
    Refused,
    Task,
)

TASK_BYTES = 65_536
ERROR_CHARACTERS = 2_000
DESCRIPTORS = 3
"""That come with a task: the document, where to tell records, where to tell how the child ended."""


class Nursery:
    """The children that are at work, and the door through which tasks come."""

    def __init__(self, door: socket.socket, worker: ModuleType) -> None:
        self._door = door
        self._worker = worker
        self._waiting = selectors.DefaultSelector()
        self._waiting.register(door, selectors.EVENT_READ)
        self._children: dict[int, tuple[int, int]] = {}
        """By the descriptor that tells of a child's end: its number, and where to pass that on."""

    def run(self) -> None:
        """Start a child for every task until the parent is gone."""
        while True:
            for key, _ in self._waiting.select():
                if key.fileobj is not self._door:
                    self._bury(key.fd)
                elif not self._take():
                    return self._end()

    def _take(self) -> bool:
        """Take a task from the door; False when there is nobody any more."""
        message, descriptors, _, _ = socket.recv_fds(self._door, TASK_BYTES, DESCRIPTORS)
        if not message:
            return False
        document, records, end = descriptors
        child = os.fork()
        if child == 0:
            _be_a_child(self._worker, message, document, records)
        os.close(document)
        os.close(records)
        watch = os.pidfd_open(child)
        self._children[watch] = child, end
        self._waiting.register(watch, selectors.EVENT_READ)
        _tell_end(end, str(child))
        return True

    def _bury(self, watch: int) -> None:
        """Tell how a child ended and how much memory it had at most, in bytes."""
        child, end = self._children.pop(watch)
        self._waiting.unregister(watch)
        _, status, used = os.wait4(child, 0)
        _tell_end(end, f"{os.waitstatus_to_exitcode(status)} {used.ru_maxrss * 1024}")
        os.close(watch)
        os.close(end)

    def _end(self) -> None:
        for child, _ in self._children.values():
            os.kill(child, signal.SIGKILL)


def _tell_end(end: int, line: str) -> None:
    with suppress(BrokenPipeError):  # the parent no longer cares
        os.write(end, f"{line}\n".encode())


def _be_a_child(worker: ModuleType, message: bytes, document: int, records: int) -> None:
    """Do one task and end; nothing comes back from here."""
    code = 1
    try:
        task = msgspec.json.decode(message, type=AnyTask)
        _keep_only(document, records)
        confine(task.limits)
        with open(0, "rb", closefd=False) as file:
            data = file.read()
        _tell(_outcome(worker, task, data))
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        os._exit(code)


def _keep_only(document: int, records: int) -> None:
    """Have the document as standard input and the records as standard output, and nothing else."""
    os.dup2(document, 0)
    os.dup2(records, 1)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))


def _outcome(worker: ModuleType, task: AnyTask, data: bytes) -> Record:
    try:
        return Drawn(worker.draw(data, task.page)) if isinstance(task, Drawing) else _read(worker, task, data)
    except NotReadable as error:
        return Refused(error.code, error.details)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 — whatever a parser raises must be told, not lost with the child
        return Failed(f"{type(error).__name__}: {error}"[:ERROR_CHARACTERS])


def _read(worker: ModuleType, task: Task, data: bytes) -> Read:
    def report(progress: Progress) -> None:
        if progress.unit == "pages":
            time_a_page(task.limits)
        _tell(Progressed(progress))

    def recognised(found: Format) -> None:
        if found == "pdf":
            time_a_page(task.limits)
        _tell(Recognised(found))

    return Read(
        worker.read(
            task.name,
            data,
            encoding=task.encoding,
            limits=task.limits,
            last_page=task.last_page,
            report=report,
            recognised=recognised,
        )
    )


def _tell(record: Record) -> None:
    line = memoryview(msgspec.json.encode(record) + b"\n")
    while line:
        line = line[os.write(1, line) :]


def _give_way() -> None:
    """Let searches come before us and our children.

    This is a session of its own, and where Linux first shares the processor out among sessions ("autogroup"), niceness
    counts only within one: the session's own says how it stands to others.
    """
    with suppress(OSError):  # there is no such thing in a container
        Path("/proc/self/autogroup").write_text(str(os.nice(0) + NICENESS), encoding="ascii")


def main(arguments: Sequence[str]) -> None:
    """Load the worker and wait at the door: `nursery <descriptor> <module>`."""
    door, module = arguments
    worker = importlib.import_module(module)
    _give_way()
    reach_only_code()
    gc.collect()
    gc.freeze()  # what is loaded is shared with all children, and stays so if nothing touches it
    Nursery(socket.socket(fileno=int(door)), worker).run()


if __name__ == "__main__":
    main(sys.argv[1:])
