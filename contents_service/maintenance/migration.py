"""Copying an index with another schema into one with this version's, while the old one keeps answering.

No document is read again: records, outlines and passages are copied, and indexed as this version indexes them. Each
pass copies what changed since the one before, so only the last, short pass has to wait until nobody changes the source.
What was changed in the target stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import astuple, replace

from contents_service.clock import rfc3339, utc_now
from contents_service.documents.records import scope_of_record, tombstone, with_reading_due
from contents_service.index.protocol import WholeIndex, WriteConflict
from contents_service.index.scope_snapshot import VersionedRecord
from contents_service.maintenance.backup import IncompleteReading, copy_document
from contents_service.maintenance.backup_file import Copy
from contents_service.model import AllDocuments, Record

DOCUMENTS_AT_ONCE = 200
"""Documents per commit and per progress report."""
GONE = 0
"""The version that stands for a record that the source no longer has."""


class CopyCounts(Struct, frozen=True):
    """The number of documents and passages that a pass copied, and of documents that it removed as the source did."""

    documents: int = 0
    passages: int = 0
    removed: int = 0
    reading_due: int = 0
    """The number of these documents that are to be read again, because the source lacks some of their passages."""

    def plus(self, other: CopyCounts) -> CopyCounts:
        """Return the sum of both."""
        return CopyCounts(*(one + another for one, another in zip(astuple(self), astuple(other), strict=True)))


class Migration:
    """Copies a source index with another schema into a target index, pass by pass.

    `on_progress` is called with the number of documents that a pass has looked at.
    """

    def __init__(self, source: WholeIndex, target: WholeIndex, on_progress: Callable[[int], None]) -> None:
        self._source = source
        self._target = target
        self._on_progress = on_progress
        self._ever_in_target: set[str] = set()
        """Ids of documents that the target has held: one that it no longer holds was forgotten and stays so."""

    def copy_changes(self) -> CopyCounts:
        """Make the target the same as the source, except for what was changed or forgotten in the target."""
        in_target = {versioned.record.id: versioned for versioned in self._target.select_records(AllDocuments())}
        forgotten = self._ever_in_target - in_target.keys()
        self._ever_in_target |= {id_ for id_, versioned in in_target.items() if not versioned.record.removed}
        copied_versions = {id_: versioned.copied_version for id_, versioned in in_target.items()}
        counts = CopyCounts()
        for number, listed in enumerate(self._source.select_records(AllDocuments()), 1):
            copied_version = copied_versions.pop(listed.record.id, GONE)
            if copied_version not in (None, listed.version) and listed.record.id not in forgotten:
                counts = counts.plus(self._copy(listed))
            if number % DOCUMENTS_AT_ONCE == 0:
                self._target.commit()
                self._on_progress(number)
        for id_ in [id_ for id_, copied_version in copied_versions.items() if copied_version]:
            counts = counts.plus(self._remove(in_target[id_].record, GONE))
        self._target.commit()
        return counts

    def _copy(self, listed: VersionedRecord) -> CopyCounts:
        """Copy one document as it is in the source now."""
        try:
            copied = copy_document(self._source, listed.record)
        except IncompleteReading:
            due = with_reading_due(replace(listed.record, active=None, retired=()), rfc3339(utc_now()))
            return self._write(Copy(record=due), listed.version, CopyCounts(documents=1, reading_due=1))
        if copied is None:
            return self._remove(listed.record, listed.version)
        copy, version = copied
        return self._write(copy, version, CopyCounts(documents=1, passages=len(copy.passages)))

    def _write(self, copy: Copy, version: int, counts: CopyCounts) -> CopyCounts:
        """Write a document, passages first, unless it was changed in the target; return the counts if written."""
        record = copy.record
        before = self._target.get(scope_of_record(record), record.id)
        if before and before.copied_version is None:
            return CopyCounts()
        written = _readings(before.record) if before else set()
        if copy.reading and record.active and record.active.reading not in written:
            self._target.write_passages(record, record.active.reading, copy.reading)
        retired = tuple(sorted(written - _readings(record)))
        if not self._put(replace(record, retired=retired), before, version):
            return CopyCounts()
        self._ever_in_target.add(record.id)
        return counts

    def _remove(self, record: Record, version: int) -> CopyCounts:
        """Remove the copy of a document, unless it was changed in the target; readers delete its passages."""
        before = self._target.get(scope_of_record(record), record.id)
        if before is None or before.copied_version is None or before.record.removed:
            return CopyCounts()
        if not self._put(tombstone(before.record), before, version):
            return CopyCounts()
        self._ever_in_target.discard(record.id)
        return CopyCounts(removed=1)

    def _put(self, record: Record, before: VersionedRecord | None, version: int) -> bool:
        """Write a record; False if it was changed in the target meanwhile."""
        try:
            self._target.import_copy(record, before.version if before else None, version)
        except WriteConflict:
            return False
        return True


def _readings(record: Record) -> set[str]:
    """Return the readings that may have passages in the target."""
    return {*record.retired, *([record.active.reading] if record.active else [])}
