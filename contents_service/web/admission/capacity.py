"""What the threads of a web process are for, so that no kind of request takes those of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from contents_service.settings import Settings
from contents_service.web.admission.bounded_queue import Lane
from contents_service.web.admission.rate_limits import Rates

SHARES = 8
"""Of the threads. Searches have four, to be answered and to wait for their turn; changes, looks, and bodies that are
still coming have one each. The last says no, which never takes long. Who waits for a reading has a thread beside these.
"""


@dataclass(frozen=True, slots=True)
class Admission:
    """The lanes of one process, and how often each caller has asked."""

    searches: Lane
    changes: Lane
    looks: Lane
    rates: Rates
    turn_within_s: float

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """What a process with so many threads has."""
        share = share_of(settings)
        searched_at_once = min(settings.searches_at_once, 4 * share)
        return cls(
            searches=Lane(searched_at_once, 4 * share - searched_at_once),
            changes=Lane(share - share // 2, share // 2),
            looks=Lane(share - share // 2, share // 2),
            rates=Rates(settings),
            turn_within_s=settings.search_s,
        )


def share_of(settings: Settings) -> int:
    """How many threads a share is."""
    return max(1, settings.web_threads // SHARES)
