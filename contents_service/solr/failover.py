"""Which of several Solr nodes to ask, and which not to trouble for a while."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from threading import Lock

from msgspec import Struct

DOUBTED_FOR_S = 5.0
"""How long a node that could not be reached is asked last; one that starts again is back within that time."""
PROBED_FOR_S = 1.0
"""What a node is given to show that it is back: one that is starting takes a request and does not answer it."""


class Turn(Struct, frozen=True):
    """A node to be asked, and how long it may take at most, if less than others."""

    url: str
    max_s: float | None = None


class Nodes:
    """Solr nodes that keep the same; whoever cannot be reached comes last until a single request finds it back."""

    def __init__(self, urls: Sequence[str], now: Callable[[], float] = time.monotonic) -> None:
        self._urls = random.sample(list(urls), len(urls))  # so that not every process asks the same node
        self._now = now
        self._probe_due: dict[str, float] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._urls)

    def in_turn(self, *, probing: bool) -> list[Turn]:
        """The nodes in the order to ask them; with `probing` one whose time has come is given a short first try."""
        with self._lock:
            trusted = [Turn(url) for url in self._urls if url not in self._probe_due]
            doubted = sorted(self._probe_due, key=self._probe_due.__getitem__)
            if probing and trusted and doubted and self._probe_due[doubted[0]] <= self._now():
                back = doubted.pop(0)
                self._probe_due[back] = self._now() + DOUBTED_FOR_S
                trusted.insert(0, Turn(back, PROBED_FOR_S))
            return [*trusted, *map(Turn, doubted)]

    def failed(self, url: str) -> None:
        """Doubt a node that could not be reached, or did not answer."""
        with self._lock:
            self._probe_due[url] = self._now() + DOUBTED_FOR_S

    def answered(self, url: str) -> None:
        """Trust a node that answered."""
        with self._lock:
            self._probe_due.pop(url, None)
