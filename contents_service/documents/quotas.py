"""How much one person may give: documents and their passages, to one application and in all; 0 means no limit.

What others give does not count, so a refusal tells nobody what others gave. Documents given or read at the same moment
may together exceed a limit, but by no more than their own size.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from contents_service.documents.records import scope_of_record
from contents_service.documents.services import Services
from contents_service.errors import QuotaExceeded
from contents_service.index.protocol import Usage
from contents_service.model import Record, Scope, Why
from contents_service.reasons import why
from contents_service.settings import Settings

ALLOWANCE_S = 5.0
"""Time for which a reader relies on its last count of a person's passages, in seconds."""


class DocumentQuota:
    """How many more documents a person may give, counted once for all gifts of one request."""

    def __init__(self, services: Services, scope: Scope) -> None:
        self._services = services
        self._scope = scope
        self._given_ids: set[str] = set()
        """The ids of the documents that this request gives."""
        self._remaining_by_limit: dict[str, int] | None = None
        """How many more documents each limit allows, by the message that refuses more."""
        self._lock = Lock()

    def check(self) -> None:
        """Raise QuotaExceeded if no more document may be given."""
        with self._lock:
            self._check()

    def take(self, document_id: str) -> None:
        """Count a document as given, only once if it is tried again; raise QuotaExceeded if it may not be given."""
        with self._lock:
            if document_id not in self._given_ids:
                self._check()
                self._given_ids.add(document_id)

    def _check(self) -> None:
        if self._remaining_by_limit is None:
            self._remaining_by_limit = _remaining_documents(self._services, self._scope)
        for refusal, remaining in self._remaining_by_limit.items():
            if len(self._given_ids) >= remaining:
                raise QuotaExceeded(refusal)


def _remaining_documents(services: Services, scope: Scope) -> dict[str, int]:
    settings = services.settings
    if not (settings.app_documents or settings.person_documents):
        return {}
    usage = services.index.usage(scope)
    limits = (
        (settings.app_documents, usage.in_app, "one application", "Remove some that it need not know."),
        (settings.person_documents, usage.in_all, "one person", "Remove some that no application needs."),
    )
    return {
        f"That would be more than {limit:,} documents, the most for {whose}. {advice}": limit - totals.documents
        for limit, totals, whose, advice in limits
        if limit
    }


class PassageQuota:
    """How many more passages of a person may be kept, counted by one reader as rarely as possible.

    Counting takes longer the more a person gave. So half of what each count leaves may be used without counting again,
    for a few seconds; the other half is for what other readers keep meanwhile.
    """

    def __init__(
        self, settings: Settings, usage: Callable[[Scope], Usage], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._usage = usage
        self._clock = clock
        self._allowances: dict[tuple[str, str], tuple[int, float]] = {}
        """By application and giver: how many passages may be kept without counting, and until when."""
        self._lock = Lock()

    def check(self, record: Record, passages: int) -> Why | None:
        """Return why a document may not have this many passages in place of those it has; None if it may."""
        if not (self._settings.app_passages or self._settings.person_passages):
            return None
        more = passages - (record.active.passages if record.active else 0)
        if more <= 0 or self._take_allowance(record, more):
            return None
        limits = self._remaining_passages(record)
        for whose, limit, remaining in limits:
            if more > remaining:
                return why("quota", passages=passages, whose=whose, limit=f"{limit:,}")
        self._set_allowance(record, min(remaining for _, _, remaining in limits) - more)
        return None

    def _take_allowance(self, record: Record, more: int) -> bool:
        with self._lock:
            allowed, until = self._allowances.get((record.app, record.giver), (0, 0.0))
            if more > allowed or self._clock() > until:
                return False
            self._allowances[record.app, record.giver] = allowed - more, until
            return True

    def _remaining_passages(self, record: Record) -> list[tuple[str, int, int]]:
        """Return each limit: what it applies to, how high it is, and how many more passages it allows."""
        usage, settings = self._usage(scope_of_record(record)), self._settings
        limits = (
            ("this application", settings.app_passages, usage.in_app),
            ("all applications together", settings.person_passages, usage.in_all),
        )
        return [(whose, limit, limit - totals.passages) for whose, limit, totals in limits if limit]

    def _set_allowance(self, record: Record, remaining: int) -> None:
        now = self._clock()
        with self._lock:
            self._allowances = {key: allowance for key, allowance in self._allowances.items() if allowance[1] > now}
            self._allowances[record.app, record.giver] = remaining // 2, now + ALLOWANCE_S
