"""Backing up all documents and their readings to a file, and restoring them.

A backup copies one document at a time, its record and its reading together. A restore writes as a reader does, under a
lease on the document's record, so that a running service neither reads nor deletes what is being restored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from contents_service.clock import rfc3339, utc_now
from contents_service.documents.reading.skewed_leases import RESTORE_LEASE_S
from contents_service.documents.records import (
    change,
    new_reading_id,
    retired_with_job,
    scope_of_record,
    with_reading_due,
)
from contents_service.errors import ContentsError
from contents_service.index.protocol import Index, WholeIndex
from contents_service.maintenance import backup_file
from contents_service.maintenance.backup_file import Copy, Totals
from contents_service.model import AllDocuments, PassageContent, ReadingJob, Record

DOCUMENTS_AT_ONCE = 200
"""Documents per commit and per progress report."""
PASSAGES_AT_ONCE = 500
"""Passages fetched with one request."""
TRIES = 20
"""Attempts at copying a document whose reading is replaced meanwhile; after these it counts as incomplete."""
HOLDER = "contents restore"
"""The name in the leases of documents that are being restored."""


class IncompleteReading(ContentsError):
    """The index lacks passages of a reading that answers."""


class Restored(Struct, frozen=True):
    """The numbers of documents and passages that were restored, and of documents that were in the index already."""

    documents: int
    passages: int
    already_there: int


def back_up(index: WholeIndex, path: Path, on_progress: Callable[[int], None]) -> Totals:
    """Copy all documents and their readings to a file; `on_progress` is called with the number of documents done."""
    return backup_file.write(path, _copies(index, on_progress))


def _copies(index: WholeIndex, on_progress: Callable[[int], None]) -> Iterator[Copy]:
    for number, versioned in enumerate(index.select_records(AllDocuments()), 1):
        copied = copy_document(index, versioned.record)
        if copied:
            yield copied[0]
        if number % DOCUMENTS_AT_ONCE == 0:
            on_progress(number)


def copy_document(index: Index, listed: Record) -> tuple[Copy, int] | None:
    """Return a copy of a document as it is now, and the version copied; None if it was removed.

    It is copied again if its reading is replaced meanwhile.
    """
    for _ in range(TRIES):
        current = index.get(scope_of_record(listed), listed.id)
        if current is None or current.record.removed:
            return None
        record = replace(current.record, retired=())
        outline = index.outline(scope_of_record(record), record)
        copy = Copy(record=record, outline=outline, passages=tuple(_passages(index, record)))
        if copy.is_whole and not _is_removed(index, record):
            return copy, current.version
        index.refresh()  # `get` sees every write, and `passages` only those before the last refresh
    raise IncompleteReading(
        f"Document {listed.id} of application {listed.app} lacks passages in the index. Have it read again with "
        f"`contents rebuild --app {listed.app}`, and back up after that."
    )


def _passages(index: Index, record: Record) -> Iterator[PassageContent]:
    scope, after, last = scope_of_record(record), 0, record.active.passages if record.active else 0
    while after < last and (page := index.passages(scope, record, after=after, limit=PASSAGES_AT_ONCE)):
        yield from (content for _, content in page)
        after = page[-1][0]


def _is_removed(index: Index, record: Record) -> bool:
    current = index.get(scope_of_record(record), record.id)
    return current is None or current.record.removed


def restore(
    index: WholeIndex, file: IO[bytes], on_progress: Callable[[int, int], None], *, replacing: bool
) -> Restored:
    """Restore the documents of a backup, or none unless the whole file is intact.

    A document that is in the index already is left as it is, unless it is to be replaced. `on_progress` is called with
    the number of documents done and their total.
    """
    documents = passages = number = 0
    total = sum(1 for _ in backup_file.copies(file))
    for number, copy in enumerate(backup_file.copies(file), 1):
        if _restore_document(index, copy, replacing=replacing):
            documents, passages = documents + 1, passages + len(copy.passages)
        if number % DOCUMENTS_AT_ONCE == 0:
            index.commit()
            on_progress(number, total)
    index.commit()
    return Restored(documents, passages, already_there=number - documents)


def _restore_document(index: Index, copy: Copy, *, replacing: bool) -> bool:
    """Write a document, passages first; False if it is in the index already or others change it meanwhile."""
    scope, id_ = scope_of_record(copy.record), copy.record.id
    leased, is_ours = change(index, scope, id_, partial(_with_lease, copy.record, replacing=replacing))
    if not (is_ours and leased and leased.job):
        return False
    reading_id = leased.job.reading
    if copy.reading:
        index.write_passages(copy.record, reading_id, copy.reading)
    _, is_restored = change(index, scope, id_, partial(_with_copy, copy.record, reading_id))
    if not is_restored:
        index.delete_passages(leased, [reading_id])
    return is_restored


def _with_lease(copied: Record, before: Record | None, *, replacing: bool) -> Record | None:
    """Return the record while its passages are written; None if the document is in the index already.

    Passages are restored under their old reading id, which citations name. They get a new one only if the index knows
    something of the document, since it may be about to delete passages with the old id.
    """
    if before and not (before.removed or replacing or _is_half_restored(before)):
        return None
    start = before or replace(copied, active=None, job=None, retired=())
    reading_id = copied.active.reading if copied.active and not before else new_reading_id(copied.id)
    now = utc_now()
    lease_until = now.timestamp() + RESTORE_LEASE_S
    job = ReadingJob(reading=reading_id, since=rfc3339(now), holder=HOLDER, lease_until=lease_until)
    return replace(start, job=job, removed=False, retired=retired_with_job(start))


def _is_half_restored(record: Record) -> bool:
    """Whether an earlier restore was killed while it restored this document."""
    return record.job is not None and record.job.holder == HOLDER


def _with_copy(copied: Record, reading_id: str, before: Record | None) -> Record | None:
    """Return the copied record in place of what the index has; None if others have changed it meanwhile."""
    if before is None or before.job is None or before.job.reading != reading_id:
        return None
    earlier = (before.active.reading,) if before.active else ()
    active = copied.active and replace(copied.active, reading=reading_id)
    restored = replace(copied, active=active, job=None, retired=(*before.retired, *earlier))
    return with_reading_due(restored, rfc3339(utc_now())) if copied.job else restored
