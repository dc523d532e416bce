"""A worker that parses nothing: it tries all that is forbidden to parsers, and reports which protections hold."""

from __future__ import annotations

import os
import resource
import socket
from collections.abc import Callable, Mapping
from functools import partial

from contents_service.limits import Limits
from contents_service.model import Format, PassageContent, Progress, Reading, location

FOREIGN_FILE = "/etc/passwd"
"""A file that everybody may read and no parser needs."""


def read(
    name: str,
    data: bytes,
    *,
    encoding: str | None,
    limits: Limits,
    last_page: int | None,
    report: Callable[[Progress], None],
    on_format: Callable[[Format], None],
) -> Reading:
    """Return the protections that hold, one per passage; the arguments are those of every worker and are ignored."""
    del name, data, encoding, limits, last_page, report, on_format
    in_force = [protection for protection, holds in PROTECTIONS.items() if holds()]
    return Reading(
        format="other", passages=tuple(PassageContent(text=protection, where=location()) for protection in in_force)
    )


def _is_refused(action: Callable[[], object]) -> bool:
    try:
        action()
    except PermissionError:
        return True
    return False


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def _are_limits_set() -> bool:
    limits = (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NOFILE)
    return all(resource.getrlimit(limit)[1] != resource.RLIM_INFINITY for limit in limits)


PROTECTIONS: Mapping[str, Callable[[], bool]] = {
    "no_network": partial(_is_refused, lambda: socket.socket().close()),
    "no_processes": partial(_is_refused, _fork),
    "no_signals": partial(_is_refused, lambda: os.kill(os.getppid(), 0)),
    "no_writing": partial(_is_refused, lambda: os.close(os.open(os.devnull, os.O_WRONLY))),
    "no_foreign_files": partial(_is_refused, lambda: os.close(os.open(FOREIGN_FILE, os.O_RDONLY))),
    "limits": _are_limits_set,
}
"""The protections against a hostile parser, each with a test of whether it holds."""
