"""Work that goes on in the background while a test kills processes, and the longest interruption of each kind."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Self

from contents_service.errors import ContentsError

Work = Callable[[int], None]
"""One piece of work, called with the number of the attempt; a ContentsError means that it is not possible now."""
PAUSE_S = 0.05


class BackgroundWork:
    """Repeats several kinds of work, each in its own thread, until the block ends."""

    def __init__(self, **works: Work) -> None:
        self.longest_gap_s = dict.fromkeys(works, 0.0)
        """The longest time between two successes, by kind of work."""
        self.successes = dict.fromkeys(works, 0)
        """How often each kind of work has succeeded."""
        self._stop = Event()
        self._threads = [Thread(target=self._repeat, args=work) for work in works.items()]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def has_continued(self, times: int = 3) -> Callable[[], bool]:
        """Return a check that each kind of work has succeeded this many more times from now on."""
        targets = {name: successes + times for name, successes in self.successes.items()}
        return lambda: all(self.successes[name] >= count for name, count in targets.items())

    def _repeat(self, name: str, work: Work) -> None:
        last_success, turn = time.monotonic(), 0
        while not self._stop.wait(PAUSE_S):
            turn += 1
            try:
                work(turn)
                self.successes[name] += 1
            except ContentsError:
                continue
            finally:
                self.longest_gap_s[name] = max(self.longest_gap_s[name], time.monotonic() - last_success)
            last_success = time.monotonic()
