"""The reader process: several documents at once, each read in a process of its own, and the chores between them."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from threading import Event

import structlog

from contents_service.documents import purging
from contents_service.documents.quotas import PassageQuota
from contents_service.documents.reading.document_reader import DocumentReader, DocumentSandbox
from contents_service.documents.reading.fair_queue import IDLE_INTERVAL_S, FairQueue
from contents_service.documents.reading.lease_book import Claim, LeaseBook
from contents_service.documents.reading.outdated_readings import reread_outdated
from contents_service.documents.reading.pending_refresh import REFRESH_INTERVAL_S, PendingRefresh
from contents_service.documents.services import Services
from contents_service.errors import ContentsError
from contents_service.index.protocol import Usage
from contents_service.model import Scope

log = structlog.get_logger()

STOP_WAIT_S = 5.0
"""Time that a reader that is told to stop gives its readings to finish, in seconds; nearly all take less."""
LEASE_CHECK_INTERVAL_S = 1.0
"""Seconds between two checks of which leases to renew and what progress to report."""
DELETE_INTERVAL_S = 2.0
"""Seconds between two deletions of retired readings."""
OUTDATED_CHECK_INTERVAL_S = 60.0
"""Seconds between two checks for readings by an older version of the format readers."""
UNAVAILABLE_PAUSE_S = 1.0
"""Seconds to wait after the index or the store could not be reached."""


class Reader:
    """One reader, by a name that no other reader has."""

    def __init__(self, services: Services, sandbox: DocumentSandbox, name: str) -> None:
        self.services = services
        self.sandbox = sandbox
        self.refresh = PendingRefresh(services.index)
        self.leases = LeaseBook(services, name)
        self.queue = FairQueue(self.leases, self.refresh, services.settings.reader_slots)
        quota = PassageQuota(services.settings, self._usage)
        self._document_reader = DocumentReader(services, sandbox, self.leases, self.queue, quota, self.refresh)

    @property
    def stopping(self) -> Event:
        """Set once this reader is to stop."""
        return self.services.stopping

    def run(self) -> None:
        """Read what is due until told to stop; a reading that does not finish then is left to another reader.

        A bug ends the whole reader, loudly, and whoever runs it starts it again.
        """
        loops = [self._loop(self._read_next, IDLE_INTERVAL_S)] * self.services.settings.reader_slots
        loops += [
            self._loop(self.leases.renew, LEASE_CHECK_INTERVAL_S),
            self._loop(self.refresh.run, REFRESH_INTERVAL_S),
            self._loop(partial(purging.delete_retired, self.services.index), DELETE_INTERVAL_S),
            self._loop(partial(purging.purge_if_due, self.services), purging.check_interval_s(self.services)),
            self._loop(partial(reread_outdated, self.services), OUTDATED_CHECK_INTERVAL_S),
            self._close_sandbox_on_stop,
        ]
        with ThreadPoolExecutor(len(loops)) as pool:
            for loop in as_completed([pool.submit(loop) for loop in loops]):
                self.stopping.set()
                loop.result()

    def _loop(self, work: Callable[[], bool | None], pause_s: float) -> Callable[[], None]:
        return partial(self._repeat, work, pause_s)

    def _repeat(self, work: Callable[[], bool | None], pause_s: float) -> None:
        """Repeat some work until told to stop, with a pause unless it says that there is more to do."""
        try:
            while not self.stopping.is_set():
                try:
                    pause = 0.0 if work() else pause_s
                except ContentsError as error:
                    log.warning("reader_interrupted", error=type(error).__name__)
                    pause = UNAVAILABLE_PAUSE_S
                if pause:
                    self.stopping.wait(pause)
        finally:
            self.stopping.set()

    def _close_sandbox_on_stop(self) -> None:
        """Once told to stop, let readings finish for a moment; then end those that have not."""
        self.stopping.wait()
        deadline = time.monotonic() + STOP_WAIT_S
        while not self.leases.is_empty and time.monotonic() < deadline:
            time.sleep(IDLE_INTERVAL_S)
        self.sandbox.close()

    def _read_next(self) -> bool:
        """Read one document, unless another slot has just found that there is none."""
        return not self.queue.was_just_empty and self.read_one()

    def read_one(self) -> bool:
        """Read the document whose turn it is, and return whether there was one."""
        claim = self.queue.claim_next()
        if claim is None:
            return False
        self.read(claim)
        return True

    def read(self, claim: Claim) -> None:
        """Read a document that was claimed."""
        try:
            self._document_reader.read(claim)
        finally:
            self.leases.finish(claim)

    def _usage(self, scope: Scope) -> Usage:
        """Return how much a person has given, including what was read a moment ago."""
        self.refresh.run()
        return self.services.index.usage(scope)
