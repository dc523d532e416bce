"""How much one person may give: documents and their passages, to one application and in all; 0 is no limit.

What others give counts for nothing here, so nobody learns of it by what they are refused. What is given, or read, at
the same moment may pass a limit together, by as much as that is.
"""

from __future__ import annotations

from threading import Lock

from contents_service.errors import QuotaExceeded
from contents_service.model import Record, Scope, Why
from contents_service.reasons import why
from contents_service.records import scope_of_record
from contents_service.services import Services


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


def no_room_for(services: Services, record: Record, passages: int) -> Why | None:
    """Why so many passages cannot be kept of a document, in place of those that it has; None if they can."""
    settings = services.settings
    if not (settings.app_passages or settings.person_passages):
        return None
    used, replaced = services.index.usage(scope_of_record(record)), record.held.passages if record.held else 0
    limits = (
        (settings.app_passages, used.in_app, "this application"),
        (settings.person_passages, used.in_all, "all applications together"),
    )
    for most, usage, whose in limits:
        if most and usage.passages - replaced + passages > most:
            return why("quota", passages=passages, whose=whose, limit=f"{most:,}")
    return None
