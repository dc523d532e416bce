"""How the threads of a web process are divided, so that no kind of request can use up those of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from contents_service.settings import Settings
from contents_service.web.capacity.bounded_queue import BoundedQueue
from contents_service.web.capacity.rate_limits import RateLimits

THREAD_SHARES = 8
"""Number of equal shares that the threads are divided into.

Searches have four, for those under way and those that wait. Changes, reads, and requests whose body is still coming
have one each. The last is for refusals, which are quick. Requests that wait for a reading have threads of their own.
"""

SEARCH_SHARES = 4


@dataclass(frozen=True, slots=True)
class Capacity:
    """The queues of one process, and the callers' rate limits."""

    searches: BoundedQueue
    changes: BoundedQueue
    reads: BoundedQueue
    rate_limits: RateLimits
    max_wait_s: float
    """How long, in seconds, a request may wait in its queue."""

    @classmethod
    def for_settings(cls, settings: Settings) -> Self:
        """Divide the threads that the settings give a process."""
        share = threads_per_share(settings)
        searches_at_once = min(settings.searches_at_once, SEARCH_SHARES * share)
        return cls(
            searches=BoundedQueue(searches_at_once, SEARCH_SHARES * share - searches_at_once),
            changes=BoundedQueue(share - share // 2, share // 2),
            reads=BoundedQueue(share - share // 2, share // 2),
            rate_limits=RateLimits(settings),
            max_wait_s=settings.search_s,
        )


def threads_per_share(settings: Settings) -> int:
    """Return the number of threads in a share."""
    return max(1, settings.web_threads // THREAD_SHARES)
