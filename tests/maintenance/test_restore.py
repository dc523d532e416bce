"""A backup is restored as it was, also into an index that others change meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.backups import (
    SCOPE,
    back_up,
    current_record,
    ignore_progress,
    passage_texts,
    remove_document,
    restore,
    write_document,
)
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.clock import utc_now
from contents_service.documents import purging
from contents_service.documents.reading.skewed_leases import RESTORE_LEASE_S
from contents_service.index.protocol import WholeIndex, document_id
from contents_service.maintenance.backup import Restored
from contents_service.maintenance.backup_file import BrokenBackup
from contents_service.model import AllDocuments, ApplicationDocuments, Reading, Record
from contents_service.parsing import READER_VERSION


def test_a_damaged_backup_changes_nothing(index: WholeIndex, file: Path) -> None:
    for name in "abc":
        write_document(index, name.upper(), path=f"eric/{name}.txt")
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), ignore_progress)
    file.write_bytes(file.read_bytes()[:-9])

    with pytest.raises(BrokenBackup, match=r"^Line \d"):
        restore(index, file)
    index.commit()
    assert list(index.select_records(AllDocuments())) == []


def test_existing_documents_stay_as_they_are_unless_they_are_to_be_replaced(index: WholeIndex, file: Path) -> None:
    write_document(index, "As it was.")
    write_document(index, "Only in the backup.", path="eric/b.txt")
    back_up(index, file)
    write_document(index, "As it is.")
    remove_document(index, "eric/b.txt")

    assert restore(index, file) == Restored(documents=1, passages=1, already_there=1)
    assert (passage_texts(index), passage_texts(index, "eric/b.txt")) == (["As it is."], ["Only in the backup."])

    assert restore(index, file, replacing=True) == Restored(documents=2, passages=2, already_there=0)
    assert (passage_texts(index), passage_texts(index, "eric/b.txt")) == (["As it was."], ["Only in the backup."])


def test_restoring_twice_changes_nothing(index: WholeIndex, file: Path) -> None:
    write_document(index, "One.")
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), ignore_progress)
    restore(index, file)
    once = index.get(SCOPE, document_id(SCOPE, "eric/a.txt"))

    assert restore(index, file) == Restored(documents=0, passages=0, already_there=1)
    assert index.get(SCOPE, document_id(SCOPE, "eric/a.txt")) == once


def test_a_restored_document_is_not_deleted_with_its_earlier_readings(index: WholeIndex, file: Path) -> None:
    write_document(index, "As it was.")
    write_document(index, "Removed.", path="eric/b.txt")
    back_up(index, file)
    write_document(index, "As it is.")
    remove_document(index, "eric/b.txt")
    restore(index, file, replacing=True)  # before the removed and replaced readings are deleted

    purging.delete_retired(index)
    index.purge()

    assert (passage_texts(index), passage_texts(index, "eric/b.txt")) == (["As it was."], ["Removed."])
    assert (current_record(index).retired, current_record(index, "eric/b.txt").retired) == ((), ())


class MemoryIndexWithInterruption(MemoryIndex):
    """An index that calls `meanwhile` once, after passages were written and before any record names them."""

    meanwhile: Callable[[], object] | None = None

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        super().write_passages(record, reading_id, reading)
        interruption, self.meanwhile = self.meanwhile, None
        if interruption:
            interruption()


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.fixture
def emptied_index(file: Path) -> MemoryIndexWithInterruption:
    """An index whose only document was forgotten after it was backed up."""
    index = MemoryIndexWithInterruption()
    write_document(index, "One.")
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), ignore_progress)
    return index


def test_a_purge_during_a_restore_deletes_nothing_that_is_restored(
    emptied_index: MemoryIndexWithInterruption, file: Path
) -> None:
    def purge() -> None:
        emptied_index.commit()
        emptied_index.purge()

    emptied_index.meanwhile = purge
    restore(emptied_index, file)

    assert passage_texts(emptied_index) == ["One."]


def test_no_reader_reads_a_document_that_is_being_restored(
    tmp_path: Path, emptied_index: MemoryIndexWithInterruption, file: Path
) -> None:
    backend = Backend(tmp_path, emptied_index)
    backend.clock.time = utc_now()

    def read() -> None:
        emptied_index.commit()
        backend.read_all()

    emptied_index.meanwhile = read
    restore(emptied_index, file)

    assert (passage_texts(emptied_index), current_record(emptied_index).reread) == (["One."], None)


def test_a_gift_during_a_restore_wins_over_the_restored_document(
    emptied_index: MemoryIndexWithInterruption, file: Path
) -> None:
    emptied_index.meanwhile = lambda: write_document(emptied_index, "Given anew.")

    assert restore(emptied_index, file) == Restored(documents=0, passages=0, already_there=1)
    assert passage_texts(emptied_index) == ["Given anew."]


def test_the_next_restore_completes_one_that_was_killed(emptied_index: MemoryIndexWithInterruption, file: Path) -> None:
    emptied_index.meanwhile = interrupt
    with pytest.raises(KeyboardInterrupt):
        restore(emptied_index, file)
    emptied_index.commit()

    assert restore(emptied_index, file) == Restored(documents=1, passages=1, already_there=0)
    assert passage_texts(emptied_index) == ["One."]


def test_a_reader_that_takes_over_from_a_killed_restore_uses_another_reading_id(
    tmp_path: Path, emptied_index: MemoryIndexWithInterruption, file: Path
) -> None:
    backend = Backend(tmp_path, emptied_index)
    backend.clock.time = utc_now()
    backend.write("eric/a.txt", "One, as it is now.\n")

    emptied_index.meanwhile = interrupt
    with pytest.raises(KeyboardInterrupt):
        restore(emptied_index, file)
    emptied_index.commit()
    restoring = current_record(emptied_index).job
    backend.clock.advance(RESTORE_LEASE_S + 1)
    backend.read_all()

    assert restoring
    assert restoring.reading in current_record(emptied_index).retired
    assert passage_texts(emptied_index) == ["One, as it is now."]


def test_a_reading_of_an_older_version_answers_at_once_and_is_due_again(index: WholeIndex, file: Path) -> None:
    record = write_document(index, "Read long ago.")
    current = index.get(SCOPE, record.id)
    assert current
    assert record.active
    index.put(replace(record, active=replace(record.active, reader_version=READER_VERSION - 1)), current.version)
    index.commit()
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), ignore_progress)
    restore(index, file)

    assert passage_texts(index) == ["Read long ago."]
    assert [each.id for each in index.outdated_records(READER_VERSION)] == [record.id]
