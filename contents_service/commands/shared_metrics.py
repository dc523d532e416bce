"""Counting together: web workers and readers are several processes with one set of metrics."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from contents_service.settings import Settings

FOLDER = "metrics"

ROOM_BYTES = 512 * 1024
"""Of a process's file for one kind of figures: more than all that it can count takes."""


def share_metrics(settings: Settings) -> None:
    """Let this process count in the data folder; to be called before anything imports prometheus_client."""
    folder = settings.data / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(folder))
    from prometheus_client import mmap_dict, values

    vars(values)["MmapedDict"] = partial(_with_room, mmap_dict.MmapedDict)  # the only place where it lets others in


def _with_room(opened: Callable[[str], Any], path: str) -> Any:
    """A process's figures in a file that has all its room from the first; in memory alone where the disk is full.

    The file is mapped into memory: who wrote to a page that the disk has no room for would be killed.
    """
    try:
        _take_room(Path(path))
    except OSError:
        with open(os.memfd_create(FOLDER), "wb") as memory:  # noqa: PTH123 — a descriptor, not a path
            return opened(f"/proc/self/fd/{memory.fileno()}")
    return opened(path)


def _take_room(path: Path) -> None:
    """Have a file with its room at this path, whole or not at all: whoever adds up all files may look just now."""
    part = path if path.exists() else path.with_suffix(".part")
    try:
        with part.open("ab") as file:
            os.posix_fallocate(file.fileno(), 0, ROOM_BYTES)
        part.rename(path)
    except OSError:
        if part != path:
            part.unlink(missing_ok=True)
        raise
