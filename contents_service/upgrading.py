"""Bringing what an index of another schema holds into one of this version's, while that one goes on answering.

Nothing is read again for it: records, outlines and passages are copied, and indexed as this version indexes them. Each
pass copies what changed since the one before, so only the last, which is short, must come when nobody changes anything
there any more. What was changed here meanwhile is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from contents_service.backup_file import Copy
from contents_service.index import LostRace, WholeIndex
from contents_service.keeping import copied_from
from contents_service.model import OfAll, Record
from contents_service.records import scope_of_record, tombstone

AT_ONCE = 200
"""Documents that are brought over with one commit; and so often it is told how many are done."""
GONE = 0
"""In place of a version: of what is not there any more."""


class Carried(Struct, frozen=True):
    """What one pass brought over, and how many documents it removed since they were removed there."""

    documents: int
    passages: int
    removed: int


def carry_over(there: WholeIndex, here: WholeIndex, told: Callable[[int], None]) -> Carried:
    """Make `here` hold what is `there`, but for what was changed here; `told` hears how many documents are done."""
    known = {kept.record.id: kept.carried for kept in here.everything(OfAll())}
    documents = passages = removed = 0
    for number, seen in enumerate(there.everything(OfAll()), 1):
        of = known.pop(seen.record.id, GONE)
        if of not in (None, seen.version):
            copied = copied_from(there, seen.record)
            if copied is None:
                removed += _removed(here, seen.record, seen.version)
            elif _carried(here, *copied):
                documents, passages = documents + 1, passages + len(copied[0].passages)
        if number % AT_ONCE == 0:
            here.commit()
            told(number)
    removed += _remove(here, {document for document, of in known.items() if of})
    here.commit()
    return Carried(documents, passages, removed)


def _carried(here: WholeIndex, copy: Copy, version: int) -> bool:
    """Write a document as it is there, passages first; whether it was written, and not changed here meanwhile."""
    record = copy.record
    before = here.get(scope_of_record(record), record.id)
    if before and before.carried is None:
        return False
    written = _readings(before.record) if before else set()
    if copy.reading and record.held and record.held.reading not in written:
        here.write(record, record.held.reading, copy.reading)
    retired = tuple(sorted(written - _readings(record)))
    try:
        here.carry(replace(record, retired=retired), before.version if before else None, version)
    except LostRace:
        return False
    return True


def _readings(record: Record) -> set[str]:
    """The readings that may have passages here."""
    return {*record.retired, *([record.held.reading] if record.held else [])}


def _remove(here: WholeIndex, documents: set[str]) -> int:
    """Remove the copies of what is not there any more."""
    if not documents:
        return 0
    return sum(_removed(here, seen.record, GONE) for seen in here.everything(OfAll()) if seen.record.id in documents)


def _removed(here: WholeIndex, record: Record, version: int) -> bool:
    """Remove the copy of a document, if there is one that was not changed here; readers delete its passages."""
    before = here.get(scope_of_record(record), record.id)
    if before is None or before.carried is None or before.record.removed:
        return False
    try:
        here.carry(tombstone(before.record), before.version, version)
    except LostRace:
        return False
    return True
