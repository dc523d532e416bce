"""Limits on the requests that one caller may make in a minute.

A caller may make a minute's worth at once, and regains it evenly (a leaky bucket, computed as GCRA: one number for each
caller). Each process counts for itself: a caller whose requests reach several may make that many in each. Callers are
counted separately, so a refusal reveals nothing about anybody else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from math import ceil
from threading import Lock
from typing import Literal

from contents_service.errors import QuotaExceeded
from contents_service.model import Deployment, Person, Principal
from contents_service.settings import Settings

Kind = Literal["searches", "requests"]

MINUTE_S = 60.0
MAX_REMEMBERED_CALLERS = 10_000
"""Number of callers above which those who have regained their whole minute are forgotten."""


class RateLimits:
    """The recent requests of each caller, against the most per minute."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_per_minute: Mapping[Kind, int] = {
            "searches": settings.searches_a_minute,
            "requests": settings.requests_a_minute,
        }
        self._full_again_at: dict[tuple[str, ...], float] = {}
        """When each caller will have regained a whole minute's worth."""
        self._forget_above = MAX_REMEMBERED_CALLERS
        self._clock = clock
        self._lock = Lock()

    @property
    def remembered_callers(self) -> int:
        """Number of callers whose recent requests are remembered."""
        return len(self._full_again_at)

    def count(self, kind: Kind, principal: Principal) -> None:
        """Count a request. Raises QuotaExceeded, with the seconds to wait, if the caller has made too many."""
        if not (limit := self._max_per_minute[kind]):
            return
        caller, now = (kind, *_caller(principal)), self._clock()
        with self._lock:
            full_again_at = max(self._full_again_at.get(caller, now), now) + MINUTE_S / limit
            too_early_by_s = full_again_at - now - MINUTE_S
            if too_early_by_s <= 0:
                self._full_again_at[caller] = full_again_at
                self._forget(now)
                return
        other = "" if kind == "searches" else " other than searches"
        detail = f"These are more than {limit:,} {kind}{other} in a minute, the most for one caller. Ask less often."
        raise QuotaExceeded(detail, retry_after=ceil(too_early_by_s))

    def _forget(self, now: float) -> None:
        if len(self._full_again_at) > self._forget_above:
            self._full_again_at = {caller: at for caller, at in self._full_again_at.items() if at > now}
            self._forget_above = max(MAX_REMEMBERED_CALLERS, 2 * len(self._full_again_at))


def _caller(principal: Principal) -> tuple[str, ...]:
    match principal:
        case Person(sub=sub):
            return "person", sub
        case Deployment(sub=sub, app=app):
            return "deployment", app, sub
