"""Work that goes on while something dies, and for how long it did not."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Self

from contents_service.errors import ContentsError

Work = Callable[[int], None]
"""Does something for the so-manieth time; a ContentsError means that it could not be done now."""


class Working:
    """Does several things again and again, each in a thread of its own, until the block ends."""

    def __init__(self, **works: Work) -> None:
        self.longest_s = dict.fromkeys(works, 0.0)
        """The longest time from one success to the next."""
        self.done = dict.fromkeys(works, 0)
        self._over = Event()
        self._threads = [Thread(target=self._again_and_again, args=work) for work in works.items()]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _again_and_again(self, name: str, work: Work) -> None:
        last, turn = time.monotonic(), 0
        while not self._over.wait(0.05):
            turn += 1
            try:
                work(turn)
                self.done[name] += 1
            except ContentsError:
                continue
            finally:
                self.longest_s[name] = max(self.longest_s[name], time.monotonic() - last)
            last = time.monotonic()
