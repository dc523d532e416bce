"""A PDF that takes longer to read than allowed is read as far as time allows."""

from __future__ import annotations

import time

import pytest
from helpers.pdf_making import body, pdf

from contents_service.errors import NotReadable
from contents_service.limits import Limits
from contents_service.model import ParsedDocument, Progress
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source

PAGES = 10
LIMITS = Limits(cpu_s=10, clock_s=10)
SECONDS_FOR_PAGES = reader.PAGES_CPU_SHARE * LIMITS.cpu_s


class CpuClock:
    """A clock of CPU time that only the test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def process_time(self) -> float:
        """Return the CPU time used so far, in seconds."""
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> CpuClock:
    """Return the clock by which the reader measures its CPU time."""
    clock = CpuClock()
    monkeypatch.setattr(time, "process_time", clock.process_time)
    return clock


def read_slowly(clock: CpuClock, seconds_per_page: float) -> ParsedDocument:
    """Read a document each page of which takes this long."""

    def take_time(_: Progress) -> None:
        clock.seconds += seconds_per_page

    data = pdf(*[body()] * PAGES)
    return reader.read(Source(name="long.pdf", data=data, limits=LIMITS, report=take_time))


def test_pages_out_of_time_are_listed_and_those_before_are_read(clock: CpuClock) -> None:
    parsed = read_slowly(clock, SECONDS_FOR_PAGES / 4)

    assert {block.page for block in parsed.blocks} == {1, 2, 3, 4}
    assert [(part.where.pages, part.code) for part in parsed.unread] == [((5, PAGES), "too_slow")]


def test_a_document_read_just_in_time_is_whole(clock: CpuClock) -> None:
    parsed = read_slowly(clock, SECONDS_FOR_PAGES / PAGES)

    assert {block.page for block in parsed.blocks} == set(range(1, PAGES + 1))
    assert parsed.unread == ()


def test_time_used_before_reading_does_not_count(clock: CpuClock) -> None:
    clock.seconds = 100 * LIMITS.cpu_s

    assert read_slowly(clock, 0).unread == ()


def test_a_document_without_time_for_a_page_is_too_slow(clock: CpuClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGES_CPU_SHARE", 0)

    with pytest.raises(NotReadable) as error:
        read_slowly(clock, 0)

    assert error.value.code == "too_slow"
