"""What every use case needs, built once in each process by `bootstrap.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import BoundedSemaphore, Event

from contents_service.clock import rfc3339, utc_now
from contents_service.home.folders import HomeFolders
from contents_service.identity.tokens import TokenVerifier
from contents_service.index.protocol import Index
from contents_service.settings import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """The settings, the Home Folders, the index, the token verifier and the clock of one process."""

    settings: Settings
    home: HomeFolders
    index: Index
    token_verifier: TokenVerifier
    now: Callable[[], datetime] = utc_now
    waiting_slots: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(8))
    """Each request that waits for a reading takes one; there are few, so that searches never starve."""
    stopping: Event = field(default_factory=Event)
    """Set once this process is told to stop: it finishes what it has begun and takes on nothing new."""

    def timestamp(self) -> str:
        """Return the time as answers state it: RFC 3339, UTC, milliseconds."""
        return rfc3339(self.now())
