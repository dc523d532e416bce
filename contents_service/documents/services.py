"""What every story needs, wired once by `bootstrap.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import BoundedSemaphore, Event

from contents_service.clock import rfc3339, utc_now
from contents_service.home.folders import HomeFolders
from contents_service.identity.tokens import Tokens
from contents_service.index.protocol import Index
from contents_service.settings import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """The settings, the Home Folders, the index, the tokens and the clock of one process."""

    settings: Settings
    home: HomeFolders
    index: Index
    tokens: Tokens
    now: Callable[[], datetime] = utc_now
    places_to_wait: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(8))
    """One is taken by each request that waits for a reading, so that searches never starve."""
    ending: Event = field(default_factory=Event)
    """Set once this process was told to end: it answers what it was asked, and is not to be asked more."""

    def timestamp(self) -> str:
        """The time as answers say it: RFC 3339, UTC, milliseconds."""
        return rfc3339(self.now())
