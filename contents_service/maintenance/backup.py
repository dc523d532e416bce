"""Keeping what was given and read: copied into a file, and brought back from it.

A copy is of one document at a time, its record and its reading as they belong together. What is brought back is written
as a reader writes it: under a lease on the document's record, so that a running service neither reads nor deletes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from contents_service.clock import rfc3339, utc_now
from contents_service.documents.reading.skewed_leases import LONGEST_LEASE_S
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

AT_ONCE = 200
"""Documents that are brought back with one commit; and so often it is told how far either has come."""
PASSAGES_AT_ONCE = 500
TRIES = 20
"""Readings are swapped by people, not by the second: what is not whole so often will not be."""
HOLDER = "contents restore"


class IncompleteReading(ContentsError):
    """Passages are missing of a reading that should answer."""


class Restored(Struct, frozen=True):
    """What a backup brought back, and how many of its documents were there already."""

    documents: int
    passages: int
    there: int


def back_up(index: WholeIndex, path: Path, told: Callable[[int], None]) -> Totals:
    """Copy all that was given and read into a file; `told` hears how many documents are done."""
    return backup_file.write(path, _copies(index, told))


def _copies(index: WholeIndex, told: Callable[[int], None]) -> Iterator[Copy]:
    for number, seen in enumerate(index.select_records(AllDocuments()), 1):
        copied = copy_document(index, seen.record)
        if copied:
            yield copied[0]
        if number % AT_ONCE == 0:
            told(number)


def copy_document(index: Index, seen: Record) -> tuple[Copy, int] | None:
    """A document as it is now, and which version of it that is; None if it was removed.

    It is fetched again where its reading is swapped meanwhile.
    """
    for _ in range(TRIES):
        kept = index.get(scope_of_record(seen), seen.id)
        if kept is None or kept.record.removed:
            return None
        record = replace(kept.record, retired=())
        outline = index.outline(scope_of_record(record), record)
        copy = Copy(record=record, outline=outline, passages=tuple(_passages(index, record)))
        if copy.is_whole and not _is_removed(index, record):
            return copy, kept.version
        index.refresh()  # the record is as it is at this moment, and its passages as they were last shown
    raise IncompleteReading(
        f"Passages are missing of document {seen.id} of application {seen.app}. Have it read again with "
        f"`contents rebuild --app {seen.app}`, and then back up."
    )


def _passages(index: Index, record: Record) -> Iterator[PassageContent]:
    scope, after, last = scope_of_record(record), 0, record.active.passages if record.active else 0
    while after < last and (page := index.passages(scope, record, after=after, limit=PASSAGES_AT_ONCE)):
        yield from (draft for _, draft in page)
        after = page[-1][0]


def _is_removed(index: Index, record: Record) -> bool:
    kept = index.get(scope_of_record(record), record.id)
    return kept is None or kept.record.removed


def restore(index: WholeIndex, file: IO[bytes], told: Callable[[int, int], None], *, replacing: bool) -> Restored:
    """Bring back what a backup holds; nothing at all unless all of it holds.

    A document that is there already is left as it is, unless it is to be replaced. `told` hears how many documents are
    done, and of how many.
    """
    documents = passages = number = 0
    of = sum(1 for _ in backup_file.copies(file))
    for number, copy in enumerate(backup_file.copies(file), 1):
        if _brought_back(index, copy, replacing=replacing):
            documents, passages = documents + 1, passages + len(copy.passages)
        if number % AT_ONCE == 0:
            index.commit()
            told(number, of)
    index.commit()
    return Restored(documents, passages, there=number - documents)


def _brought_back(index: Index, copy: Copy, *, replacing: bool) -> bool:
    """Write a document, passages first, unless it is there already, or others change it meanwhile."""
    scope, document = scope_of_record(copy.record), copy.record.id
    claimed, ours = change(index, scope, document, partial(_claimed, copy.record, replacing=replacing))
    if not (ours and claimed and claimed.job):
        return False
    reading = claimed.job.reading
    if copy.reading:
        index.write_passages(copy.record, reading, copy.reading)
    _, answers = change(index, scope, document, partial(_answering, copy.record, reading))
    if not answers:
        index.delete_passages(claimed, [reading])
    return answers


def _claimed(copied: Record, before: Record | None, *, replacing: bool) -> Record | None:
    """The record while its passages are written; None where the document is there already.

    Passages come back under the id that they had, which citations name. Only where something is known of the document,
    which may be about to be deleted under that id, they are given another.
    """
    if before and not (before.removed or replacing or _left_by_us(before)):
        return None
    start = before or replace(copied, active=None, job=None, retired=())
    reading = copied.active.reading if copied.active and not before else new_reading_id(copied.id)
    now = utc_now()
    job = ReadingJob(reading=reading, since=rfc3339(now), holder=HOLDER, lease_until=now.timestamp() + LONGEST_LEASE_S)
    return replace(start, job=job, removed=False, retired=retired_with_job(start))


def _left_by_us(record: Record) -> bool:
    """Whether this was being brought back when the command was killed."""
    return record.job is not None and record.job.holder == HOLDER


def _answering(copied: Record, reading: str, before: Record | None) -> Record | None:
    """The record as it was copied, in place of what was there; None where others have changed it meanwhile."""
    if before is None or before.job is None or before.job.reading != reading:
        return None
    former = (before.active.reading,) if before.active else ()
    held = copied.active and replace(copied.active, reading=reading)
    restored = replace(copied, active=held, job=None, retired=(*before.retired, *former))
    return with_reading_due(restored, rfc3339(utc_now())) if copied.job else restored
