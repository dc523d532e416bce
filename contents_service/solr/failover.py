"""The order in which Solr nodes are tried."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from threading import Lock

from msgspec import Struct

PROBE_AFTER_S = 5.0
"""Seconds for which a failed node is tried last; then one request tries it first. A restart takes less time."""
PROBE_TIMEOUT_S = 1.0
"""Seconds for that request, since a node that is starting accepts requests but does not answer."""


class Turn(Struct, frozen=True):
    """A node to try, and its own time limit if it has one."""

    url: str
    max_s: float | None = None


class Nodes:
    """A fixed set of Solr nodes; one that failed is tried last until a single request finds that it is back."""

    def __init__(self, urls: Sequence[str], now: Callable[[], float] = time.monotonic) -> None:
        self._urls = random.sample(list(urls), len(urls))  # so that processes begin with different nodes
        self._now = now
        self._probe_due: dict[str, float] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._urls)

    def in_turn(self, *, probing: bool) -> list[Turn]:
        """Return the nodes in the order to try them; with `probing`, at times a failed one first for a short time."""
        with self._lock:
            trusted = [Turn(url) for url in self._urls if url not in self._probe_due]
            failed = sorted(self._probe_due, key=self._probe_due.__getitem__)
            if probing and trusted and failed and self._probe_due[failed[0]] <= self._now():
                back = failed.pop(0)
                self._probe_due[back] = self._now() + PROBE_AFTER_S
                trusted.insert(0, Turn(back, PROBE_TIMEOUT_S))
            return [*trusted, *map(Turn, failed)]

    def note_failure(self, url: str) -> None:
        """Note that a node could not be reached, or did not answer."""
        with self._lock:
            self._probe_due[url] = self._now() + PROBE_AFTER_S

    def note_answer(self, url: str) -> None:
        """Note that a node answered."""
        with self._lock:
            self._probe_due.pop(url, None)
