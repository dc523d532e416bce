"""The peak memory of reading, in the parent process and in its children."""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from contents_service.limits import Limits
from contents_service.model import Progress
from contents_service.parsing.sandbox.sandbox import ReaderCrashed, Sandbox


def memory_lines(files: Sequence[Path]) -> Iterator[str]:
    """Yield the peaks as lines; they are measured in a new process that does nothing else."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        before, after, child = pool.submit(_peaks, files).result()
    yield f"Memory over {len(files):,} files, one child process each"
    yield f"  the largest child          {child / 1e6:8.0f} MB"
    yield f"  the parent, before, after  {before / 1e6:8.0f} MB{after / 1e6:8.0f} MB"


def _peaks(files: Sequence[Path]) -> tuple[int, int, int]:
    """Return the peak bytes of this process before and after reading, and of its largest child."""
    sandbox = Sandbox(Limits())
    before = _peak_bytes(resource.RUSAGE_SELF)
    for file in files:
        try:
            sandbox.read(file.name, file.read_bytes(), encoding=None, on_progress=_ignore_progress)
        except ReaderCrashed:
            continue
    sandbox.close()  # the memory of children is known once they have ended
    return before, _peak_bytes(resource.RUSAGE_SELF), _peak_bytes(resource.RUSAGE_CHILDREN)


def _ignore_progress(_: Progress) -> None:
    """Ignore a progress report."""


def _peak_bytes(who: int) -> int:
    return resource.getrusage(who).ru_maxrss * 1024
