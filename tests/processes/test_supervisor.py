"""The programs of a service run together: started in order, restarted when they die, ended in order."""

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

QUICK = RestartPolicy(max_restarts=3, first_pause_s=0.01, longest_pause_s=0.02, check_every_s=0.01)
FOREVER = "import signal; signal.pause()"
WITHIN_S = 20.0


class Notes:
    """A file that programs add lines to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch()

    def program(self, name: str, then: str = FOREVER, **more: object) -> Program:
        """A program that notes its start, its id, and that it was asked to end."""
        script = f"""
import os, signal, sys
def note(what):
    with open({str(self.path)!r}, "a") as file:
        file.write(f"{name} {{what}}\\n")
def asked(*_):
    note("ended")
    sys.exit(0)
signal.signal(signal.SIGTERM, asked)
note(f"started {{os.getpid()}}")
{then}
"""
        return Program(name=name, command=(sys.executable, "-c", script), **more)  # type: ignore[arg-type]  # as told

    def said(self) -> list[str]:
        return [line.rpartition(" ")[0] if "started" in line else line for line in self.lines()]

    def lines(self) -> list[str]:
        return self.path.read_text().splitlines()

    def ids(self) -> list[int]:
        return [int(line.rpartition(" ")[2]) for line in self.lines() if "started" in line]


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "notes")


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def tell_ourselves_to_end() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_programs_start_in_order_and_end_in_the_opposite_one(notes: Notes) -> None:
    solr = notes.program("solr", is_ready=lambda: "solr started" in notes.said())
    web = notes.program("web", is_ready=lambda: "web started" in notes.said())

    Supervisor([[solr], [web]], QUICK).run(on_ready=tell_ourselves_to_end)

    assert notes.said() == ["solr started", "web started", "web ended", "solr ended"]


def test_a_group_waits_until_the_one_before_is_ready(notes: Notes) -> None:
    looks: list[int] = []

    def ready_at_the_third_look() -> bool:
        assert "web started" not in notes.said()
        looks.append(1)
        return len(looks) == 3

    solr = notes.program("solr", is_ready=ready_at_the_third_look)
    web = notes.program("web", is_ready=lambda: "web started" in notes.said())

    Supervisor([[solr], [web]], QUICK).run(on_ready=tell_ourselves_to_end)

    assert len(looks) == 3


def test_a_program_that_is_killed_is_started_again(notes: Notes) -> None:
    kill_once = f"""
if sum("started" in line for line in open({str(notes.path)!r})) == 1:
    os.kill(os.getpid(), signal.SIGKILL)
{FOREVER}
"""
    reader = notes.program("reader", kill_once, is_ready=lambda: len(notes.ids()) == 2)

    Supervisor([[reader]], QUICK).run(on_ready=tell_ourselves_to_end)

    assert notes.said() == ["reader started", "reader started", "reader ended"]


def test_a_program_that_only_a_new_start_can_help_is_started_anew(notes: Notes) -> None:
    solr = notes.program(
        "solr", is_ready=lambda: bool(notes.ids()), needs_restart=lambda: len(notes.ids()) == 1, stop_timeout_s=WITHIN_S
    )
    web = notes.program("web", is_ready=lambda: len(notes.ids()) == 3)

    Supervisor([[solr], [web]], QUICK).run(on_ready=tell_ourselves_to_end)

    assert sorted(notes.said()) == ["solr ended", "solr started", "solr started", "web ended", "web started"]
    assert is_gone(notes.ids()[0])


def test_a_program_that_dies_again_and_again_ends_the_service(notes: Notes) -> None:
    steady = notes.program("solr", is_ready=lambda: "solr started" in notes.said())
    broken = notes.program("web", "sys.exit(3)", is_ready=lambda: False)

    with pytest.raises(ProgramFailed, match=r"web died 4 times in a row \(last with status 3\)"):
        Supervisor([[steady], [broken]], QUICK).run()

    assert notes.said() == ["solr started", *["web started"] * 4, "solr ended"]


def test_a_program_that_never_gets_ready_ends_the_service(notes: Notes) -> None:
    with pytest.raises(ProgramFailed, match="solr runs, but was not ready"):
        Supervisor([[notes.program("solr", is_ready=lambda: False, ready_timeout_s=0.05)]], QUICK).run()

    assert all(is_gone(pid) for pid in notes.ids())


def test_a_program_that_runs_once_is_not_started_again(notes: Notes) -> None:
    demo = notes.program("demo", "sys.exit(0)", ends_by_itself=True, is_ready=lambda: False)

    Supervisor([[demo]], QUICK).run(on_ready=tell_ourselves_to_end)

    assert notes.said() == ["demo started"]


def test_a_program_that_will_not_end_is_killed(notes: Notes) -> None:
    deaf = notes.program(
        "deaf",
        f"signal.signal(signal.SIGTERM, signal.SIG_IGN); note('deaf'); {FOREVER.partition('; ')[2]}",
        is_ready=lambda: "deaf deaf" in notes.said(),
        stop_timeout_s=0.05,
    )

    Supervisor([[deaf]], QUICK).run(on_ready=tell_ourselves_to_end)

    assert is_gone(notes.ids()[0])


def test_one_that_lived_long_enough_dies_for_the_first_time(notes: Notes) -> None:
    forgiving = RestartPolicy(max_restarts=1, first_pause_s=0.01, longest_pause_s=0.01, recovered_after_s=0.0)
    reader = notes.program(
        "reader",
        f"if sum('started' in line for line in open({str(notes.path)!r})) < 4: sys.exit(1)\n{FOREVER}",
        is_ready=lambda: len(notes.ids()) == 4,
    )

    Supervisor([[reader]], forgiving).run(on_ready=tell_ourselves_to_end)

    assert len(notes.ids()) == 4


def test_pauses_grow_to_a_bound() -> None:
    patience = RestartPolicy(first_pause_s=0.5, longest_pause_s=3.0)

    assert [patience.pause_s(deaths) for deaths in (1, 2, 3, 4, 5)] == [0.5, 1.0, 2.0, 3.0, 3.0]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_children_end_when_their_parent_is_killed(notes: Notes, tmp_path: Path) -> None:
    parent_of_one = f"""
from contents_service.processes import child
from contents_service.processes.child import Program
import signal
child.start(Program(name="orphan", command={notes.program("orphan").command!r}))
signal.pause()
"""
    parent = subprocess.Popen([sys.executable, "-c", parent_of_one])
    poll_until(lambda: len(notes.ids()) == 1, "it has started")

    parent.kill()
    parent.wait()

    poll_until(lambda: is_gone(notes.ids()[0]), "it is gone")


def test_what_a_program_prints_goes_to_its_file(tmp_path: Path) -> None:
    program = Program(name="one", command=(sys.executable, "-c", "print('hello')"), output_file=tmp_path / "out")

    status = child.start(program).wait(WITHIN_S)

    assert (status, (tmp_path / "out").read_text()) == (0, "hello\n")
