"""Changing a document's record safely while others may change it too."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from msgspec.structs import replace

from contents_service.errors import Busy, NotFound
from contents_service.index.protocol import Index, WriteConflict
from contents_service.model import ReadingJob, Record, Scope

MAX_ATTEMPTS = 20
"""Largest number of attempts at one change; after that many conflicts the caller is told to try again later."""

RecordChange = Callable[[Record | None], Record | None]
"""Takes the current record and returns the new one; None or the same object means no change."""


def change(index: Index, scope: Scope, document_id: str, decide: RecordChange) -> tuple[Record | None, bool]:
    """Change a record, deciding again if somebody else changed it first; return it, and whether it changed."""
    for _ in range(MAX_ATTEMPTS):
        current = index.get(scope, document_id)
        before = current.record if current else None
        after = decide(before)
        if after is None or after is before:
            return before, False
        try:
            index.put(after, current.version if current else None)
        except WriteConflict:
            continue
        return after, True
    raise Busy("Too many others are changing this document. Try again in a moment.")


def given_record(record: Record | None) -> Record:
    """Return the record of a document that was given and not removed; raise NotFound otherwise."""
    if record is None or record.removed:
        raise NotFound("There is no such document here.")
    return record


def with_reading_due(record: Record, now: str) -> Record:
    """Return the record with a new reading due, in place of one that is due or under way."""
    job = ReadingJob(reading=new_reading_id(record.id), since=now)
    return replace(record, job=job, retired=retired_with_job(record))


def retired_with_job(record: Record) -> tuple[str, ...]:
    """Return the readings to delete once the one that is due or under way is given up."""
    return record.retired if record.job is None else (*record.retired, record.job.reading)


def tombstone(record: Record) -> Record:
    """Return the record of a removed document: nothing answers any more, and all its readings are to be deleted."""
    readings = retired_with_job(record) + ((record.active.reading,) if record.active else ())
    return replace(record, removed=True, active=None, job=None, retired=readings)


def scope_of_record(record: Record) -> Scope:
    """Return the scope that holds this one document."""
    return Scope(record.app, record.giver, frozenset((record.path,)))


def new_reading_id(document_id: str) -> str:
    """Return an id that no other reading has."""
    return f"{document_id}.{token_hex(4)}"
