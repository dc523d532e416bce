"""Whose turn it is to have a document read: nobody's many documents keep another person waiting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count

from contents_service.index.scope_snapshot import VersionedRecord


class Turns:
    """When each giver last had a turn, as far as one reader knows."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._clock = count()

    def in_order(self, due: Sequence[VersionedRecord], being_read_for: Iterable[str]) -> list[VersionedRecord]:
        """What is due, first that of whoever has the fewest documents being read, and of those, waited longest."""
        reading = Counter(being_read_for)
        givers = {kept.record.giver for kept in due}
        self._last = {giver: turn for giver, turn in self._last.items() if giver in givers}
        return sorted(due, key=lambda kept: (reading[kept.record.giver], self._last.get(kept.record.giver, -1)))

    def took(self, giver: str) -> None:
        """Note that a document of theirs is being read now."""
        self._last[giver] = next(self._clock)
