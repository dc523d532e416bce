"""Small disks that can be filled to the last byte; only root can create one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path | None]:
    """Mount a small disk at a new folder and yield the folder, or None without the permission to mount."""
    folder.mkdir(parents=True)
    mounted = _succeeds("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder))
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            _succeeds("umount", str(folder))


@contextmanager
def full_disk(disk: Path) -> Iterator[None]:
    """Keep a disk full until the block ends."""
    filler = disk / "filler"
    with filler.open("wb") as file:
        try:
            while True:
                os.write(file.fileno(), bytes(1 << 16))
        except OSError:  # now it is full
            pass
    try:
        yield
    finally:
        filler.unlink()


def _succeeds(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
