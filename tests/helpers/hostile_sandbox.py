"""Reading in a sandbox whose worker does what a hostile document could."""

from __future__ import annotations

from pathlib import Path

from contents_service.limits import Limits
from contents_service.model import NotRead, Reading
from contents_service.parsing.sandbox.sandbox import Sandbox

LIMITS = Limits(cpu_s=20, clock_s=60, memory_bytes=256 * 1024 * 1024)
"""Limits that no test reaches unless it means to, however busy the machine is."""


def read(sandbox: Sandbox, action: str, content: object = "") -> Reading | NotRead:
    return sandbox.read(action, str(content).encode(), encoding=None, on_progress=lambda _: None)


def text_of(sandbox: Sandbox, action: str, content: object = "") -> str:
    outcome = read(sandbox, action, content)
    assert isinstance(outcome, Reading)
    return outcome.passages[0].text


def reason(sandbox: Sandbox, action: str, content: object = "") -> str:
    outcome = read(sandbox, action, content)
    assert isinstance(outcome, NotRead)
    return outcome.why.code


def process_ids(sandbox: Sandbox) -> list[int]:
    fork_server = sandbox.fork_server_pid
    assert fork_server is not None
    return [fork_server, *children_of(fork_server)]


def children_of(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
