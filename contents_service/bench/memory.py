"""How much memory reading takes at most: of the process that asks for it, and of the children that do it."""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from contents_service.limits import Limits
from contents_service.model import Progress
from contents_service.parsing.sandbox.parent import ReaderCrashed, Sandbox


def memory_lines(files: Sequence[Path]) -> Iterator[str]:
    """The peaks in words; they are taken in a fresh process, which has nothing else in it."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        before, after, child = pool.submit(_peaks, files).result()
    yield f"Memory over {len(files):,} files, one child each"
    yield f"  the largest child          {child / 1e6:8.0f} MB"
    yield f"  the parent, before, after  {before / 1e6:8.0f} MB{after / 1e6:8.0f} MB"


def _peaks(files: Sequence[Path]) -> tuple[int, int, int]:
    """The most bytes that this process had before and after, and that any child had."""
    sandbox = Sandbox(Limits())
    before = _peak(resource.RUSAGE_SELF)
    for file in files:
        try:
            sandbox.read(file.name, file.read_bytes(), encoding=None, on_progress=_nobody)
        except ReaderCrashed:
            continue
    sandbox.close()  # the children's memory is known once all are buried
    return before, _peak(resource.RUSAGE_SELF), _peak(resource.RUSAGE_CHILDREN)


def _nobody(_: Progress) -> None:
    """Take a report that nobody wants."""


def _peak(whose: int) -> int:
    return resource.getrusage(whose).ru_maxrss * 1024
