"""A reader that lost or released its lease changes nothing and leaves no passages behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from helpers.backend import Backend
from helpers.leases import claim, delete_retired, one_passage, take_over
from helpers.memory_index import MemoryIndex
from helpers.returns_policy import PATH, SCOPE, ask, document, record, returns_backend, texts

from contents_service.documents import giving
from contents_service.documents.reading.lease_book import Claim
from contents_service.documents.reading.reader import Reader
from contents_service.model import Reading, Record


class MemoryIndexWithInterruption(MemoryIndex):
    """An index that calls `meanwhile` once, right after passages were written."""

    meanwhile: Callable[[], object] | None = None

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        super().write_passages(record, reading_id, reading)
        interruption, self.meanwhile = self.meanwhile, None
        if interruption:
            interruption()


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

    assert delete_retired(backend) == 1
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


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
