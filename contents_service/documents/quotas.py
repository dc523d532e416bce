"""How much one person may give: documents and their passages, to one application and in all; 0 is no limit.

What others give counts for nothing here, so nobody learns of it by what they are refused. What is given, or read, at
the same moment may pass a limit together, by as much as that is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from contents_service.documents.records import scope_of_record
from contents_service.documents.services import Services
from contents_service.errors import QuotaExceeded
from contents_service.index.protocol import Used
from contents_service.model import Record, Scope, Why
from contents_service.reasons import why
from contents_service.settings import Settings

UNASKED_S = 5.0
"""How long a reader trusts its own count of what there is room for."""


class Room:
    """How many documents may still be given, counted once for all gifts of one request."""

    def __init__(self, services: Services, scope: Scope) -> None:
        self._services = services
        self._scope = scope
        self._taken = 0
        self._full_after: dict[str, int] | None = None
        """By what is said of it: how many more one limit allows."""
        self._lock = Lock()

    def check(self) -> None:
        """QuotaExceeded if there is no room for one more."""
        with self._lock:
            self._check()

    def take(self) -> None:
        """Take the room of one; QuotaExceeded if there is none."""
        with self._lock:
            self._check()
            self._taken += 1

    def _check(self) -> None:
        if self._full_after is None:
            self._full_after = _left(self._services, self._scope)
        for said, left in self._full_after.items():
            if self._taken >= left:
                raise QuotaExceeded(said)


def _left(services: Services, scope: Scope) -> dict[str, int]:
    settings = services.settings
    if not (settings.app_documents or settings.person_documents):
        return {}
    used = services.index.usage(scope)
    limits = (
        (settings.app_documents, used.in_app, "one application", "Remove some that it need not know."),
        (settings.person_documents, used.in_all, "one person", "Remove some that no application needs."),
    )
    return {
        f"That would be more than {most:,} documents, the most for {whose}. {advice}": most - usage.documents
        for most, usage, whose, advice in limits
        if most
    }


class Allowance:
    """How many passages may still be kept, as one reader knows: the index is asked only where it may matter.

    Counting all that a person gave takes the longer the more it is. So after each count as much as half of what was
    left is taken unasked, for a few seconds: what other readers keep meanwhile has the other half.
    """

    def __init__(self, settings: Settings, used: Callable[[Scope], Used]) -> None:
        self._settings = settings
        self._used = used
        self._free: dict[tuple[str, str], tuple[int, float]] = {}
        """By application and giver: how many passages may be taken unasked, and until when."""
        self._lock = Lock()

    def refusal(self, record: Record, passages: int) -> Why | None:
        """Why so many passages cannot be kept of a document, in place of those that it has; None if they can."""
        if not (self._settings.app_passages or self._settings.person_passages):
            return None
        more = passages - (record.active.passages if record.active else 0)
        if more <= 0 or self._took(record, more):
            return None
        lefts = self._lefts(record)
        for whose, most, left in lefts:
            if more > left:
                return why("quota", passages=passages, whose=whose, limit=f"{most:,}")
        self._leave(record, min(left for _, _, left in lefts) - more)
        return None

    def _took(self, record: Record, more: int) -> bool:
        with self._lock:
            free, until = self._free.get((record.app, record.giver), (0, 0.0))
            if more > free or time.monotonic() > until:
                return False
            self._free[record.app, record.giver] = free - more, until
            return True

    def _lefts(self, record: Record) -> list[tuple[str, int, int]]:
        """Of each limit: whose it is, what it is, and how many passages it leaves."""
        used, settings = self._used(scope_of_record(record)), self._settings
        limits = (
            ("this application", settings.app_passages, used.in_app),
            ("all applications together", settings.person_passages, used.in_all),
        )
        return [(whose, most, most - usage.passages) for whose, most, usage in limits if most]

    def _leave(self, record: Record, left: int) -> None:
        now = time.monotonic()
        with self._lock:
            self._free = {key: free for key, free in self._free.items() if free[1] > now}
            self._free[record.app, record.giver] = left // 2, now + UNASKED_S
