"""Deleting what no longer answers, from the index and then from its files too.

Removing a document or reading it again only retires a reading: no search sees it any more. Readers delete the retired
readings. The index then marks them as deleted, but keeps them until it rewrites its files; a purge makes it do so.
Readers take turns at purging, so that many removals share one purge.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog
from msgspec import Struct
from msgspec.structs import replace

from contents_service.documents.records import change, scope_of_record, tombstone
from contents_service.documents.services import Services
from contents_service.errors import ReplicaUnavailable
from contents_service.index.protocol import Index, WholeIndex, WriteConflict
from contents_service.metrics import PURGE_SECONDS
from contents_service.model import ApplicationDocuments, PersonDocuments, Record, Scope

log = structlog.get_logger()

PURGES_PER_PERIOD = 3
"""Number of purges within `forget_s`.

The first may begin just before a removal, and the second may be cut off when its reader ends; the third is in time.
"""
CHECKS_PER_PURGE = 10
"""Number of times that a reader checks whether a purge is due, from one purge to the next."""
DOCUMENTS_PER_COMMIT = 200
"""Largest number of documents that are forgotten with one commit."""
PURGE_PAUSES_S = (0.0, 1.0, 5.0, 15.0, 40.0)
"""Pauses before each purge when forgetting, in seconds.

What one purge misses because of a merge or an absent replica, a later one gets.
"""


class Forgotten(Struct, frozen=True):
    """What was forgotten, and whether its text has left the index's files too."""

    documents: int
    passages: int
    is_purged: bool


def delete_retired(index: Index) -> bool:
    """Delete the passages of readings that were replaced, given up or removed."""
    _delete_readings(index, index.retired_records())
    return False


def check_interval_s(services: Services) -> float:
    """Return the seconds between two checks by a reader of whether a purge is due."""
    return _purge_period_s(services) / CHECKS_PER_PURGE


def purge_if_due(services: Services) -> bool:
    """Have the index purge its files, if a purge is due and no other process has taken it on."""
    if services.index.claim_purge(services.now().timestamp(), _purge_period_s(services)):
        began = time.monotonic()
        deleted = services.index.purge()
        PURGE_SECONDS.observe(time.monotonic() - began)  # only on success: a purge that failed must not count as one
        log.info("purged", deleted=deleted)
    return False


def forget_all(
    index: WholeIndex, selection: ApplicationDocuments | PersonDocuments, on_progress: Callable[[int, int], None]
) -> Forgotten:
    """Forget everything of an application or a person, even what is being read, and purge the index's files at once.

    `on_progress` is called with the number of documents done and their total. Files in Home Folders stay.
    """
    documents = passages = 0
    scopes: set[Scope] = set()
    while records := [versioned.record for versioned in index.select_records(selection)]:
        for start in range(0, len(records), DOCUMENTS_PER_COMMIT):
            _forget(index, records[start : start + DOCUMENTS_PER_COMMIT])
            on_progress(min(start + DOCUMENTS_PER_COMMIT, len(records)), len(records))
        documents += sum(not record.removed for record in records)
        passages += sum(record.active.passages for record in records if record.active)
        scopes |= {Scope(record.app, record.giver) for record in records}
    return Forgotten(documents, passages, is_purged=_purge_until_gone(index, scopes))


def _forget(index: Index, records: Sequence[Record]) -> None:
    def with_tombstone(record: Record | None) -> Record | None:
        return record if record is None or record.removed else tombstone(record)

    changed = [change(index, scope_of_record(record), record.id, with_tombstone) for record in records]
    index.commit()
    _delete_readings(index, [record for record, _ in changed if record])


def _purge_until_gone(index: WholeIndex, scopes: set[Scope]) -> bool:
    """Purge until the index's files hold nothing of these scopes; False if they still do after the last purge."""
    for pause_s in PURGE_PAUSES_S:
        time.sleep(pause_s)
        with suppress(ReplicaUnavailable):  # it may be back by the next purge
            index.purge()
            if not index.count_traces(scopes):
                return True
    return False


def _delete_readings(index: Index, records: Sequence[Record]) -> None:
    """Delete the retired readings of some records; then clear that list, or delete the record of a removed document."""
    if not records:
        return
    by_scope: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in records:
        by_scope[record.app, record.giver].append(record)
    for scope_records in by_scope.values():
        index.delete_passages(scope_records[0], [reading for record in scope_records for reading in record.retired])
    index.commit()  # the deletion is on disk before any record stops naming what was deleted
    for record in records:
        _note_deletion(index, record)
    index.commit()


def _note_deletion(index: Index, deleted: Record) -> None:
    """Note in a record that its retired readings are deleted, unless more were retired meanwhile."""
    current = index.get(scope_of_record(deleted), deleted.id)
    if current is None or set(current.record.retired) != set(deleted.retired):
        return
    with suppress(WriteConflict):  # it was changed at this moment: its readings are deleted again next time
        if current.record.removed:
            index.delete_record(current.record, current.version)
        else:
            index.put(replace(current.record, retired=()), current.version)


def _purge_period_s(services: Services) -> float:
    return services.settings.forget_s / PURGES_PER_PERIOD
