"""A small disk of its own for a folder, which can be filled to the last byte; only an administrator can make one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path | None]:
    """Mount it at a folder, and give that; None where this may not be done."""
    folder.mkdir(parents=True)
    mounted = _done("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder))
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            _done("umount", str(folder))


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Leave no room on a disk, until the block ends."""
    filler = disk / "filler"
    with filler.open("wb") as file:
        try:
            while True:
                os.write(file.fileno(), bytes(1 << 16))
        except OSError:  # full, which was the purpose
            pass
    try:
        yield
    finally:
        filler.unlink()


def _done(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
