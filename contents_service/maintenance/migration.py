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
from contents_service.documents.records import scope_of_record, to_be_read, tombstone
from contents_service.index.protocol import LostRace, WholeIndex
from contents_service.index.scope_snapshot import VersionedRecord
from contents_service.maintenance.backup import NotWhole, copied_from
from contents_service.maintenance.backup_file import Copy
from contents_service.model import AllDocuments, Record

AT_ONCE = 200
"""Documents that are brought over with one commit; and so often it is told how many are done."""
GONE = 0
"""In place of a version: of what is not there any more."""


class Carried(Struct, frozen=True):
    """What one pass brought over, and how many documents it removed since they were removed there."""

    documents: int = 0
    passages: int = 0
    removed: int = 0
    to_be_read: int = 0
    """How many of the documents are to be read again, since passages of them are missing there."""

    def plus(self, other: Carried) -> Carried:
        """Both together."""
        return Carried(*(one + another for one, another in zip(astuple(self), astuple(other), strict=True)))


class Upgrade:
    """Copies what is `there`, in the index of another schema, into `here`, pass by pass.

    `told` hears how many documents a pass has looked at.
    """

    def __init__(self, there: WholeIndex, here: WholeIndex, told: Callable[[int], None]) -> None:
        self._there = there
        self._here = here
        self._told = told
        self._stood_here: set[str] = set()
        """Documents that stood here once: what then is not here any more was forgotten here, and does not come back."""

    def carry_over(self) -> Carried:
        """Make `here` hold what is `there`, but for what was changed here, or forgotten since the first pass."""
        kept_here = {kept.record.id: kept for kept in self._here.everything(AllDocuments())}
        forgotten = self._stood_here - kept_here.keys()
        self._stood_here |= {document for document, kept in kept_here.items() if not kept.record.removed}
        versions = {document: kept.carried for document, kept in kept_here.items()}
        carried = Carried()
        for number, seen in enumerate(self._there.everything(AllDocuments()), 1):
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

    def _carried(self, seen: VersionedRecord) -> Carried:
        """Bring over one document as it now is there."""
        try:
            copied = copied_from(self._there, seen.record)
        except NotWhole:
            due = to_be_read(replace(seen.record, active=None, retired=()), rfc3339(utc_now()))
            return self._written(Copy(record=due), seen.version, Carried(documents=1, to_be_read=1))
        if copied is None:
            return self._removed(seen.record, seen.version)
        copy, version = copied
        return self._written(copy, version, Carried(documents=1, passages=len(copy.passages)))

    def _written(self, copy: Copy, version: int, carried: Carried) -> Carried:
        """Write a document, passages first, unless it was changed here."""
        record = copy.record
        before = self._here.get(scope_of_record(record), record.id)
        if before and before.carried is None:
            return Carried()
        written = _readings(before.record) if before else set()
        if copy.reading and record.active and record.active.reading not in written:
            self._here.write(record, record.active.reading, copy.reading)
        retired = tuple(sorted(written - _readings(record)))
        if not self._put(replace(record, retired=retired), before, version):
            return Carried()
        self._stood_here.add(record.id)
        return carried

    def _removed(self, record: Record, version: int) -> Carried:
        """Remove the copy of a document, if there is one that was not changed here; readers delete its passages."""
        before = self._here.get(scope_of_record(record), record.id)
        if before is None or before.carried is None or before.record.removed:
            return Carried()
        if not self._put(tombstone(before.record), before, version):
            return Carried()
        self._stood_here.discard(record.id)
        return Carried(removed=1)

    def _put(self, record: Record, before: VersionedRecord | None, version: int) -> bool:
        """Whether a record was written, and not changed here meanwhile by another."""
        try:
            self._here.carry(record, before.version if before else None, version)
        except LostRace:
            return False
        return True


def _readings(record: Record) -> set[str]:
    """The readings that may have passages here."""
    return {*record.retired, *([record.active.reading] if record.active else [])}
