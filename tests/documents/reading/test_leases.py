"""Only one reader at a time reads a document; if it dies another takes over, for a limited number of attempts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from helpers.backend import Backend, InProcessSandbox
from helpers.memory_index import MemoryIndex
from helpers.returns_policy import PATH, SCOPE, ask, document, record, returns_backend, texts

from contents_service.documents import giving, purging
from contents_service.documents.reading.lease_book import Claim
from contents_service.documents.reading.reader import Reader
from contents_service.errors import Busy
from contents_service.home.folders import HomeFolders
from contents_service.home.store import OpenedFile
from contents_service.model import NotRead, Progress, Reading, ReadingJob, Record
from contents_service.parsing.sandbox.parent import ReaderCrashed


def claim(reader: Reader) -> Claim:
    """Have a reader claim the due document, but not read it yet."""
    claimed = reader.queue.claim_next()
    assert claimed
    reader.services.index.commit()
    return claimed


def job(backend: Backend) -> ReadingJob:
    current = record(backend).job
    assert current
    return current


def take_over(backend: Backend, name: str = "living") -> tuple[Reader, Claim]:
    """Let the lease end, and return another reader with its claim."""
    backend.clock.pass_by(backend.services.settings.lease_s + 1)
    reader = backend.reader(name)
    return reader, claim(reader)


# Attempts.


class CrashingSandbox(InProcessSandbox):
    """A sandbox that crashes a number of times before it reads, and counts its attempts."""

    def __init__(self, crashes: int) -> None:
        self.crashes = crashes
        self.attempts = 0

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        self.attempts += 1
        if self.attempts <= self.crashes:
            raise ReaderCrashed("for no reason")
        return super().read(name, data, encoding=encoding, on_progress=on_progress)


def test_a_reading_that_crashes_twice_is_tried_a_third_time(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    sandbox = CrashingSandbox(2)
    read_all(backend.reader(sandbox=sandbox))
    assert (document(backend).state, sandbox.attempts) == ("read", 3)


def test_a_reading_that_always_crashes_fails_after_the_set_number_of_attempts(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    sandbox = CrashingSandbox(99)
    read_all(backend.reader(sandbox=sandbox))
    why = document(backend).why
    assert why
    assert (why.code, sandbox.attempts) == ("reader_failed", backend.services.settings.attempts)


def test_an_attempt_counts_even_if_its_reader_dies(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    attempts = [take_over(backend, f"reader-{number}")[1].job.attempts for number in range(3)]
    assert attempts == [1, 2, 3]

    backend.clock.pass_by(backend.services.settings.lease_s + 1)
    assert not backend.reader("last").read_one()
    assert document(backend).state == "not_read"


def test_passages_that_a_dead_reader_wrote_are_deleted(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    dead = claim(backend.reader("dead"))
    backend.services.index.write_passages(dead.record, dead.job.reading, one_passage())

    living, taken_over = take_over(backend)
    living.read(taken_over)

    assert taken_over.job.reading != dead.job.reading
    assert deleted_passages(backend) == 1
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


class UnavailableHome(HomeFolders):
    """Home Folders whose store is unavailable when the first files are opened."""

    def __init__(self, home: HomeFolders, openings: int) -> None:
        self._home = home
        self._openings_left = openings

    def open(self, person: str, path: str) -> OpenedFile:
        if self._openings_left:
            self._openings_left -= 1
            raise Busy("The Home Folders are unavailable.")
        return self._home.open(person, path)


def test_an_unavailable_store_costs_no_attempt(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    failures = backend.services.settings.attempts + 2
    reader = backend.reader(services=replace(backend.services, home=UnavailableHome(backend.services.home, failures)))
    for _ in range(failures):
        with pytest.raises(Busy):
            reader.read_one()
        assert (job(backend).attempts, job(backend).holder) == (0, None)

    assert reader.read_one()
    assert document(backend).state == "read"


# Leases.


def test_a_living_reader_keeps_its_document_longer_than_one_lease(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader, other = backend.reader("one"), backend.reader("other")
    claim(reader)
    for _ in range(4):
        backend.clock.pass_by(0.6 * backend.services.settings.lease_s)
        assert not other.read_one()
        reader.leases.renew()
        backend.services.index.commit()

    assert job(backend).holder == "one"


def test_a_dead_readers_document_is_taken_over_when_its_lease_ends(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    dead, living = backend.reader("dead"), backend.reader("living")
    claim(dead)
    backend.clock.pass_by(0.6 * backend.services.settings.lease_s)
    dead.leases.renew()  # its last heartbeat
    backend.services.index.commit()
    backend.clock.pass_by(0.9 * backend.services.settings.lease_s)
    assert not living.read_one()
    backend.clock.pass_by(0.2 * backend.services.settings.lease_s)
    assert living.read_one()
    assert (document(backend).state, len(texts(ask(backend)))) == ("read", 1)


def test_a_fresh_lease_is_renewed_only_to_report_progress(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader = backend.reader()
    claimed = claim(reader)
    until = job(backend).lease_until
    backend.clock.pass_by(1)

    reader.leases.renew()
    assert job(backend).lease_until == until

    claimed.progress = Progress(1, 9, "pages")
    reader.leases.renew()
    assert (job(backend).lease_until > until, job(backend).progress) == (True, claimed.progress)


@pytest.fixture
def reader_ahead(backend: Backend) -> Reader:
    """A reader whose clock is an hour ahead and that has claimed the due document."""
    giving.give(backend.services, SCOPE, PATH)
    services = replace(backend.services, now=lambda: backend.clock() + timedelta(hours=1))
    reader = backend.reader("ahead", services=services)
    claim(reader)
    return reader


@pytest.mark.usefixtures("reader_ahead")
def test_a_lease_by_a_dead_readers_fast_clock_does_not_delay_its_document(backend: Backend) -> None:
    living = backend.reader("living")
    assert not living.read_one()
    backend.clock.pass_by(backend.services.settings.lease_s + 1)
    assert living.read_one()
    assert document(backend).state == "read"


def test_a_living_reader_with_a_fast_clock_keeps_its_document(backend: Backend, reader_ahead: Reader) -> None:
    living = backend.reader("living")
    for _ in range(4):
        assert not living.read_one()
        backend.clock.pass_by(backend.services.settings.lease_s / 2)
        reader_ahead.leases.renew()
        backend.services.index.commit()
    assert not living.read_one()
    assert document(backend).state == "reading"


# Lost leases.


def test_a_reader_that_lost_its_lease_changes_nothing_after_another_has_read(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    slow = backend.reader("slow")
    claimed = claim(slow)
    living, taken_over = take_over(backend)
    living.read(taken_over)
    before = record(backend)

    slow.read(claimed)

    assert record(backend) == before
    assert len(texts(ask(backend))) == 1


def test_a_reader_that_lost_its_lease_changes_nothing_even_if_the_next_has_its_name(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    slow = backend.reader("same")
    claimed = claim(slow)
    restarted, taken_over = take_over(backend, "same")  # the reading id alone tells them apart
    before = record(backend)

    slow.read(claimed)
    assert record(backend) == before

    restarted.read(taken_over)
    assert document(backend).state == "read"


def test_a_reader_that_released_its_lease_changes_nothing_while_another_reads(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    stopped, other = backend.reader("stopped"), backend.reader("other")
    released = claim(stopped)
    stopped.leases.release(released, counts_as_attempt=False)
    taken_over = claim(other)
    before = record(backend)

    stopped.read(released)
    assert record(backend) == before

    other.read(taken_over)
    assert document(backend).state == "read"


def test_a_reader_that_released_its_lease_deletes_nothing_that_the_next_reader_wrote(tmp_path: Path) -> None:
    index = MemoryIndexWithInterruption()
    backend = returns_backend(tmp_path, index)
    giving.give(backend.services, SCOPE, PATH)
    stopped, other = backend.reader("stopped"), backend.reader("other")
    released = claim(stopped)
    stopped.leases.release(released, counts_as_attempt=False)
    taken_over = claim(other)
    index.meanwhile = lambda: stopped.read(released)

    other.read(taken_over)

    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


def test_passages_written_under_a_released_lease_are_deleted(tmp_path: Path) -> None:
    index = MemoryIndexWithInterruption()
    backend = returns_backend(tmp_path, index)
    giving.give(backend.services, SCOPE, PATH)
    stopped = backend.reader("stopped")
    released = claim(stopped)
    index.write_passages(released.record, released.job.reading, one_passage())
    stopped.leases.release(released, counts_as_attempt=False)
    backend.read_all()

    assert deleted_passages(backend) == 1
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


class MemoryIndexWithInterruption(MemoryIndex):
    """An index that calls `meanwhile` once, right after passages were written."""

    meanwhile: Callable[[], object] | None = None

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        super().write_passages(record, reading_id, reading)
        interruption, self.meanwhile = self.meanwhile, None
        if interruption:
            interruption()


def test_passages_are_deleted_if_the_lease_is_lost_right_after_they_are_written(tmp_path: Path) -> None:
    index = MemoryIndexWithInterruption()
    backend = returns_backend(tmp_path, index)
    giving.give(backend.services, SCOPE, PATH)
    slow = backend.reader("slow")
    claimed = claim(slow)
    successors: list[tuple[Reader, Claim]] = []
    index.meanwhile = lambda: successors.append(take_over(backend))

    slow.read(claimed)

    assert index.purge() == 1  # at once, though the record names that reading as retired as well
    for reader, taken_over in successors:
        reader.read(taken_over)
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


def test_a_document_removed_while_it_is_read_stays_removed(backend: Backend) -> None:
    given = giving.give(backend.services, SCOPE, PATH).document
    reader = backend.reader()
    claimed = claim(reader)
    giving.remove(backend.services, SCOPE, given.id)
    reader.read(claimed)
    assert ask(backend).status == "nothing_given"


def read_all(reader: Reader) -> None:
    while reader.read_one():
        pass


def one_passage() -> Reading:
    reading = InProcessSandbox().read("a.md", b"Left.", encoding=None, on_progress=lambda _: None)
    assert isinstance(reading, Reading)
    return reading


def deleted_passages(backend: Backend) -> int:
    """Delete what is retired, and return how many passages that were."""
    index = backend.services.index
    index.commit()
    purging.delete_retired(index)
    return index.purge()
