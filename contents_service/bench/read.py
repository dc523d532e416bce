"""The speed of reading documents, compared with the bare parser of their format on the same bytes.

Each file is read in all ways one after the other, so that noise affects all ways alike, and times are summed by format.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pypdfium2
from msgspec import Struct

from contents_service.bench.bare_parsers import BARE_PARSERS
from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import Format, Progress
from contents_service.parsing.detection import file_type
from contents_service.parsing.formats import has_pages
from contents_service.parsing.sandbox import read_worker
from contents_service.parsing.sandbox.sandbox import Sandbox

ROUNDS = 3
"""Readings of a file each way, of which the fastest counts, since noise only ever adds time."""
REPEAT_UNTIL_S = 20.0
"""Seconds for a folder after which the remaining files are read only once each way."""
LARGE_BYTES = 100_000
"""Bytes from which a Markdown file counts as large; in smaller ones, work done once per file outweighs the parser."""

WAYS = ("bare parser", "our reader and passages", "the same in a sandbox")

_NAME_WIDTH = 34


class ReadingTimes(Struct):
    """The total time of some files for each way to read them."""

    files: int = 0
    bytes: int = 0
    pages: int = 0
    seconds: tuple[float, ...] = (0.0,) * len(WAYS)

    def add(self, size: int, pages: int, seconds: Sequence[float]) -> None:
        """Add one file."""
        self.files, self.bytes, self.pages = self.files + 1, self.bytes + size, self.pages + pages
        self.seconds = tuple(before + more for before, more in zip(self.seconds, seconds, strict=True))

    def lines(self, name: str) -> Iterator[str]:
        """Yield the times as the lines of a table."""
        unit = "pages/s" if self.pages else "MB/s"
        yield f"{name}: {self.files:,} files, {self.bytes / 1e6:.1f} MB" + (f", {self.pages} pages" * bool(self.pages))
        yield f"  {'':<{_NAME_WIDTH}}{'s':>9}{unit:>9}{'ratio':>8}"
        for way, seconds in zip(WAYS, self.seconds, strict=True):
            rate = (self.pages or self.bytes / 1e6) / seconds
            yield f"  {way:<{_NAME_WIDTH}}{seconds:9.2f}{rate:9.1f}{seconds / self.seconds[0]:8.2f}"


def compare_readings(files: Sequence[Path]) -> dict[str, ReadingTimes]:
    """Return the times of the files by format, with an extra entry for large Markdown files."""
    totals: dict[str, ReadingTimes] = defaultdict(ReadingTimes)
    limits, sandbox, started_at = Limits(), Sandbox(Limits()), time.perf_counter()
    try:
        for file in files:
            data = file.read_bytes()
            if form := _format_if_readable(file, data, limits):
                rounds = ROUNDS if time.perf_counter() - started_at < REPEAT_UNTIL_S else 1
                seconds = _fastest(_ways(file, form, data, limits, sandbox), rounds)
                totals[form].add(len(data), _pages(form, data), seconds)
                if form == "markdown" and len(data) >= LARGE_BYTES:
                    totals[f"markdown of {LARGE_BYTES // 1000} KB and more"].add(len(data), 0, seconds)
    finally:
        sandbox.close()
    return totals


def _format_if_readable(file: Path, data: bytes, limits: Limits) -> Format | None:
    """Return the format of a file if both our reader and the bare parser can read it, or None."""
    try:
        reading = read_worker.read(file.name, data, encoding=None, limits=limits, report=_ignore_progress)
        BARE_PARSERS[reading.format](data)
    except NotReadable:
        return None
    except Exception:  # noqa: BLE001 — without a result of the bare parser there is no comparison
        return None
    return reading.format


def _ways(file: Path, form: Format, data: bytes, limits: Limits, sandbox: Sandbox) -> list[Callable[[], object]]:
    return [
        partial(BARE_PARSERS[form], data),
        partial(read_worker.read, file.name, data, encoding=None, limits=limits, report=_ignore_progress),
        partial(sandbox.read, file.name, data, encoding=None, on_progress=_ignore_progress),
    ]


def _fastest(ways: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    times = [[_time(way) for way in ways] for _ in range(rounds)]
    return [min(of_way) for of_way in zip(*times, strict=True)]


def _time(way: Callable[[], object]) -> float:
    started_at = time.perf_counter()
    way()
    return time.perf_counter() - started_at


def _pages(form: Format, data: bytes) -> int:
    if not has_pages(form):
        return 0
    with pypdfium2.PdfDocument(data) as document:
        return len(document)


def _ignore_progress(_: Progress) -> None:
    """Ignore a progress report."""


def time_bare_parsers(files: Sequence[Path]) -> float:
    """Return how long the bare parsers take for all files one after the other, in seconds."""
    parsers = [(BARE_PARSERS.get(_detect_format(file, data)), data) for file in files for data in [file.read_bytes()]]
    return sum(_time(partial(_parse_or_give_up, parser, data)) for parser, data in parsers if parser)


def _detect_format(file: Path, data: bytes) -> Format:
    try:
        return file_type.detect(file.name, data).format
    except NotReadable:
        return "other"


def _parse_or_give_up(parser: Callable[[bytes], object], data: bytes) -> None:
    try:
        parser(data)
    except Exception:  # noqa: BLE001 — the time until the parser gives up counts, too
        return
