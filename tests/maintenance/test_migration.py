"""An index with another schema is copied pass by pass, and later changes to the copy stay."""

from __future__ import annotations

import pytest
from helpers.factories import make_reading, make_record, write_reading
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.documents import purging
from contents_service.documents.records import tombstone
from contents_service.index.protocol import Index, WriteConflict, document_id
from contents_service.maintenance.migration import CopyCounts, Migration
from contents_service.model import AllDocuments, PersonDocuments, Reading, Record, Scope

SCOPE = Scope("shop", "eric")
NOTHING = CopyCounts()


@pytest.fixture
def source() -> MemoryIndex:
    """An index with another schema and two documents."""
    index = MemoryIndex()
    write_document(index, "One.", "Two.")
    write_document(index, "Three.", path="eric/b.txt")
    return index


@pytest.fixture
def copy() -> MemoryIndex:
    return MemoryIndex()


def write_document(index: Index, *texts: str, path: str = "eric/a.txt") -> Record:
    record = write_reading(index, SCOPE, path, make_reading(*texts))
    index.commit()
    return record


def current_record(index: Index, path: str = "eric/a.txt") -> Record:
    current = index.get(SCOPE, document_id(SCOPE, path))
    assert current
    return current.record


def put(index: Index, record: Record) -> None:
    current = index.get(SCOPE, record.id)
    assert current
    index.put(record, current.version)
    index.commit()


def passage_texts(index: Index, path: str = "eric/a.txt") -> list[str]:
    """Return the passages of a document's active reading."""
    return [content.text for _, content in index.passages(SCOPE, current_record(index, path), after=0, limit=99)]


def copy_changes(source: MemoryIndex, copy: MemoryIndex) -> CopyCounts:
    return Migration(source, copy, lambda _: None).copy_changes()


def test_every_document_is_copied_once_with_the_same_ids(source: MemoryIndex, copy: MemoryIndex) -> None:
    source.put(make_record(SCOPE, "eric/due.txt"), None)
    source.commit()

    assert copy_changes(source, copy) == CopyCounts(documents=3, passages=3)
    assert [current_record(copy, f"eric/{name}.txt") for name in ("a", "b", "due")] == [
        current_record(source, f"eric/{name}.txt") for name in ("a", "b", "due")
    ]
    assert (passage_texts(copy), passage_texts(copy, "eric/b.txt")) == (["One.", "Two."], ["Three."])
    assert copy_changes(source, copy) == NOTHING


def test_the_next_pass_copies_only_what_changed_since(source: MemoryIndex, copy: MemoryIndex) -> None:
    write_document(source, "Never changed.", path="eric/c.txt")
    copy_changes(source, copy)

    write_document(source, "Read anew.")
    put(source, replace(current_record(source, "eric/b.txt"), enabled=False))

    assert copy_changes(source, copy) == CopyCounts(documents=2, passages=2)
    assert (passage_texts(copy), current_record(copy, "eric/b.txt").enabled) == (["Read anew."], False)
    purging.delete_retired(copy)
    assert (current_record(copy).retired, passage_texts(copy), copy.purge()) == ((), ["Read anew."], 2)


@pytest.mark.parametrize("deleted", [False, True])
def test_a_document_removed_from_the_source_is_removed_from_the_copy(
    source: MemoryIndex, copy: MemoryIndex, *, deleted: bool
) -> None:
    copy_changes(source, copy)
    put(source, tombstone(current_record(source)))
    if deleted:
        purging.delete_retired(source)

    assert copy_changes(source, copy) == CopyCounts(removed=1)
    assert copy_changes(source, copy) == NOTHING
    purging.delete_retired(copy)
    assert (copy.get(SCOPE, document_id(SCOPE, "eric/a.txt")), copy.purge()) == (None, 2)
    assert copy_changes(source, copy) == NOTHING


def test_a_document_removed_and_given_again_is_copied_again(source: MemoryIndex, copy: MemoryIndex) -> None:
    copy_changes(source, copy)
    put(source, tombstone(current_record(source)))
    purging.delete_retired(source)
    copy_changes(source, copy)

    write_document(source, "Given again.")
    copy_changes(source, copy)
    purging.delete_retired(copy)

    assert passage_texts(copy) == ["Given again."]


def test_changes_to_the_copy_are_not_overwritten(source: MemoryIndex, copy: MemoryIndex) -> None:
    copy_changes(source, copy)
    write_document(copy, "Only in the copy.", path="eric/c.txt")
    put(copy, replace(current_record(copy), enabled=False))
    put(copy, tombstone(current_record(copy, "eric/b.txt")))
    write_document(source, "Read anew.")
    put(source, tombstone(current_record(source)))
    write_document(source, "Read anew.", path="eric/b.txt")

    assert copy_changes(source, copy) == NOTHING
    assert (passage_texts(copy, "eric/c.txt"), passage_texts(copy), current_record(copy).enabled) == (
        ["Only in the copy."],
        ["One.", "Two."],
        False,
    )
    assert current_record(copy, "eric/b.txt").removed


def test_a_document_forgotten_in_the_copy_does_not_come_back(source: MemoryIndex, copy: MemoryIndex) -> None:
    migration = Migration(source, copy, lambda _: None)
    migration.copy_changes()
    put(source, replace(current_record(source), enabled=False))

    purging.forget_all(copy, PersonDocuments("eric"), lambda _done, _of: None)

    assert migration.copy_changes() == NOTHING
    assert list(copy.select_records(AllDocuments())) == []


def test_following_copies_a_document_that_was_removed_and_given_again(source: MemoryIndex, copy: MemoryIndex) -> None:
    migration = Migration(source, copy, lambda _: None)
    migration.copy_changes()
    put(source, tombstone(current_record(source)))
    assert migration.copy_changes() == CopyCounts(removed=1)
    purging.delete_retired(copy)
    purging.delete_retired(source)
    assert migration.copy_changes() == NOTHING

    write_document(source, "Given again.")
    assert migration.copy_changes() == CopyCounts(documents=1, passages=1)


def test_a_document_with_missing_passages_is_due_to_be_read_again(source: MemoryIndex, copy: MemoryIndex) -> None:
    active = current_record(source).active
    assert active
    source.delete_passages(current_record(source), [active.reading])

    assert copy_changes(source, copy) == CopyCounts(documents=2, passages=1, reading_due=1)
    assert (current_record(copy).state, passage_texts(copy), passage_texts(copy, "eric/b.txt")) == (
        "reading",
        [],
        ["Three."],
    )
    assert copy_changes(source, copy) == NOTHING


class IndexOfKilledMigration(MemoryIndex):
    """An index whose migration is killed once, while it writes the second document."""

    written = 0

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        super().write_passages(record, reading_id, reading)
        self.written += 1
        if self.written == 2:
            raise KeyboardInterrupt


def test_the_next_pass_completes_one_that_was_killed(source: MemoryIndex) -> None:
    copy = IndexOfKilledMigration()
    with pytest.raises(KeyboardInterrupt):
        copy_changes(source, copy)
    copy.commit()

    assert copy_changes(source, copy).documents == 1
    assert (passage_texts(copy), passage_texts(copy, "eric/b.txt")) == (["One.", "Two."], ["Three."])


class IndexWithRaces(MemoryIndex):
    """An index in which somebody else changes every record just before it is written."""

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        if version is not None:
            self.put(replace(current_record(self), enabled=False), version)
        super().import_copy(record, version, of)


def test_a_lost_race_leaves_the_record_that_won(source: MemoryIndex) -> None:
    copy = IndexWithRaces()
    copy_changes(source, copy)
    write_document(source, "Read anew.")

    assert copy_changes(source, copy) == NOTHING
    assert (passage_texts(copy), current_record(copy).enabled) == (["One.", "Two."], False)
    with pytest.raises(WriteConflict):
        copy.import_copy(current_record(source), None, 1)
