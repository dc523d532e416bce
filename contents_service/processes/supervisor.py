"""A supervisor that starts a service's programs in order, restarts those that die, and stops them in reverse order."""

from __future__ import annotations

import contextlib
import select
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType
from typing import Any, Self

import structlog
from msgspec import Struct

from contents_service.errors import ContentsError
from contents_service.processes import child
from contents_service.processes.child import Program

Handler = Callable[[int, FrameType | None], Any] | int | None
"""A signal handler, as the standard library types it."""

POLL_S = 0.2
"""Seconds between checks of what no signal reports: whether a program is ready or due to be restarted."""


class RestartPolicy(Struct, frozen=True, kw_only=True):
    """How often and how soon a program that dies is started again."""

    max_restarts: int = 5
    """Restarts in a row before the supervisor gives up."""
    first_pause_s: float = 0.5
    """The pause before the first restart; it doubles with each further death in a row."""
    longest_pause_s: float = 15.0
    recovered_after_s: float = 60.0
    """A program that ran this long has recovered, and its next death counts as the first."""
    check_every_s: float = 5.0
    """How often to ask whether a program needs a restart, which may cost a request."""

    def pause_s(self, deaths: int) -> float:
        """Return the pause after this many deaths in a row."""
        return min(self.longest_pause_s, self.first_pause_s * 2.0 ** (deaths - 1))


class ProgramFailed(ContentsError):
    """A program could not be kept running, or was not ready in time."""


class Supervisor:
    """Runs groups of programs: a group starts once the one before it is ready, and they stop in reverse order."""

    def __init__(self, groups: Sequence[Sequence[Program]], policy: RestartPolicy | None = None) -> None:
        policy = policy or RestartPolicy()
        self._groups = [[_SupervisedProgram(program, policy) for program in group] for group in groups]
        self._started_groups = 0
        self._all_ready = False

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Keep the programs running until this process is told to end; raise `ProgramFailed` if one keeps dying."""
        with _Signals() as signals:
            try:
                while not signals.stop_requested:
                    self._check(on_ready)
                    signals.wait(POLL_S)
            finally:
                self._stop()

    def _check(self, on_ready: Callable[[], None]) -> None:
        started = [program for group in self._groups[: self._started_groups] for program in group]
        for program in started:
            program.check()
        not_ready = [program for program in started if not program.is_ready()]
        if self._all_ready:
            return  # a restarted program may take its time, since the rest answers meanwhile
        for program in not_ready:
            program.fail_if_overdue()
        if not_ready:
            return
        if self._started_groups < len(self._groups):
            self._started_groups += 1
        else:
            self._all_ready = True
            on_ready()

    def _stop(self) -> None:
        """Stop the groups, last started first; a whole group is asked to end before any of it is waited for."""
        for group in reversed(self._groups[: self._started_groups]):
            for program in group:
                program.ask_to_end()
            for program in group:
                program.stop()


class _SupervisedProgram:
    """A program with its process and its recent deaths."""

    def __init__(self, program: Program, policy: RestartPolicy) -> None:
        self._program = program
        self._policy = policy
        self._log = structlog.get_logger().bind(program=program.name)
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._start_due_at = 0.0
        self._deaths = 0
        self._ready = False
        self._checked_at = 0.0
        self._is_done = False

    def check(self) -> None:
        """Start it if that is due, and notice if it has died or needs a restart."""
        if self._is_done:
            return
        if self._process is None:
            if time.monotonic() >= self._start_due_at:
                self._start()
        elif self._process.poll() is not None:
            self._handle_death(self._process.returncode)
        elif self._ready and time.monotonic() - self._checked_at > self._policy.check_every_s:
            self._kill_if_restart_needed(self._process)

    def is_ready(self) -> bool:
        """Whether the next group need not wait for it."""
        if self._is_done or self._ready:
            return True
        if self._process is not None and self._program.is_ready():
            self._ready = True
            self._log.info("ready", seconds=round(self._age_s(), 1))
        return self._ready

    def fail_if_overdue(self) -> None:
        """Raise `ProgramFailed` if it runs and should have been ready by now."""
        if self._process is not None and self._age_s() > self._program.ready_timeout_s:
            raise ProgramFailed(
                f"{self._program.name} runs, but was not ready within {self._program.ready_timeout_s:.0f} s."
            )

    def ask_to_end(self) -> None:
        """Tell it to end, without waiting."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def stop(self) -> None:
        """End it, and wait until it is gone."""
        if self._process is not None:
            status = child.stop(self._process, self._program.stop_timeout_s)
            self._log.info("ended", status=status)

    def _start(self) -> None:
        self._process = child.start(self._program)
        self._started_at = time.monotonic()
        self._ready = False
        self._log.info("started", pid=self._process.pid)

    def _kill_if_restart_needed(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a program that needs a restart; its death is then handled like any other."""
        if self._program.needs_restart():
            self._log.warning("needs_restart")
            process.kill()
        self._checked_at = time.monotonic()

    def _age_s(self) -> float:
        return time.monotonic() - self._started_at

    def _handle_death(self, status: int) -> None:
        self._process = None
        self._ready = False
        if self._program.ends_by_itself:
            self._is_done = True
            self._log.info("done", status=status)
            return
        lived = self._age_s()
        self._deaths = 1 if lived >= self._policy.recovered_after_s else self._deaths + 1
        if self._deaths > self._policy.max_restarts:
            raise ProgramFailed(
                f"{self._program.name} died {self._deaths} times in a row (last with status {status}). "
                f"Its output is {_output_location(self._program)}."
            )
        pause = self._policy.pause_s(self._deaths)
        self._start_due_at = time.monotonic() + pause
        self._log.warning("died", status=status, lived_s=round(lived, 1), again_in_s=pause, in_a_row=self._deaths)


def _output_location(program: Program) -> str:
    return f"in {program.output_file.parent}" if program.output_file else "above"


class _Signals:
    """The signals that a supervisor handles; each wakes it at once."""

    def __init__(self) -> None:
        self.stop_requested = False
        self._previous_handlers: list[tuple[signal.Signals, Handler]] = []

    def __enter__(self) -> Self:
        self._receiving, self._sending = socket.socketpair()
        self._receiving.setblocking(False)
        self._sending.setblocking(False)
        self._previous_wakeup_fd = signal.set_wakeup_fd(self._sending.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
            self._previous_handlers.append((number, signal.signal(number, self._handle)))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in self._previous_handlers:
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._previous_wakeup_fd)
        self._receiving.close()
        self._sending.close()

    def wait(self, seconds: float) -> None:
        """Sleep this long, or until the next signal."""
        select.select([self._receiving], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            self._receiving.recv(4096)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        self.stop_requested = self.stop_requested or number != signal.SIGCHLD
