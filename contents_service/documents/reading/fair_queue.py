"""Decides whose document is read next, so that nobody's many documents keep another person waiting."""

from __future__ import annotations

import math
import threading
import time
from itertools import count

from contents_service.documents.reading.lease_book import Claim, LeaseBook
from contents_service.documents.reading.pending_refresh import PendingRefresh
from contents_service.index.scope_snapshot import VersionedRecord

LOOKUP_INTERVAL_S = 0.5
"""Seconds after which due documents are looked up again while some of the last lookup are left."""
IDLE_INTERVAL_S = 0.2
"""Seconds before another lookup when nothing was due; most of the time from giving a document to finding it."""


class FairQueue:
    """The documents that are due, as last looked up, and when each giver last had a turn."""

    def __init__(self, leases: LeaseBook, refresh: PendingRefresh, slots: int) -> None:
        self._leases = leases
        self._refresh = refresh
        self._slots = slots
        self._due: list[VersionedRecord] = []
        self._looked_up_at = -math.inf
        self._found_empty_at = -math.inf
        self._last_turns: dict[str, int] = {}
        self._turn_numbers = count()
        self._claiming = threading.Lock()
        """One slot of the reader looks for work at a time."""

    @property
    def has_due(self) -> bool:
        """Whether documents of the last lookup are still to be read."""
        return bool(self._due)

    @property
    def was_just_empty(self) -> bool:
        """Whether another slot found a moment ago that nothing was due."""
        return time.monotonic() - self._found_empty_at < IDLE_INTERVAL_S / 2

    def claim_next(self) -> Claim | None:
        """Claim the document whose turn it is, if one is due and free."""
        with self._claiming:
            for due in self._due_in_turn():
                if self._has_its_share(due.record.giver):
                    continue
                self._due.remove(due)
                claim = self._leases.claim(due)
                if claim:
                    self._last_turns[claim.record.giver] = next(self._turn_numbers)
                    return claim
            if not self._due:
                self._found_empty_at = time.monotonic()
        return None

    def _due_in_turn(self) -> list[VersionedRecord]:
        """Return the due documents: givers with the fewest being read first, then those who have waited longest."""
        if not self._due or time.monotonic() - self._looked_up_at > LOOKUP_INTERVAL_S:
            self._refresh.run()  # else what was read since the last lookup would still seem to be due
            self._due, self._looked_up_at = list(self._leases.due_records()), time.monotonic()
        being_read = self._leases.count_by_giver()
        givers = {due.record.giver for due in self._due}
        self._last_turns = {giver: turn for giver, turn in self._last_turns.items() if giver in givers}
        return sorted(
            self._due, key=lambda due: (being_read[due.record.giver], self._last_turns.get(due.record.giver, -1))
        )

    def _has_its_share(self, giver: str) -> bool:
        """Whether all slots but one are reading for this person; the last one is kept for others."""
        return self._leases.count_by_giver()[giver] >= max(1, self._slots - 1)
