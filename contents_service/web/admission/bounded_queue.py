"""A lane: so many requests of a kind are answered at once, some wait their turn, the next is told to come again."""

from __future__ import annotations

from collections import deque
from threading import Event, Lock

from contents_service.errors import Busy


class Lane:
    """The places of one kind of request in this process; who waits is let in in the order of coming."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._free = at_once
        self._most_waiting = waiting
        self._waiting: deque[Event] = deque()
        self._lock = Lock()

    def enter(self, within_s: float) -> None:
        """Take a place, after waiting for it no longer than that; Busy at once where too many wait already."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            if len(self._waiting) >= self._most_waiting:
                raise Busy("More is asked than can be answered at the moment. Try again in a moment.")
            turn = Event()
            self._waiting.append(turn)
        if not turn.wait(within_s):
            self._give_up(turn)

    def _give_up(self, turn: Event) -> None:
        """Leave the queue, unless the place came at that very moment."""
        with self._lock:
            if turn.is_set():
                return
            self._waiting.remove(turn)
        raise Busy("What was asked before takes long at the moment. Try again in a moment.")

    def leave(self) -> None:
        """Give the place to whoever waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1
