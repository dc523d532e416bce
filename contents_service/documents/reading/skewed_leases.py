"""Leases that end later than any can, which readers take whose clock is ahead; one such reader may be dead."""

from __future__ import annotations

from contents_service.index.scope_snapshot import VersionedRecord

LONGEST_LEASE_S = 600.0
"""That of a document brought back from a backup, which nobody renews: longer than its passages take to be written.
After it, a reader reads what was left half-way.
"""


class OddLeases:
    """How long a reader has seen each lease that ends too late without its being renewed.

    No two clocks are compared here. Whoever holds a lease renews it while they live, and that gives the record another
    version: one that stays the same for as long as a lease lasts is of a reader that is dead.
    """

    def __init__(self, lease_s: float) -> None:
        self._lease_s = lease_s
        self._seen: dict[str, tuple[int, float]] = {}
        """By record: its version, and since when it has been seen."""

    def none_after(self, now: float) -> float:
        """When the last lease ends of those that are right."""
        return now + max(self._lease_s, LONGEST_LEASE_S) + self._lease_s

    def seems_free(self, kept: VersionedRecord, now: float) -> bool:
        """Whether no living reader holds a record that an index offered."""
        job = kept.record.job
        if job is None or job.lease_until <= now:
            self._seen.pop(kept.record.id, None)
            return True
        version, since = self._seen.get(kept.record.id, (None, now))
        self._seen[kept.record.id] = kept.version, since if version == kept.version else now
        return version == kept.version and now - since > self._lease_s
