"""Readers delete what was retired, neither too early nor too late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.factories import make_reading, new_app_id
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.documents import giving, listing, purging
from contents_service.errors import IndexUnavailable
from contents_service.index.protocol import Index, WholeIndex
from contents_service.model import Record, Scope


def backend_with_document(tmp_path: Path, index: Index) -> tuple[Backend, Scope, str]:
    """Return a backend with one document of one passage, its scope, which no other test uses, and its id."""
    backend, scope = Backend(tmp_path, index), Scope(new_app_id(), new_app_id())
    return backend, scope, give_and_read(backend, scope, "# Notes\n\nThe first text.\n")


def give_and_read(backend: Backend, scope: Scope, text: str) -> str:
    """Give a document and read it alone, not what other tests left due in the same index."""
    path = f"{scope.giver}/notes.md"
    backend.write(path, text)
    document = giving.give(backend.services, scope, path).document.id
    read_document(backend, scope, document)
    return document


def read_document(backend: Backend, scope: Scope, document: str) -> None:
    reader, current = backend.reader(), backend.services.index.get(scope, document)
    assert current
    claim = reader.leases.claim(current)
    if claim:
        reader.read(claim)
    backend.services.index.commit()


def passage_texts(index: Index, scope: Scope, record: Record) -> list[str]:
    """Return the passages of the reading that was active when the record was fetched."""
    return [content.text for _, content in index.passages(scope, record, after=0, limit=9)]


def current_record(index: Index, scope: Scope, document: str) -> Record:
    current = index.get(scope, document)
    assert current
    return current.record


def test_a_document_that_is_removed_and_given_again_loses_its_old_passages(tmp_path: Path, index: WholeIndex) -> None:
    backend, scope, document = backend_with_document(tmp_path, index)
    before = current_record(index, scope, document)
    giving.remove(backend.services, scope, document)
    give_and_read(backend, scope, "# Notes\n\nThe second text.\n")

    purging.delete_retired(index)

    assert passage_texts(index, scope, before) == []
    assert passage_texts(index, scope, current_record(index, scope, document)) == ["The second text."]
    assert current_record(index, scope, document).retired == ()


def test_reading_again_deletes_what_the_reading_under_way_has_written(tmp_path: Path, index: WholeIndex) -> None:
    backend, scope, document = backend_with_document(tmp_path, index)
    giving.read_again(backend.services, scope, document)
    being_read = current_record(index, scope, document)
    assert being_read.job
    index.write_passages(being_read, being_read.job.reading, make_reading("Half of it."))
    index.commit()

    giving.read_again(backend.services, scope, document)
    purging.delete_retired(index)

    half_read = replace(
        being_read, active=being_read.active and replace(being_read.active, reading=being_read.job.reading)
    )
    assert passage_texts(index, scope, half_read) == []
    assert passage_texts(index, scope, current_record(index, scope, document)) == ["The first text."]


def test_the_record_of_an_unreadable_document_is_deleted_once_it_is_removed(tmp_path: Path, index: WholeIndex) -> None:
    backend, scope = Backend(tmp_path, index), Scope(new_app_id(), new_app_id())
    document = give_and_read(backend, scope, "")
    purging.delete_retired(index)
    assert (current_record(index, scope, document).state, current_record(index, scope, document).retired) == (
        "not_read",
        (),
    )

    giving.remove(backend.services, scope, document)
    purging.delete_retired(index)

    assert index.get(scope, document) is None


class MemoryIndexWithInterruption(MemoryIndex):
    """An index that calls `meanwhile` once, right after passages were deleted, and whose next commits may fail."""

    meanwhile: Callable[[], object] | None = None
    failing_commits = 0

    def delete_passages(self, record: Record, readings: Sequence[str]) -> None:
        super().delete_passages(record, readings)
        interruption, self.meanwhile = self.meanwhile, None
        if interruption:
            interruption()

    def commit(self) -> None:
        if self.failing_commits:
            self.failing_commits -= 1
            raise IndexUnavailable("The index is slow.")
        super().commit()


def test_a_reading_that_is_retired_during_a_deletion_is_deleted_by_the_next(tmp_path: Path) -> None:
    index = MemoryIndexWithInterruption()
    backend, scope, document = backend_with_document(tmp_path, index)
    give_and_read(backend, scope, "# Notes\n\nThe second text.\n")
    index.meanwhile = lambda: give_and_read(backend, scope, "# Notes\n\nThe third text.\n")

    purging.delete_retired(index)
    assert index.purge() == 1
    assert current_record(index, scope, document).retired

    purging.delete_retired(index)
    assert index.purge() == 1
    assert current_record(index, scope, document).retired == ()


def test_a_record_names_its_retired_readings_until_their_deletion_is_on_disk(tmp_path: Path) -> None:
    index = MemoryIndexWithInterruption()
    backend, scope, document = backend_with_document(tmp_path, index)
    giving.remove(backend.services, scope, document)
    retired = current_record(index, scope, document).retired
    index.failing_commits = 1

    with pytest.raises(IndexUnavailable):
        purging.delete_retired(index)
    assert current_record(index, scope, document).retired == retired

    purging.delete_retired(index)
    assert index.get(scope, document) is None


class IndexWithOneFailingRefresh(MemoryIndex):
    """An index whose first refresh fails."""

    refreshes = 0

    def refresh(self) -> None:
        self.refreshes += 1
        if self.refreshes == 1:
            raise IndexUnavailable("The index is slow.")
        super().refresh()


def test_a_reading_survives_a_failed_refresh_after_it_was_written(tmp_path: Path) -> None:
    backend, scope, document = backend_with_document(tmp_path, IndexWithOneFailingRefresh())
    page = listing.list_passages(backend.services, scope, document, cursor=None, limit=9)
    assert len(page.items) == 1
