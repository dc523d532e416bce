"""The programs of a service start in order, are restarted when they die, and stop in reverse order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.polling import poll_until

from contents_service.processes import child
from contents_service.processes.child import Program
from contents_service.processes.supervisor import ProgramFailed, RestartPolicy, Supervisor

pytestmark = pytest.mark.slow

QUICK = RestartPolicy(max_restarts=3, first_pause_s=0.01, longest_pause_s=0.02, check_every_s=0.01)
FOREVER = "import signal; signal.pause()"
WITHIN_S = 20.0


class EventFile:
    """A file to which programs append a line for each event."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch()

    def program(self, name: str, then: str = FOREVER, **fields: object) -> Program:
        """A program that writes down its start with its process id, and that it was asked to end."""
        script = f"""
import os, signal, sys
def write(event):
    with open({str(self.path)!r}, "a") as file:
        file.write(f"{name} {{event}}\\n")
def end(*_):
    write("ended")
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
write(f"started {{os.getpid()}}")
{then}
"""
        return Program(name=name, command=(sys.executable, "-c", script), **fields)  # type: ignore[arg-type]  # any field

    def events(self) -> list[str]:
        """All events without the process ids."""
        return [line.rpartition(" ")[0] if "started" in line else line for line in self._lines()]

    def pids(self) -> list[int]:
        """The process id of each start."""
        return [int(line.rpartition(" ")[2]) for line in self._lines() if "started" in line]

    def _lines(self) -> list[str]:
        return self.path.read_text().split("\n")[:-1]  # the last line may be half written


@pytest.fixture
def events(tmp_path: Path) -> EventFile:
    return EventFile(tmp_path / "events")


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def ask_to_end() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_programs_start_in_order_and_stop_in_reverse_order(events: EventFile) -> None:
    solr = events.program("solr", is_ready=lambda: "solr started" in events.events())
    web = events.program("web", is_ready=lambda: "web started" in events.events())

    Supervisor([[solr], [web]], QUICK).run(on_ready=ask_to_end)

    assert events.events() == ["solr started", "web started", "web ended", "solr ended"]


def test_a_group_starts_once_the_one_before_it_is_ready(events: EventFile) -> None:
    checks: list[int] = []

    def ready_at_the_third_check() -> bool:
        assert "web started" not in events.events()
        checks.append(1)
        return len(checks) == 3

    solr = events.program("solr", is_ready=ready_at_the_third_check)
    web = events.program("web", is_ready=lambda: "web started" in events.events())

    Supervisor([[solr], [web]], QUICK).run(on_ready=ask_to_end)

    assert len(checks) == 3


def test_a_killed_program_is_started_again(events: EventFile) -> None:
    kill_once = f"""
if sum("started" in line for line in open({str(events.path)!r})) == 1:
    os.kill(os.getpid(), signal.SIGKILL)
{FOREVER}
"""
    reader = events.program("reader", kill_once, is_ready=lambda: len(events.pids()) == 2)

    Supervisor([[reader]], QUICK).run(on_ready=ask_to_end)

    assert events.events() == ["reader started", "reader started", "reader ended"]


def test_a_program_that_needs_a_restart_is_killed_and_started_again(events: EventFile) -> None:
    solr = events.program(
        "solr",
        is_ready=lambda: bool(events.pids()),
        needs_restart=lambda: len(events.pids()) == 1,
        stop_timeout_s=WITHIN_S,
    )
    web = events.program("web", is_ready=lambda: len(events.pids()) == 3)

    Supervisor([[solr], [web]], QUICK).run(on_ready=ask_to_end)

    assert sorted(events.events()) == ["solr ended", "solr started", "solr started", "web ended", "web started"]
    assert is_gone(events.pids()[0])


def test_a_program_that_keeps_dying_ends_the_service(events: EventFile) -> None:
    steady = events.program("solr", is_ready=lambda: "solr started" in events.events())
    broken = events.program("web", "sys.exit(3)", is_ready=lambda: False)

    with pytest.raises(ProgramFailed, match=r"web died 4 times in a row \(last with status 3\)"):
        Supervisor([[steady], [broken]], QUICK).run()

    assert events.events() == ["solr started", *["web started"] * 4, "solr ended"]


def test_a_program_that_never_becomes_ready_ends_the_service(events: EventFile) -> None:
    with pytest.raises(ProgramFailed, match="solr runs, but was not ready"):
        Supervisor([[events.program("solr", is_ready=lambda: False, ready_timeout_s=0.05)]], QUICK).run()

    assert all(is_gone(pid) for pid in events.pids())


def test_a_program_that_ends_by_itself_is_not_started_again(events: EventFile) -> None:
    demo = events.program("demo", "sys.exit(0)", ends_by_itself=True, is_ready=lambda: False)

    Supervisor([[demo]], QUICK).run(on_ready=ask_to_end)

    assert events.events() == ["demo started"]


def test_a_program_that_ignores_the_request_to_end_is_killed(events: EventFile) -> None:
    deaf = events.program(
        "deaf",
        f"signal.signal(signal.SIGTERM, signal.SIG_IGN); write('ignores'); {FOREVER.partition('; ')[2]}",
        is_ready=lambda: "deaf ignores" in events.events(),
        stop_timeout_s=0.05,
    )

    Supervisor([[deaf]], QUICK).run(on_ready=ask_to_end)

    assert is_gone(events.pids()[0])


def test_deaths_are_counted_anew_after_a_program_has_recovered(events: EventFile) -> None:
    forgiving = RestartPolicy(max_restarts=1, first_pause_s=0.01, longest_pause_s=0.01, recovered_after_s=0.0)
    reader = events.program(
        "reader",
        f"if sum('started' in line for line in open({str(events.path)!r})) < 4: sys.exit(1)\n{FOREVER}",
        is_ready=lambda: len(events.pids()) == 4,
    )

    Supervisor([[reader]], forgiving).run(on_ready=ask_to_end)

    assert len(events.pids()) == 4


def test_pauses_double_up_to_the_longest() -> None:
    policy = RestartPolicy(first_pause_s=0.5, longest_pause_s=3.0)

    assert [policy.pause_s(deaths) for deaths in (1, 2, 3, 4, 5)] == [0.5, 1.0, 2.0, 3.0, 3.0]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux signals a child when its parent ends")
def test_children_end_when_their_parent_is_killed(events: EventFile, tmp_path: Path) -> None:
    parent_of_one = f"""
from contents_service.processes import child
from contents_service.processes.child import Program
import signal
child.start(Program(name="orphan", command={events.program("orphan").command!r}))
signal.pause()
"""
    parent = subprocess.Popen([sys.executable, "-c", parent_of_one])
    poll_until(lambda: len(events.pids()) == 1, "it has started")

    parent.kill()
    parent.wait()

    poll_until(lambda: is_gone(events.pids()[0]), "it is gone")


def test_output_goes_to_the_output_file(tmp_path: Path) -> None:
    program = Program(name="one", command=(sys.executable, "-c", "print('hello')"), output_file=tmp_path / "out")

    status = child.start(program).wait(WITHIN_S)

    assert (status, (tmp_path / "out").read_text()) == (0, "hello\n")
