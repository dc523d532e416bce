"""A reader that lost or released its lease changes nothing and leaves no passages behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from helpers.backend import Backend
from helpers.leases import claim, delete_retired, job, one_passage, take_over
from helpers.memory_index import MemoryIndex
from helpers.returns_policy import PATH, SCOPE, ask, document, record, returns_backend, texts

from contents_service.documents import giving
from contents_service.documents.reading.lease_book import Claim
from contents_service.documents.reading.reader import Reader
from contents_service.model import Progress, Reading, Record


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
    released_claim = claim(stopped)
    stopped.leases.release(released_claim, counts_as_attempt=False)
    taken_over = claim(other)
    before = record(backend)

    stopped.read(released_claim)
    assert record(backend) == before

    other.read(taken_over)
    assert document(backend).state == "read"


def test_a_reader_that_lost_its_lease_neither_renews_nor_releases_that_of_another(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    slow = backend.reader("slow")
    claimed = claim(slow)
    take_over(backend)
    before = record(backend)

    claimed.progress = Progress(1, 9, "pages")
    slow.leases.renew()
    for counts_as_attempt in (True, False):
        slow.leases.release(claimed, counts_as_attempt=counts_as_attempt)

    assert record(backend) == before


def test_the_lease_of_a_document_that_was_read_meanwhile_is_neither_renewed_nor_released(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    slow = backend.reader("slow")
    claimed = claim(slow)
    living, taken_over = take_over(backend)
    living.read(taken_over)
    before = record(backend)

    backend.clock.advance(backend.services.settings.lease_s)
    slow.leases.renew()
    slow.leases.release(claimed, counts_as_attempt=True)

    assert record(backend) == before


def test_a_document_that_is_forgotten_while_it_is_read_causes_no_error(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader = backend.reader()
    claimed = claim(reader)
    versioned = backend.services.index.get(SCOPE, claimed.record.id)
    assert versioned
    backend.services.index.delete_record(versioned.record, versioned.version)

    claimed.progress = Progress(1, 9, "pages")
    reader.leases.renew()
    reader.leases.release(claimed, counts_as_attempt=True)
    reader.read(claimed)

    assert backend.services.index.get(SCOPE, claimed.record.id) is None


def test_a_released_document_is_due_at_once_under_a_new_reading_id(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader = backend.reader()
    claimed = claim(reader)
    reader.leases.release(claimed, counts_as_attempt=False)

    due = job(backend)
    assert (due.holder, due.attempts, due.reading != claimed.job.reading) == (None, 0, True)
    assert due.reading.startswith(f"{claimed.record.id}.")
    assert record(backend).retired == (claimed.job.reading,)
    assert claim(backend.reader("other")).job.reading == due.reading


def test_a_reader_that_released_its_lease_deletes_nothing_that_the_next_reader_wrote(tmp_path: Path) -> None:
    index = MemoryIndexWithInterruption()
    backend = returns_backend(tmp_path, index)
    giving.give(backend.services, SCOPE, PATH)
    stopped, other = backend.reader("stopped"), backend.reader("other")
    released_claim = claim(stopped)
    stopped.leases.release(released_claim, counts_as_attempt=False)
    taken_over = claim(other)
    index.meanwhile = lambda: stopped.read(released_claim)

    other.read(taken_over)

    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]


def test_passages_written_under_a_released_lease_are_deleted(tmp_path: Path) -> None:
    index = MemoryIndexWithInterruption()
    backend = returns_backend(tmp_path, index)
    giving.give(backend.services, SCOPE, PATH)
    stopped = backend.reader("stopped")
    released_claim = claim(stopped)
    index.write_passages(released_claim.record, released_claim.job.reading, one_passage())
    stopped.leases.release(released_claim, counts_as_attempt=False)
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
