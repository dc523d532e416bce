"""The processes of a running service, found by their parents, and how much memory they take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
GONE = (FileNotFoundError, ProcessLookupError)


def children(parent: int) -> list[int]:
    """The processes that a process started, first ones first."""
    return sorted(pid for pid in _all() if _parent(pid) == parent)


def running(parent: int, command: str) -> list[int]:
    """The processes that a process started with a command of ours, such as `reader`."""
    return [pid for pid in children(parent) if _words(pid)[-1:] == [command]]


def memory_mb(pid: int) -> float:
    """What a process has in memory just now; 0 where it is gone."""
    with suppress(*GONE):
        for line in (PROC / str(pid) / "status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1000
    return 0.0


def _words(pid: int) -> list[str]:
    with suppress(*GONE):
        return (PROC / str(pid) / "cmdline").read_text(encoding="utf-8", errors="replace").rstrip("\0").split("\0")
    return []


def _all() -> Iterator[int]:
    return (int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit())


def _parent(pid: int) -> int:
    with suppress(*GONE):
        after_name = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
        return int(after_name.split()[1])
    return 0
