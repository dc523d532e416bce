"""The division of a web process's threads, so that no kind of request can use up those of another."""

from __future__ import annotations

from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Self, cast

from flask import current_app

from contents_service.settings import Settings
from contents_service.web.admission.bounded_queue import BoundedQueue
from contents_service.web.admission.rate_limits import RateLimits

THREAD_SHARES = 8
"""Number of equal shares that the threads are divided into.

Searches have four, for those under way and those that wait. Changes, reads, and requests whose body is still coming
have one each. The last is for refusals, which are quick. Requests that wait for a reading have threads of their own.
"""

SEARCH_SHARES = 4


@dataclass(frozen=True, slots=True)
class Capacity:
    """The queues and upload slots of one process, and the callers' rate limits."""

    searches: BoundedQueue
    changes: BoundedQueue
    reads: BoundedQueue
    upload_slots: BoundedSemaphore
    """A request whose body is large holds one until it is answered."""
    rate_limits: RateLimits
    max_wait_s: float
    """Seconds that a request may wait in its queue."""

    @classmethod
    def for_settings(cls, settings: Settings) -> Self:
        """Divide the threads that the settings give a process."""
        share = threads_per_share(settings)
        searches_at_once = min(settings.searches_at_once, SEARCH_SHARES * share)
        return cls(
            searches=BoundedQueue(searches_at_once, SEARCH_SHARES * share - searches_at_once),
            changes=BoundedQueue(share - share // 2, share // 2),
            reads=BoundedQueue(share - share // 2, share // 2),
            upload_slots=BoundedSemaphore(share),
            rate_limits=RateLimits(settings),
            max_wait_s=settings.search_s,
        )


def capacity() -> Capacity:
    """Return the capacity of the current application."""
    return cast("Capacity", current_app.extensions["capacity"])


def threads_per_share(settings: Settings) -> int:
    """Return the number of threads in a share."""
    return max(1, settings.web_threads // THREAD_SHARES)
