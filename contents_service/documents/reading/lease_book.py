"""The documents that one reader is reading, and the leases that it holds on their records.

A lease that is not renewed ends, and another reader starts over. Each claim has a reading id that no earlier claim had,
so what an earlier reader wrote, or is still writing, can be deleted. Only the holder of a lease can end the reading.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from contents_service.documents.reading.outcomes import with_failed_reading
from contents_service.documents.reading.skewed_leases import SkewedLeases
from contents_service.documents.records import change, new_reading_id, retired_with_job, scope_of_record
from contents_service.documents.services import Services
from contents_service.index.protocol import WriteConflict
from contents_service.index.scope_snapshot import VersionedRecord
from contents_service.model import Progress, ReadingJob, Record, Scope
from contents_service.reasons import times, why

HEARTBEATS_PER_LEASE = 4
"""Number of times that a lease is renewed in the time it lasts."""


@dataclass
class Claim:
    """A document that a reader has claimed, and how far its reading has come."""

    record: Record
    job: ReadingJob
    renewed_at: float
    progress: Progress | None = None
    reported: Progress | None = None
    """The progress that the record states."""

    @property
    def scope(self) -> Scope:
        """The scope that holds this one document."""
        return scope_of_record(self.record)


class LeaseBook:
    """Claims documents for one reader, and renews and releases their leases."""

    def __init__(self, services: Services, holder: str) -> None:
        self._services = services
        self._holder = holder
        self._claims: dict[str, Claim] = {}
        self._lock = threading.Lock()
        self._skewed_leases = SkewedLeases(services.settings.lease_s)

    @property
    def is_empty(self) -> bool:
        """Whether this reader is reading nothing."""
        return not self._claims

    def count_by_giver(self) -> Counter[str]:
        """Return how many documents of each giver this reader is reading."""
        with self._lock:
            return Counter(claim.record.giver for claim in self._claims.values())

    def due_records(self) -> Sequence[VersionedRecord]:
        """Return the records whose reading is due and whose lease, if any, has ended or cannot be right."""
        now = self._now()
        return self._services.index.due_records(now, self._skewed_leases.latest_expiry(now))

    def claim(self, due: VersionedRecord) -> Claim | None:
        """Take the lease of a document; None if another reader was quicker or it has been tried too often."""
        settings, now, record = self._services.settings, self._now(), due.record
        if record.job is None or record.id in self._claims or not self._skewed_leases.is_free(due, now):
            return None
        try:
            if record.job.attempts >= settings.attempts:
                self._fail(due, record.job)
                return None
            job = self._next_attempt(record, record.job, now + settings.lease_s)
            retired = retired_with_job(record) if _was_claimed(record.job) else record.retired
            claimed = replace(record, job=job, retired=retired)
            self._services.index.put(claimed, due.version)
        except WriteConflict:
            return None
        claim = Claim(claimed, job, renewed_at=now)
        with self._lock:
            self._claims[record.id] = claim
        return claim

    def _next_attempt(self, record: Record, job: ReadingJob, until: float) -> ReadingJob:
        reading = new_reading_id(record.id) if _was_claimed(job) else job.reading
        attempt = job.attempts + 1
        return replace(job, reading=reading, attempts=attempt, holder=self._holder, lease_until=until, progress=None)

    def _fail(self, due: VersionedRecord, job: ReadingJob) -> None:
        """Record that a document could not be read in the allowed number of attempts."""
        reference = job.reading.rpartition(".")[2]
        reason = why("reader_failed", times=times(job.attempts), reference=reference)
        self._services.index.put(with_failed_reading(due.record, reason, self._services.timestamp()), due.version)
        self._services.index.refresh()

    def finish(self, claim: Claim) -> None:
        """Note that this reader is done with a document."""
        with self._lock:
            del self._claims[claim.record.id]

    def is_held(self, claim: Claim) -> bool:
        """Whether this reader still holds the lease that it took with this claim."""
        current = self._services.index.get(claim.scope, claim.record.id)
        return current is not None and self.holds(current.record, claim)

    def holds(self, record: Record, claim: Claim) -> bool:
        """Whether a record, as it is now, names this reader and this claim's reading."""
        return record.job is not None and (record.job.reading, record.job.holder) == (claim.job.reading, self._holder)

    def renew(self) -> None:
        """Renew the leases of the documents being read, and report new progress."""
        with self._lock:
            claims = list(self._claims.values())
        now, interval_s = self._now(), self._services.settings.lease_s / HEARTBEATS_PER_LEASE
        for claim in claims:
            if claim.progress != claim.reported or now - claim.renewed_at > interval_s:
                self._renew(claim)

    def _renew(self, claim: Claim) -> None:
        now, progress = self._now(), claim.progress
        until = now + self._services.settings.lease_s

        def with_renewed_lease(record: Record | None) -> Record | None:
            if record is None or record.job is None or not self.holds(record, claim):
                return None
            return replace(record, job=replace(record.job, lease_until=until, progress=progress))

        change(self._services.index, claim.scope, claim.record.id, with_renewed_lease)
        claim.reported, claim.renewed_at = progress, now

    def release(self, claim: Claim, *, counts_as_attempt: bool) -> None:
        """Give up a lease at once, so that another attempt need not wait for it to end."""

        def without_lease(record: Record | None) -> Record | None:
            if record is None or record.job is None or not self.holds(record, claim):
                return None
            job = replace(record.job, holder=None, lease_until=0.0)
            if counts_as_attempt:
                return replace(record, job=job)
            uncounted_job = replace(job, reading=new_reading_id(record.id), attempts=job.attempts - 1)
            return replace(record, job=uncounted_job, retired=retired_with_job(record))

        change(self._services.index, claim.scope, claim.record.id, without_lease)
        self._services.index.refresh()

    def _now(self) -> float:
        return self._services.now().timestamp()


def _was_claimed(job: ReadingJob) -> bool:
    """Whether a reader may have written passages under the job's reading id, or may still do so."""
    return job.attempts > 0 or job.holder is not None
