"""Reading documents, against the bare parser of their format on the same bytes.

Each file is read in all ways one after the other, so that the noise of the machine falls on all alike, and the times
are added up by format.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pypdfium2
from msgspec import Struct

from contents_service.bench.bare_parsers import BARE
from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import Format, Progress
from contents_service.parsing.detection import file_type
from contents_service.parsing.formats import has_pages
from contents_service.parsing.sandbox import read_worker
from contents_service.parsing.sandbox.parent import Sandbox

ROUNDS = 3
"""The quickest counts: whatever else the machine does only ever adds."""
ENOUGH_S = 20.0
"""So long all ways of one folder take, about; files beyond that are read once each."""
LARGE = 100_000
"""Bytes from which a Markdown file counts as large: below, what is done once a file weighs more than the parser."""

WAYS = ("bare parser", "our reader and passages", "the same in a sandbox")

_NAME = 34


class ReadingTimes(Struct):
    """The times of some files, by way."""

    files: int = 0
    bytes: int = 0
    pages: int = 0
    seconds: tuple[float, ...] = (0.0,) * len(WAYS)

    def add(self, size: int, pages: int, seconds: Sequence[float]) -> None:
        """One file more."""
        self.files, self.bytes, self.pages = self.files + 1, self.bytes + size, self.pages + pages
        self.seconds = tuple(before + more for before, more in zip(self.seconds, seconds, strict=True))

    def lines(self, name: str) -> Iterator[str]:
        """The sum as a small table."""
        unit = "pages/s" if self.pages else "MB/s"
        yield f"{name}: {self.files:,} files, {self.bytes / 1e6:.1f} MB" + (f", {self.pages} pages" * bool(self.pages))
        yield f"  {'':<{_NAME}}{'s':>9}{unit:>9}{'ratio':>8}"
        for way, seconds in zip(WAYS, self.seconds, strict=True):
            rate = (self.pages or self.bytes / 1e6) / seconds
            yield f"  {way:<{_NAME}}{seconds:9.2f}{rate:9.1f}{seconds / self.seconds[0]:8.2f}"


def compare_readings(files: Sequence[Path]) -> dict[str, ReadingTimes]:
    """By format, and for large Markdown files by themselves, how long the files take each way."""
    sums: dict[str, ReadingTimes] = defaultdict(ReadingTimes)
    limits, sandbox, began = Limits(), Sandbox(Limits()), time.perf_counter()
    try:
        for file in files:
            data = file.read_bytes()
            if form := _read_as(file, data, limits):
                rounds = ROUNDS if time.perf_counter() - began < ENOUGH_S else 1
                seconds = _quickest(_ways(file, form, data, limits, sandbox), rounds)
                sums[form].add(len(data), _pages(form, data), seconds)
                if form == "markdown" and len(data) >= LARGE:
                    sums[f"markdown of {LARGE // 1000} KB and more"].add(len(data), 0, seconds)
    finally:
        sandbox.close()
    return sums


def _read_as(file: Path, data: bytes, limits: Limits) -> Format | None:
    """The format of a file that is read, and whose parser takes it too."""
    try:
        reading = read_worker.read(file.name, data, encoding=None, limits=limits, report=_nobody)
        BARE[reading.format](data)
    except NotReadable:
        return None
    except Exception:  # noqa: BLE001 — what the bare parser of a format does not take cannot be compared
        return None
    return reading.format


def _ways(file: Path, form: Format, data: bytes, limits: Limits, sandbox: Sandbox) -> list[Callable[[], object]]:
    return [
        partial(BARE[form], data),
        partial(read_worker.read, file.name, data, encoding=None, limits=limits, report=_nobody),
        partial(sandbox.read, file.name, data, encoding=None, on_progress=_nobody),
    ]


def _quickest(ways: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    taken = [[_timed(way) for way in ways] for _ in range(rounds)]
    return [min(times) for times in zip(*taken, strict=True)]


def _timed(way: Callable[[], object]) -> float:
    began = time.perf_counter()
    way()
    return time.perf_counter() - began


def _pages(form: Format, data: bytes) -> int:
    if not has_pages(form):
        return 0
    with pypdfium2.PdfDocument(data) as document:
        return len(document)


def _nobody(_: Progress) -> None:
    """Take a report that nobody wants."""


def time_bare_parsers(files: Sequence[Path]) -> float:
    """How long the bare parsers take for all files one after the other, in seconds."""
    pieces = [(BARE.get(_format(file, data)), data) for file in files for data in [file.read_bytes()]]
    return sum(_timed(partial(_tried, parser, data)) for parser, data in pieces if parser)


def _format(file: Path, data: bytes) -> Format:
    try:
        return file_type.detect(file.name, data).format
    except NotReadable:
        return "other"


def _tried(parser: Callable[[bytes], object], data: bytes) -> None:
    try:
        parser(data)
    except Exception:  # noqa: BLE001 — time is taken all the same until it gives up
        return
