"""The process that children are forked from; it has the parsers in memory, and no data of its parent.

It starts with an environment of its own, so no token or password of the service is in the memory of a process that
parses strangers' files. It never parses itself: for each document it forks a child, sends the parent the child's
process id and, when the child ends, how it ended. It ends when the parent does, and its children with it.

    parent ──task, document, two pipes──▶ fork server ──fork──▶ child ──messages──▶ parent
                                               └──process id, how it ended────────▶ parent
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
from contents_service.parsing.formats import has_pages
from contents_service.parsing.sandbox.confinement import NICENESS, confine, start_page_timer
from contents_service.parsing.sandbox.landlock import restrict_to_code
from contents_service.parsing.sandbox.messages import (
    OUT_OF_MEMORY,
    FormatDetected,
    Message,
    NotReadableResult,
    ProgressMade,
    ReadResult,
    ReadTask,
    RenderResult,
    RenderTask,
    Task,
    UnexpectedError,
)

TASK_BYTES = 65_536
"""Size of the largest task, in bytes."""
ERROR_CHARACTERS = 2_000
"""Characters of an unexpected error to send."""
DESCRIPTORS = 3
"""Descriptors that come with a task: the document, the pipe for messages, and the pipe for the child's status."""


class ForkServer:
    """The children at work, and the socket through which tasks come."""

    def __init__(self, tasks: socket.socket, worker: ModuleType) -> None:
        self._tasks = tasks
        self._worker = worker
        self._selector = selectors.DefaultSelector()
        self._selector.register(tasks, selectors.EVENT_READ)
        self._children: dict[int, tuple[int, int]] = {}
        """The process id and status pipe of each child, by its pidfd, which becomes readable when the child ends."""

    def run(self) -> None:
        """Start a child for every task until the parent is gone."""
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is not self._tasks:
                    self._report_exit(key.fd)
                elif not self._start_child():
                    return self._end_children()

    def _start_child(self) -> bool:
        """Start a child for the next task; False if the parent is gone."""
        message, descriptors, _, _ = socket.recv_fds(self._tasks, TASK_BYTES, DESCRIPTORS)
        if not message:
            return False
        document, messages, status = descriptors
        child = os.fork()
        if child == 0:
            _run_child(self._worker, message, document, messages)
        os.close(document)
        os.close(messages)
        handle = os.pidfd_open(child)
        self._children[handle] = child, status
        self._selector.register(handle, selectors.EVENT_READ)
        _write_status(status, str(child))
        return True

    def _report_exit(self, handle: int) -> None:
        """Report how a child ended, and the most memory it used, in bytes."""
        child, status = self._children.pop(handle)
        self._selector.unregister(handle)
        _, wait_status, usage = os.wait4(child, 0)
        _write_status(status, f"{os.waitstatus_to_exitcode(wait_status)} {usage.ru_maxrss * 1024}")
        os.close(handle)
        os.close(status)

    def _end_children(self) -> None:
        for child, _ in self._children.values():
            os.kill(child, signal.SIGKILL)


def _write_status(status: int, line: str) -> None:
    with suppress(BrokenPipeError):  # the parent has what it needs
        os.write(status, f"{line}\n".encode())


def _run_child(worker: ModuleType, message: bytes, document: int, messages: int) -> None:
    """Do one task in the child, and exit: this never returns."""
    code = 1
    try:
        task = msgspec.json.decode(message, type=Task)
        _close_other_descriptors(document, messages)
        confine(task.limits)
        with open(0, "rb", closefd=False) as file:
            data = file.read()
        _send(_do(worker, task, data))
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        os._exit(code)


def _close_other_descriptors(document: int, messages: int) -> None:
    """Make the document the standard input and the messages the standard output, and close everything else."""
    os.dup2(document, 0)
    os.dup2(messages, 1)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))


def _do(worker: ModuleType, task: Task, data: bytes) -> Message:
    try:
        if isinstance(task, RenderTask):
            return RenderResult(worker.render(data, task.page))
        return _read(worker, task, data)
    except NotReadable as error:
        return NotReadableResult(error.code, error.details)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 — send any error of a parser, which would be lost with the child
        return UnexpectedError(f"{type(error).__name__}: {error}"[:ERROR_CHARACTERS])


def _read(worker: ModuleType, task: ReadTask, data: bytes) -> ReadResult:
    def report(progress: Progress) -> None:
        if progress.unit == "pages":
            start_page_timer(task.limits)
        _send(ProgressMade(progress))

    def on_format(format_: Format) -> None:
        if has_pages(format_):
            start_page_timer(task.limits)
        _send(FormatDetected(format_))

    return ReadResult(
        worker.read(
            task.name,
            data,
            encoding=task.encoding,
            limits=task.limits,
            last_page=task.last_page,
            report=report,
            on_format=on_format,
        )
    )


def _send(message: Message) -> None:
    line = memoryview(msgspec.json.encode(message) + b"\n")
    while line:
        line = line[os.write(1, line) :]


def _lower_session_priority() -> None:
    """Let searches come before this process and its children.

    This is a session of its own. Where Linux first shares the processor among sessions ("autogroup"), niceness counts
    only within a session, and the session's own niceness decides between sessions.
    """
    with suppress(OSError):  # there is no such file in a container
        Path("/proc/self/autogroup").write_text(str(os.nice(0) + NICENESS), encoding="ascii")


def main(arguments: Sequence[str]) -> None:
    """Load the worker and serve tasks: `fork_server <descriptor> <module>`."""
    descriptor, module = arguments
    worker = importlib.import_module(module)
    _lower_session_priority()
    restrict_to_code()
    gc.collect()
    gc.freeze()  # all children share the memory of loaded modules, as long as nothing touches it
    ForkServer(socket.socket(fileno=int(descriptor)), worker).run()


if __name__ == "__main__":
    main(sys.argv[1:])
