"""Having all that was given read again from the Home Folders, as if the readers were new."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from contents_service.clock import rfc3339, utc_now
from contents_service.documents.records import change, scope_of_record, with_reading_due
from contents_service.index.protocol import Index, WholeIndex
from contents_service.model import Record, Selection

AT_ONCE = 200
"""Documents that are marked with one commit; and so often it is told how many are done."""
LOOK_EVERY_S = 0.5


class ScheduledReadings(Struct, frozen=True):
    """How many documents are to be read again, and how many were to be read anyway."""

    documents: int
    due_already: int


class ReadingResults(Struct, frozen=True):
    """How many readings ended well, and how many did not, by why."""

    read: int
    not_read: Mapping[str, int]


def rebuild(index: WholeIndex, whose: Selection, told: Callable[[int], None]) -> ScheduledReadings:
    """Have every document read again; what was read of it before answers until then. `told` hears how many are done."""
    marked = due_already = 0
    for number, seen in enumerate(index.select_records(whose), 1):
        record, changed = change(index, scope_of_record(seen.record), seen.record.id, _due)
        marked += changed
        due_already += not changed and record is not None and not record.removed
        if number % AT_ONCE == 0:
            index.commit()
            told(number)
    index.commit()
    return ScheduledReadings(marked, due_already)


def _due(record: Record | None) -> Record | None:
    if record is None or record.removed or record.job:
        return None
    return with_reading_due(record, rfc3339(utc_now()))


def wait(index: WholeIndex, whose: Selection, told: Callable[[int], None]) -> ReadingResults:
    """Wait until no document is to be read any more. `told` hears how many are done."""
    read, not_read = 0, Counter[str]()
    for number, seen in enumerate(index.select_records(whose), 1):
        record = _ended(index, seen.record)
        if record is None:
            continue
        why = record.why or (record.reread and record.reread.why)
        read += why is None
        not_read.update([why.code] if why else [])
        if number % AT_ONCE == 0:
            told(number)
    return ReadingResults(read, dict(not_read))


def _ended(index: Index, seen: Record) -> Record | None:
    """A document once its reading has ended; None if it was removed meanwhile."""
    kept = index.get(scope_of_record(seen), seen.id)
    while kept and kept.record.job:
        time.sleep(LOOK_EVERY_S)
        kept = index.get(scope_of_record(seen), seen.id)
    return None if kept is None or kept.record.removed else kept.record
