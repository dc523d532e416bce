"""Metrics that web workers and readers, which are several processes, share through files."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from contents_service.settings import Settings

FOLDER = "metrics"
"""The folder in the data folder that holds the files."""

FILE_BYTES = 512 * 1024
"""The size of a process's file for one type of metric, more than its values can ever take."""


def share_metrics(settings: Settings) -> None:
    """Keep this process's metrics in the data folder; call it before anything imports prometheus_client."""
    folder = settings.data / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(folder))
    from prometheus_client import mmap_dict, values

    vars(values)["MmapedDict"] = partial(
        _open_preallocated, mmap_dict.MmapedDict
    )  # prometheus_client has no other hook


def _open_preallocated(open_file: Callable[[str], Any], path: str) -> Any:
    """Open a metrics file at its full size, or one in memory if the disk is full.

    The file is memory-mapped, and writing to a page for which the disk has no room would kill the process.
    """
    try:
        _preallocate(Path(path))
    except OSError:
        with open(os.memfd_create(FOLDER), "wb") as memory:  # noqa: PTH123 — a descriptor, not a path
            return open_file(f"/proc/self/fd/{memory.fileno()}")
    return open_file(path)


def _preallocate(path: Path) -> None:
    """Create a file at its full size, whole or not at all, since another process may read all files at any time."""
    part = path if path.exists() else path.with_suffix(".part")
    try:
        with part.open("ab") as file:
            os.posix_fallocate(file.fileno(), 0, FILE_BYTES)
        part.rename(path)
    except OSError:
        if part != path:
            part.unlink(missing_ok=True)
        raise
