"""Reading everything that was given again from the Home Folders, and waiting until it is done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from contents_service.clock import rfc3339, utc_now
from contents_service.documents.records import change, scope_of_record, with_reading_due
from contents_service.index.protocol import Index, WholeIndex
from contents_service.model import Record, Selection

DOCUMENTS_AT_ONCE = 200
"""Documents per commit and per progress report."""
POLL_INTERVAL_S = 0.5
"""Pause between two checks of a document that is being read, in seconds."""


class ScheduledReadings(Struct, frozen=True):
    """The number of documents that are to be read again, and of those that were due already."""

    documents: int
    due_already: int


class ReadingResults(Struct, frozen=True):
    """The number of readings that succeeded, and of those that failed by reason code."""

    read: int
    not_read: Mapping[str, int]


def rebuild(index: WholeIndex, selection: Selection, on_progress: Callable[[int], None]) -> ScheduledReadings:
    """Make a reading due for every document; earlier readings answer until then.

    `on_progress` is called with the number of documents done.
    """
    scheduled = due_already = 0
    for number, versioned in enumerate(index.select_records(selection), 1):
        listed = versioned.record
        record, changed = change(index, scope_of_record(listed), listed.id, _with_reread_due)
        scheduled += changed
        due_already += not changed and record is not None and not record.removed
        if number % DOCUMENTS_AT_ONCE == 0:
            index.commit()
            on_progress(number)
    index.commit()
    return ScheduledReadings(scheduled, due_already)


def _with_reread_due(record: Record | None) -> Record | None:
    if record is None or record.removed or record.job:
        return None
    return with_reading_due(record, rfc3339(utc_now()))


def wait(index: WholeIndex, selection: Selection, on_progress: Callable[[int], None]) -> ReadingResults:
    """Wait until no document is due to be read; `on_progress` is called with the number of documents done."""
    read, not_read = 0, Counter[str]()
    for number, versioned in enumerate(index.select_records(selection), 1):
        record = _wait_until_read(index, versioned.record)
        if record is None:
            continue
        why = record.why or (record.reread and record.reread.why)
        read += why is None
        not_read.update([why.code] if why else [])
        if number % DOCUMENTS_AT_ONCE == 0:
            on_progress(number)
    return ReadingResults(read, dict(not_read))


def _wait_until_read(index: Index, listed: Record) -> Record | None:
    """Return a document's record once its reading has ended; None if it was removed meanwhile."""
    current = index.get(scope_of_record(listed), listed.id)
    while current and current.record.job:
        time.sleep(POLL_INTERVAL_S)
        current = index.get(scope_of_record(listed), listed.id)
    return None if current is None or current.record.removed else current.record
