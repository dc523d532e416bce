"""One commit for all callers that ask at the same time."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition


class SharedCommit:
    """A commit that callers share: all who ask while one runs share the next."""

    def __init__(self, commit: Callable[[], None]) -> None:
        self._commit = commit
        self._turn = Condition()
        self._running = False
        self._begun = 0
        self._ended: dict[int, BaseException | None] = {}
        self._waiting: dict[int, int] = {}

    def __call__(self) -> None:
        """Return when a commit that began after this call has ended; raise what it raised."""
        with self._turn:
            mine = self._begun + 1
            self._waiting[mine] = self._waiting.get(mine, 0) + 1
            while mine not in self._ended and self._running:
                self._turn.wait()
            if mine not in self._ended:
                self._lead(mine)
            error = self._ended[mine]
            self._leave(mine)
        if error:
            raise error

    def _lead(self, mine: int) -> None:
        """Commit for all who wait for this one, with the lock released meanwhile."""
        self._running, self._begun = True, mine
        error: BaseException | None = None
        self._turn.release()
        try:
            self._commit()
        except BaseException as caught:  # noqa: BLE001  # raised again by everyone who waited, the leader too
            error = caught
        finally:
            self._turn.acquire()
            self._running, self._ended[mine] = False, error
            self._turn.notify_all()

    def _leave(self, mine: int) -> None:
        self._waiting[mine] -= 1
        if not self._waiting[mine]:
            del self._waiting[mine], self._ended[mine]
