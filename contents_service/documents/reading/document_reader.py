"""Reading one claimed document: open it, parse it in the sandbox, write its passages, and record how that ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Protocol, TypeVar

import structlog

from contents_service.documents.quotas import PassageQuota
from contents_service.documents.reading.fair_queue import FairQueue
from contents_service.documents.reading.lease_book import Claim, LeaseBook
from contents_service.documents.reading.outcomes import with_outcome
from contents_service.documents.reading.pending_refresh import PendingRefresh
from contents_service.documents.records import change
from contents_service.documents.services import Services
from contents_service.errors import NotFound, NotReadable, Unavailable
from contents_service.metrics import READING_SECONDS, READINGS
from contents_service.model import Fingerprint, NotRead, Progress, Reading, Record
from contents_service.parsing.sandbox.sandbox import ReaderCrashed
from contents_service.reasons import megabytes, why

log = structlog.get_logger()

Result = TypeVar("Result")

WRITE_PAUSES_S = (1.0, 2.0, 5.0, 10.0, 20.0)
"""Pauses before each new attempt to write a reading while the index is unavailable, in seconds."""


class DocumentSandbox(Protocol):
    """What reads documents: `parsing/sandbox/sandbox.py` in a confined child, tests in their own process."""

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        """Read a document, or raise ReaderCrashed."""
        ...

    def close(self) -> None:
        """End the readings that are under way."""
        ...


@dataclass(frozen=True)
class DocumentReader:
    """Reads claimed documents, one at a time in each thread that asks."""

    services: Services
    sandbox: DocumentSandbox
    leases: LeaseBook
    queue: FairQueue
    quota: PassageQuota
    refresh: PendingRefresh

    def read(self, claim: Claim) -> None:
        """Read a document; the reading answers once it is complete, unless the lease was lost meanwhile."""
        with structlog.contextvars.bound_contextvars(request_id=claim.job.reading):
            self._read(claim)

    def _read(self, claim: Claim) -> None:
        log.info("reading", document=claim.record.id, attempt=claim.job.attempts)
        with READING_SECONDS.time():
            try:
                outcome, file = self._parse(claim)
            except ReaderCrashed:
                self._release_for_retry(claim)
                return
            except Unavailable:  # of the Home Folder, which is no fault of the document
                self.leases.release(claim, counts_as_attempt=False)
                raise
        outcome = self._retry_while_unavailable(partial(self._within_quota, claim, outcome))
        self._retry_while_unavailable(partial(self._finish, claim, outcome, file))
        code = "read" if isinstance(outcome, Reading) else outcome.why.code
        READINGS.labels(outcome=code, format=outcome.format).inc()
        log.info("read", document=claim.record.id, outcome=code)

    def _parse(self, claim: Claim) -> tuple[Reading | NotRead, Fingerprint]:
        """Read the document's file as it is now; its hash and its text come from the same bytes."""
        record, limits = claim.record, self.services.settings.limits
        try:
            with self.services.home.open(record.giver, record.path) as opened:
                if opened.bytes > limits.document_bytes:
                    details = {"size": megabytes(opened.bytes), "limit": megabytes(limits.document_bytes)}
                    return NotRead(why=why("too_big", **details), format=record.format), opened.fingerprint()
                data = opened.file.read(limits.document_bytes + 1)
                file = Fingerprint(bytes=len(data), sha256=sha256(data).hexdigest(), modified_ns=opened.modified_ns)
        except NotFound:
            return NotRead(why=why("missing"), format=record.format), record.file
        except NotReadable as error:
            return NotRead(why=why(error.code, **error.details), format=record.format), record.file

        def set_progress(progress: Progress) -> None:
            claim.progress = progress

        outcome = self.sandbox.read(record.name, data, encoding=record.encoding_chosen, on_progress=set_progress)
        return outcome, file

    def _retry_while_unavailable(self, work: Callable[[], Result]) -> Result:
        """Do the work that ends a reading, retrying while the index is unavailable, so that the reading is not lost."""
        for pause_s in WRITE_PAUSES_S:
            try:
                return work()
            except Unavailable:
                if self.services.stopping.wait(pause_s):
                    raise
        return work()

    def _within_quota(self, claim: Claim, outcome: Reading | NotRead) -> Reading | NotRead:
        """Return the outcome, or why there is no room for what was read."""
        if isinstance(outcome, NotRead):
            return outcome
        reason = self.quota.check(claim.record, len(outcome.passages))
        return outcome if reason is None else NotRead(why=reason, format=outcome.format, pages=outcome.pages)

    def _finish(self, claim: Claim, outcome: Reading | NotRead, file: Fingerprint) -> None:
        """Write the passages and record the outcome; change nothing if the lease was lost meanwhile."""
        index, reading_id = self.services.index, claim.job.reading
        if isinstance(outcome, Reading) and self.leases.is_held(claim):  # else it would only be written to be deleted
            index.write_passages(claim.record, reading_id, outcome)

        def with_ended_reading(record: Record | None) -> Record | None:
            if record is None or not self.leases.holds(record, claim):
                return None
            return with_outcome(record, outcome, reading_id, file, self.services.timestamp())

        record, changed = change(index, claim.scope, claim.record.id, with_ended_reading)
        answers = record is not None and record.active is not None and record.active.reading == reading_id
        if not changed and not answers:  # it answers already if only the refresh failed before
            index.delete_passages(claim.record, [reading_id])
            log.info("lease_lost", document=claim.record.id)
        self.refresh.request()
        if not self.queue.has_due:
            self.refresh.run()

    def _release_for_retry(self, claim: Claim) -> None:
        """Let a crashed reading be tried again; it does not count if it crashed because this reader is stopping."""
        attempts = claim.job.attempts
        is_stopping = self.services.stopping.is_set()
        if is_stopping:
            log.info("reading_released", document=claim.record.id, attempt=attempts)
        else:
            log.warning("reader_crashed", document=claim.record.id, attempt=attempts)
        self.leases.release(claim, counts_as_attempt=not is_stopping)
