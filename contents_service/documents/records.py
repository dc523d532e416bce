"""Changing a document's record, whoever else changes it at the same time."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from msgspec.structs import replace

from contents_service.errors import Busy, NotFound
from contents_service.index.protocol import Index, LostRace
from contents_service.model import ReadingJob, Record, Scope

TRIES = 20
"""A change that lost the race so often is not going to win it: something is wrong, and the caller is told to wait."""

Decide = Callable[[Record | None], Record | None]
"""From the record as it is to the record as it shall be; the same one back, or None, where nothing is to change."""


def change(index: Index, scope: Scope, document: str, decide: Decide) -> tuple[Record | None, bool]:
    """Decide on a record as it is and write what was decided; the record, and whether it changed."""
    for _ in range(TRIES):
        kept = index.get(scope, document)
        before = kept.record if kept else None
        after = decide(before)
        if after is None or after is before:
            return before, False
        try:
            index.put(after, kept.version if kept else None)
        except LostRace:
            continue
        return after, True
    raise Busy("This document is being changed by too many at once. Try again in a moment.")


def standing(record: Record | None) -> Record:
    """The record of a document that was given and not removed; NotFound otherwise."""
    if record is None or record.removed:
        raise NotFound("There is no such document here.")
    return record


def to_be_read(record: Record, now: str) -> Record:
    """The record with a reading due, in place of any that is due or under way."""
    return replace(record, job=ReadingJob(reading=new_reading(record.id), since=now), retired=retired_with_job(record))


def retired_with_job(record: Record) -> tuple[str, ...]:
    """The readings to be deleted once the one that is due or under way is given up."""
    return record.retired if record.job is None else (*record.retired, record.job.reading)


def tombstone(record: Record) -> Record:
    """The record of a removed document: nothing answers any more, and all its readings are to be deleted."""
    readings = retired_with_job(record) + ((record.active.reading,) if record.active else ())
    return replace(record, removed=True, active=None, job=None, retired=readings)


def scope_of_record(record: Record) -> Scope:
    """The scope of one document alone."""
    return Scope(record.app, record.giver, frozenset((record.path,)))


def new_reading(document: str) -> str:
    """An id for a reading that no other reading ever has."""
    return f"{document}.{token_hex(4)}"
