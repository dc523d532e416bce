"""A worker that parses nothing: it tries what must be refused to a parser, and tells what was."""

from __future__ import annotations

import os
import resource
import socket
from collections.abc import Callable, Mapping
from functools import partial

from contents_service.limits import Limits
from contents_service.model import Format, PassageContent, Progress, Reading, location

FOREIGN = "/etc/passwd"
"""A file that everybody may read and no parser needs."""


def read(
    name: str,
    data: bytes,
    *,
    encoding: str | None,
    limits: Limits,
    last_page: int | None,
    report: Callable[[Progress], None],
    recognised: Callable[[Format], None],
) -> Reading:
    """Tell, as a passage each, what is in force; it is asked as any worker is, and needs nothing of it but to be."""
    del name, data, encoding, limits, last_page, report, recognised
    held = [protection for protection, holds in PROTECTIONS.items() if holds()]
    return Reading(
        format="other", passages=tuple(PassageContent(text=protection, where=location()) for protection in held)
    )


def _is_refused(deed: Callable[[], object]) -> bool:
    try:
        deed()
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
    "no_foreign_files": partial(_is_refused, lambda: os.close(os.open(FOREIGN, os.O_RDONLY))),
    "limits": _are_limits_set,
}
"""What a parser must be kept from, and how it is tried whether it is."""
