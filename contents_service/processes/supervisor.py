"""Keeps a service's programs running together: starts them in order, restarts what dies, ends them in order."""

from __future__ import annotations

import contextlib
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import Any, Self

import structlog
from msgspec import Struct

from contents_service.errors import ContentsError
from contents_service.processes import child
from contents_service.processes.child import Program

Handler = Callable[[int, FrameType | None], Any] | int | None
"""What a signal may be answered with, as the standard library has it."""

LOOK_EVERY_S = 0.2  # for what no signal tells: whether a program is ready, and whether its pause is over


class Patience(Struct, frozen=True, kw_only=True):
    """How often and how soon a program that dies is started again."""

    restarts: int = 5
    """In a row: more often than that it will not help."""
    first_pause_s: float = 0.5
    """Doubled with every further death in a row."""
    longest_pause_s: float = 15.0
    calm_after_s: float = 60.0
    """A program that ran for so long has recovered: its next death is a first one."""
    judged_every_s: float = 5.0
    """How often a program is asked whether it is beyond help, which may cost a request."""

    def pause_s(self, deaths: int) -> float:
        """The pause after so many deaths in a row."""
        return min(self.longest_pause_s, self.first_pause_s * 2.0 ** (deaths - 1))


class GaveUp(ContentsError):
    """A program could not be kept running."""


class Supervisor:
    """Runs groups of programs: a group starts once the one before it is ready, and they end in the opposite order."""

    def __init__(self, groups: Sequence[Sequence[Program]], patience: Patience | None = None) -> None:
        patience = patience or Patience()
        self._groups = [[_Kept(program, patience) for program in group] for group in groups]
        self._started = 0
        self._said_up = False

    def run(self, when_up: Callable[[], None] = lambda: None) -> None:
        """Keep the programs running until this process is told to end; raise `GaveUp` when one cannot be kept."""
        with _Signals() as signals:
            try:
                while not signals.told_to_end:
                    self._tend(when_up)
                    signals.wait(LOOK_EVERY_S)
            finally:
                self._end()

    def _tend(self, when_up: Callable[[], None]) -> None:
        running = self._groups[: self._started]
        for kept in _each(running):
            kept.tend()
        not_ready = [kept for kept in _each(running) if not kept.is_ready()]
        if self._said_up:
            return  # what was restarted may take its time: the rest answers meanwhile
        for kept in not_ready:
            kept.give_up_if_overdue()
        if not_ready:
            return
        if self._started < len(self._groups):
            self._started += 1
        else:
            self._said_up = True
            when_up()

    def _end(self) -> None:
        """End the groups, last started first; within a group all are asked before any is waited for."""
        for group in reversed(self._groups[: self._started]):
            for kept in group:
                kept.ask_to_end()
            for kept in group:
                kept.end()


def _each(groups: Sequence[Sequence[_Kept]]) -> Iterator[_Kept]:
    return (kept for group in groups for kept in group)


class _Kept:
    """One program, and how it has fared."""

    def __init__(self, program: Program, patience: Patience) -> None:
        self._program = program
        self._patience = patience
        self._log = structlog.get_logger().bind(program=program.name)
        self._process: subprocess.Popen[bytes] | None = None
        self._begun = 0.0
        self._due = 0.0
        self._deaths = 0
        self._ready = False
        self._judged_at = 0.0
        self._over = False

    def tend(self) -> None:
        """Start it if that is due, and notice if it has died."""
        if self._over:
            return
        if self._process is None:
            if time.monotonic() >= self._due:
                self._start()
        elif self._process.poll() is not None:
            self._note_death(self._process.returncode)
        elif self._ready and time.monotonic() - self._judged_at > self._patience.judged_every_s:
            self._end_if_beyond_help(self._process)

    def is_ready(self) -> bool:
        """Whether all that waits for it may start."""
        if self._over or self._ready:
            return True
        if self._process is not None and self._program.ready():
            self._ready = True
            self._log.info("ready", seconds=round(self._age_s(), 1))
        return self._ready

    def give_up_if_overdue(self) -> None:
        """Raise `GaveUp` if it runs and should have been ready by now."""
        if self._process is not None and self._age_s() > self._program.ready_within_s:
            raise GaveUp(f"{self._program.name} runs, but was not ready within {self._program.ready_within_s:.0f} s.")

    def ask_to_end(self) -> None:
        """Tell it to end, without waiting."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def end(self) -> None:
        """See that it has ended."""
        if self._process is not None:
            status = child.end(self._process, self._program.ends_within_s)
            self._log.info("ended", status=status)

    def _start(self) -> None:
        self._process = child.start(self._program)
        self._begun = time.monotonic()
        self._ready = False
        self._log.info("started", pid=self._process.pid)

    def _end_if_beyond_help(self, process: subprocess.Popen[bytes]) -> None:
        """Kill what only a new start can help; its death is then noted like any other."""
        if self._program.beyond_help():
            self._log.warning("beyond_help")
            process.kill()
        self._judged_at = time.monotonic()

    def _age_s(self) -> float:
        return time.monotonic() - self._begun

    def _note_death(self, status: int) -> None:
        self._process = None
        self._ready = False
        if self._program.once:
            self._over = True
            self._log.info("done", status=status)
            return
        lived = self._age_s()
        self._deaths = 1 if lived >= self._patience.calm_after_s else self._deaths + 1
        if self._deaths > self._patience.restarts:
            raise GaveUp(
                f"{self._program.name} died {self._deaths} times in a row (last with status {status}); "
                f"what it said is {_where_it_spoke(self._program)}."
            )
        pause = self._patience.pause_s(self._deaths)
        self._due = time.monotonic() + pause
        self._log.warning("died", status=status, lived_s=round(lived, 1), again_in_s=pause, in_a_row=self._deaths)


def _where_it_spoke(program: Program) -> str:
    return f"in {program.output.parent}" if program.output else "above"


class _Signals:
    """The signals that concern a supervisor, each waking it at once."""

    def __init__(self) -> None:
        self.told_to_end = False
        self._before: list[tuple[signal.Signals, Handler]] = []

    def __enter__(self) -> Self:
        self._wakes, self._woken = socket.socketpair()
        self._wakes.setblocking(False)
        self._woken.setblocking(False)
        self._wakeup_before = signal.set_wakeup_fd(self._woken.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
            self._before.append((number, signal.signal(number, self._note)))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self._before:
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._wakeup_before)
        self._wakes.close()
        self._woken.close()

    def wait(self, seconds: float) -> None:
        """Sleep, but no longer than until the next signal."""
        select.select([self._wakes], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            self._wakes.recv(4096)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self.told_to_end = self.told_to_end or number != signal.SIGCHLD
