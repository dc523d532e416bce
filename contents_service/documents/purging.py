"""Forgetting for good: what no longer answers is deleted, and then leaves the files of the index too.

Removing a document, or reading it again, only retires a reading: no search sees it any more. Readers delete what is
retired (`tidy`). An index marks what is deleted and keeps it until it writes its files anew; they have it do so in
turns (`purge_in_turn`), so that many removals share one purge.
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
from contents_service.index.protocol import Index, VersionConflict, WholeIndex
from contents_service.metrics import PURGE_SECONDS
from contents_service.model import ApplicationDocuments, PersonDocuments, Record, Scope

log = structlog.get_logger()

TURNS = 3
"""Purges within the time in which a removal is to be forgotten: the first may begin just before the removal, the second
be cut off with its reader, and the third still comes in time."""
LOOKS_A_TURN = 10
ERASED_AT_ONCE = 200
"""Documents that are erased with one commit."""
PAUSES_S = (0.0, 1.0, 5.0, 15.0, 40.0)
"""Before each purge after an erasure: what a merge under way still holds, or a replica that was away, leaves the files
with the one after it."""


class Forgotten(Struct, frozen=True):
    """What an erasure forgot, and whether its text has left the files already."""

    documents: int
    passages: int
    gone_from_files: bool


def delete_retired(index: Index) -> bool:
    """Delete the passages of readings that were replaced, given up or removed."""
    _delete(index, index.retired_records())
    return False


def check_interval_s(services: Services) -> float:
    """How often a reader looks whether it is its turn to purge."""
    return services.settings.forget_s / TURNS / LOOKS_A_TURN


def purge_if_due(services: Services) -> bool:
    """Have what was deleted leave the files of the index, if it is this process's turn."""
    if services.index.claim_purge(services.now().timestamp(), services.settings.forget_s / TURNS):
        began = time.monotonic()
        deleted = services.index.purge()
        PURGE_SECONDS.observe(time.monotonic() - began)  # not where it failed: then nothing may count as purged
        log.info("purged", deleted=deleted)
    return False


def forget_all(index: WholeIndex, whose: ApplicationDocuments | PersonDocuments, told: Callable[[int, int], None]) -> Forgotten:
    """Forget everything of an application or a person, documents in reading included, and purge the files at once.

    `told` hears how many documents are done, and of how many. Files in Home Folders stay.
    """
    documents = passages = 0
    scopes: set[Scope] = set()
    while records := [kept.record for kept in index.select_records(whose)]:
        for start in range(0, len(records), ERASED_AT_ONCE):
            _erase(index, records[start : start + ERASED_AT_ONCE])
            told(min(start + ERASED_AT_ONCE, len(records)), len(records))
        documents += sum(not record.removed for record in records)
        passages += sum(record.active.passages for record in records if record.active)
        scopes |= {Scope(record.app, record.giver) for record in records}
    return Forgotten(documents, passages, _gone_from_files(index, scopes))


def _erase(index: Index, records: Sequence[Record]) -> None:
    def decide(record: Record | None) -> Record | None:
        return record if record is None or record.removed else tombstone(record)

    changed = [change(index, scope_of_record(record), record.id, decide) for record in records]
    index.commit()
    _delete(index, [record for record, _ in changed if record])


def _gone_from_files(index: WholeIndex, scopes: set[Scope]) -> bool:
    """Purge until the files hold nothing of some scopes, or it is clear that it takes longer than one waits."""
    for pause_s in PAUSES_S:
        time.sleep(pause_s)
        with suppress(ReplicaUnavailable):  # it may be back by the next
            index.purge()
            if not index.count_traces(scopes):
                return True
    return False


def _delete(index: Index, retired: Sequence[Record]) -> None:
    """Delete the retired readings of some records, then note that, or delete the record of what was removed."""
    if not retired:
        return
    of_scope: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in retired:
        of_scope[record.app, record.giver].append(record)
    for records in of_scope.values():
        index.delete_passages(records[0], [reading for record in records for reading in record.retired])
    index.commit()
    for record in retired:
        _deleted(index, record)
    index.commit()


def _deleted(index: Index, seen: Record) -> None:
    """Note that the readings of a record are deleted, unless more have been retired since it was seen."""
    kept = index.get(scope_of_record(seen), seen.id)
    if kept is None or set(kept.record.retired) != set(seen.retired):
        return
    try:
        if kept.record.removed:
            index.delete_record(kept.record, kept.version)
        else:
            index.put(replace(kept.record, retired=()), kept.version)
    except VersionConflict:
        return
