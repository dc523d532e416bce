"""Child processes that never outlive the process that started them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

PR_SET_PDEATHSIG = 1
"""The option of Linux's `prctl` that sends a process a signal when the thread that forked it ends."""


def _always() -> bool:
    return True


def _never() -> bool:
    return False


class Program(Struct, frozen=True, kw_only=True):
    """A program to run as a child: how to start it, and how to tell whether it is ready."""

    name: str
    command: Sequence[str | Path]
    environment: Mapping[str, str] | None = None
    """Its whole environment; None passes on our own."""
    output_file: Path | None = None
    """The file for its output; None sends the output where ours goes."""
    keep_open: tuple[int, ...] = ()
    """Descriptors that it inherits, such as that of a lock."""
    is_ready: Callable[[], bool] = _always
    ready_timeout_s: float = 30.0
    needs_restart: Callable[[], bool] = _never
    """Whether it still runs but can only work again after a restart."""
    stop_timeout_s: float = 10.0
    """Seconds that it has to end by itself before it is killed."""
    ends_by_itself: bool = False
    """Whether it is expected to end, and is then not started again."""


def start(program: Program) -> subprocess.Popen[bytes]:
    """Start a program that is told to end as soon as this process is gone, even if this one is killed.

    Call it from the main thread: Linux signals a child when the thread that started it ends. The child leads its own
    process group, so that Ctrl-C reaches only us and we end our children in order.
    """
    with contextlib.ExitStack() as stack:
        output = stack.enter_context(program.output_file.open("wb")) if program.output_file else None
        return subprocess.Popen(
            [str(word) for word in program.command],
            env=program.environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            pass_fds=program.keep_open,
            process_group=0,
            preexec_fn=_die_with_parent(os.getpid()),  # noqa: PLW1509 — only prctl and getppid, which take no lock
        )


def stop(process: subprocess.Popen[bytes], timeout_s: float) -> int:
    """Ask a child to end, kill its process group if it does not in time, and return its exit status."""
    if process.poll() is None:
        process.terminate()
    try:
        return process.wait(timeout_s)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        return process.wait()


def _die_with_parent(parent: int) -> Callable[[], None] | None:
    """Return what a new child runs first so that it ends with its parent; None where the system has no such signal."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def before_exec() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent died before the signal was set up
            os._exit(1)

    return before_exec
