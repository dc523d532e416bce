"""The processes of a running service, found through their parents, and their memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
GONE = (FileNotFoundError, ProcessLookupError)


def children(parent: int) -> list[int]:
    """Return the child processes of a process, in order of their ids."""
    return sorted(pid for pid in _all_pids() if _parent(pid) == parent)


def children_running(parent: int, command: str) -> list[int]:
    """Return the child processes that run a command of ours, such as `reader`."""
    return [pid for pid in children(parent) if _command_line(pid)[-1:] == [command]]


def memory_mb(pid: int) -> float:
    """Return the memory of a process in MB, or 0 if it is gone."""
    with suppress(*GONE):
        for line in (PROC / str(pid) / "status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1000
    return 0.0


def _command_line(pid: int) -> list[str]:
    with suppress(*GONE):
        return (PROC / str(pid) / "cmdline").read_text(encoding="utf-8", errors="replace").rstrip("\0").split("\0")
    return []


def _all_pids() -> Iterator[int]:
    return (int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit())


def _parent(pid: int) -> int:
    with suppress(*GONE):
        after_name = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
        return int(after_name.split()[1])
    return 0
