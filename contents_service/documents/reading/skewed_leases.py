"""Leases with an impossible expiry, written by readers whose clock runs fast; such a reader may be dead."""

from __future__ import annotations

from contents_service.index.scope_snapshot import VersionedRecord

RESTORE_LEASE_S = 600.0
"""The lease of a document that is being restored from a backup, in seconds: longer than it takes to write its passages.

Nobody renews it. Once it ends, a reader reads what a restore left half-done.
"""


class SkewedLeases:
    """Tells which leases with an impossible expiry are still being renewed.

    It does not compare clocks. A living holder renews its lease, and each renewal gives the record a new version. So if
    a version has stayed the same for as long as a lease lasts, the reader is dead.
    """

    def __init__(self, lease_s: float) -> None:
        self._lease_s = lease_s
        self._first_seen: dict[str, tuple[int, float]] = {}
        """By record id: its version, and when this reader first saw that version."""

    def latest_expiry(self, now: float) -> float:
        """Return the latest time at which a lease with a correct expiry can end."""
        return now + max(self._lease_s, RESTORE_LEASE_S) + self._lease_s

    def is_free(self, offered: VersionedRecord, now: float) -> bool:
        """Whether no living reader holds a record that the index offered."""
        job, id_ = offered.record.job, offered.record.id
        if job is None or job.lease_until <= now:
            self._first_seen.pop(id_, None)
            return True
        version, since = self._first_seen.get(id_, (None, now))
        self._first_seen[id_] = offered.version, since if version == offered.version else now
        return version == offered.version and now - since > self._lease_s
