"""Bringing what an index of another schema holds into one of this version's, while that one goes on answering.

Nothing is read again for it: records, outlines and passages are copied, and indexed as this version indexes them. Each
pass copies what changed since the one before, so only the last, which is short, must come when nobody changes anything
there any more. What was changed in the new index already is left as it is.
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

AT_ONCE = 200
"""Documents that are brought over with one commit; and so often it is told how many are done."""
GONE = 0
"""In place of a version: of what is not there any more."""


class CopyCounts(Struct, frozen=True):
    """What one pass brought over, and how many documents it removed since they were removed there."""

    documents: int = 0
    passages: int = 0
    removed: int = 0
    reading_due: int = 0
    """How many of the documents are to be read again, since passages of them are missing there."""

    def plus(self, other: CopyCounts) -> CopyCounts:
        """Both together."""
        return CopyCounts(*(one + another for one, another in zip(astuple(self), astuple(other), strict=True)))


class Migration:
    """Copies what is `there`, in the index of another schema, into `here`, pass by pass.

    `told` hears how many documents a pass has looked at.
    """

    def __init__(self, there: WholeIndex, here: WholeIndex, told: Callable[[int], None]) -> None:
        self._there = there
        self._here = here
        self._told = told
        self._stood_here: set[str] = set()
        """Documents that stood here once: what then is not here any more was forgotten here, and does not come back."""

    def copy_changes(self) -> CopyCounts:
        """Make `here` hold what is `there`, but for what was changed here, or forgotten since the first pass."""
        kept_here = {kept.record.id: kept for kept in self._here.select_records(AllDocuments())}
        forgotten = self._stood_here - kept_here.keys()
        self._stood_here |= {document for document, kept in kept_here.items() if not kept.record.removed}
        versions = {document: kept.copied_version for document, kept in kept_here.items()}
        carried = CopyCounts()
        for number, seen in enumerate(self._there.select_records(AllDocuments()), 1):
            of = versions.pop(seen.record.id, GONE)
            if of not in (None, seen.version) and seen.record.id not in forgotten:
                carried = carried.plus(self._carried(seen))
            if number % AT_ONCE == 0:
                self._here.commit()
                self._told(number)
        for document in (document for document, of in versions.items() if of):
            carried = carried.plus(self._removed(kept_here[document].record, GONE))
        self._here.commit()
        return carried

    def _carried(self, seen: VersionedRecord) -> CopyCounts:
        """Bring over one document as it now is there."""
        try:
            copied = copy_document(self._there, seen.record)
        except IncompleteReading:
            due = with_reading_due(replace(seen.record, active=None, retired=()), rfc3339(utc_now()))
            return self._written(Copy(record=due), seen.version, CopyCounts(documents=1, reading_due=1))
        if copied is None:
            return self._removed(seen.record, seen.version)
        copy, version = copied
        return self._written(copy, version, CopyCounts(documents=1, passages=len(copy.passages)))

    def _written(self, copy: Copy, version: int, carried: CopyCounts) -> CopyCounts:
        """Write a document, passages first, unless it was changed here."""
        record = copy.record
        before = self._here.get(scope_of_record(record), record.id)
        if before and before.copied_version is None:
            return CopyCounts()
        written = _readings(before.record) if before else set()
        if copy.reading and record.active and record.active.reading not in written:
            self._here.write_passages(record, record.active.reading, copy.reading)
        retired = tuple(sorted(written - _readings(record)))
        if not self._put(replace(record, retired=retired), before, version):
            return CopyCounts()
        self._stood_here.add(record.id)
        return carried

    def _removed(self, record: Record, version: int) -> CopyCounts:
        """Remove the copy of a document, if there is one that was not changed here; readers delete its passages."""
        before = self._here.get(scope_of_record(record), record.id)
        if before is None or before.copied_version is None or before.record.removed:
            return CopyCounts()
        if not self._put(tombstone(before.record), before, version):
            return CopyCounts()
        self._stood_here.discard(record.id)
        return CopyCounts(removed=1)

    def _put(self, record: Record, before: VersionedRecord | None, version: int) -> bool:
        """Whether a record was written, and not changed here meanwhile by another."""
        try:
            self._here.import_copy(record, before.version if before else None, version)
        except WriteConflict:
            return False
        return True


def _readings(record: Record) -> set[str]:
    """The readings that may have passages here."""
    return {*record.retired, *([record.active.reading] if record.active else [])}
