"""A bounded queue: a fixed number of requests at once, a fixed number waiting, and Busy for the next."""

from __future__ import annotations

from collections import deque
from threading import Event, Lock

from contents_service.errors import Busy


class BoundedQueue:
    """The slots for one kind of request in this process, given to waiting requests in the order of their arrival."""

    def __init__(self, slots: int, max_waiting: int) -> None:
        self.slots = slots
        self.max_waiting = max_waiting
        self._free_slots = slots
        self._waiting: deque[Event] = deque()
        self._lock = Lock()

    @property
    def length(self) -> int:
        """Number of requests that wait for a slot."""
        return len(self._waiting)

    def acquire(self, timeout_s: float) -> None:
        """Take a slot, waiting for one up to the timeout. Raises Busy then, or at once if the queue is full."""
        with self._lock:
            if self._free_slots:
                self._free_slots -= 1
                return
            if len(self._waiting) >= self.max_waiting:
                raise Busy("Too many requests at the moment. Try again in a moment.")
            turn = Event()
            self._waiting.append(turn)
        if not turn.wait(timeout_s):
            self._give_up(turn)

    def _give_up(self, turn: Event) -> None:
        """Leave the queue and raise Busy, unless the slot came at that very moment."""
        with self._lock:
            if turn.is_set():
                return
            self._waiting.remove(turn)
        raise Busy("Timed out waiting in the queue. Try again in a moment.")

    def release(self) -> None:
        """Give the slot to the request that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free_slots += 1
