"""Programs that this process starts, and that never outlive it."""

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

PR_SET_PDEATHSIG = 1  # of Linux's prctl: the signal that a process gets when the thread that forked it ends


def _at_once() -> bool:
    return True


def _never() -> bool:
    return False


class Program(Struct, frozen=True, kw_only=True):
    """A program to be run as a child: what starts it, and how one knows that it is ready."""

    name: str
    command: Sequence[str | Path]
    environment: Mapping[str, str] | None = None
    """All of its environment; None hands on our own."""
    output: Path | None = None
    """The file that takes what it prints; None prints it where we print."""
    keep_open: tuple[int, ...] = ()
    """Descriptors that it holds on to, such as that of a lock."""
    ready: Callable[[], bool] = _at_once
    ready_within_s: float = 30.0
    beyond_help: Callable[[], bool] = _never
    """Whether it lives, can no longer do its work, and would if it were started anew."""
    ends_within_s: float = 10.0
    """What it is given to end by itself after it was asked to."""
    once: bool = False
    """Whether its end is expected: it is not started again."""


def start(program: Program) -> subprocess.Popen[bytes]:
    """Start a program that is asked to end as soon as this process is gone, even killed.

    Call it from the main thread: Linux tells a child of the end of the thread that started it. The child leads a
    process group of its own, so that Ctrl-C reaches only us and we end our children in order.
    """
    with contextlib.ExitStack() as stack:
        output = stack.enter_context(program.output.open("wb")) if program.output else None
        return subprocess.Popen(
            [str(word) for word in program.command],
            env=program.environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            pass_fds=program.keep_open,
            process_group=0,
            preexec_fn=_ends_with(os.getpid()),  # noqa: PLW1509 — only prctl and getppid: nothing that takes a lock
        )


def end(process: subprocess.Popen[bytes], within_s: float) -> int:
    """Ask a child to end, kill it and what it started if it does not in time, and give its exit status."""
    if process.poll() is None:
        process.terminate()
    try:
        return process.wait(within_s)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        return process.wait()


def _ends_with(parent: int) -> Callable[[], None] | None:
    """What a child does before it becomes its program, where the system can tell it of its parent's end."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def before_the_program() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it was gone before we asked to be told
            os._exit(1)

    return before_the_program
