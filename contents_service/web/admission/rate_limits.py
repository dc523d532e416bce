"""How often one caller may ask in a minute.

A caller may ask a minute's worth at once, and gets it back evenly (a leaky bucket, as GCRA computes it: one number a
caller). It is counted in this process alone: a caller whose requests reach several may ask that much of each. Each has
a count of their own, so nobody's refusal tells of anybody else.
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
CALLERS = 10_000
"""So many are remembered before those are forgotten who have all of their minute back."""


class Rates:
    """What each caller has asked of late."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._most: Mapping[Kind, int] = {
            "searches": settings.searches_a_minute,
            "requests": settings.requests_a_minute,
        }
        self._whole_at: dict[tuple[str, ...], float] = {}
        """When each caller has all of their minute back."""
        self._forget_at = CALLERS
        self._clock = clock
        self._lock = Lock()

    def count(self, kind: Kind, principal: Principal) -> None:
        """Count a request; QuotaExceeded, with when to come again, if the caller has asked too often."""
        if not (most := self._most[kind]):
            return
        caller, now = (kind, *_caller(principal)), self._clock()
        with self._lock:
            whole_at = max(self._whole_at.get(caller, now), now) + MINUTE_S / most
            too_soon_by = whole_at - now - MINUTE_S
            if too_soon_by <= 0:
                self._whole_at[caller] = whole_at
                self._forget(now)
                return
        other = "" if kind == "searches" else " other than searches"
        detail = f"These are more than {most:,} {kind}{other} in a minute, the most for one caller. Ask less often."
        raise QuotaExceeded(detail, retry_after=ceil(too_soon_by))

    def _forget(self, now: float) -> None:
        if len(self._whole_at) > self._forget_at:
            self._whole_at = {caller: whole_at for caller, whole_at in self._whole_at.items() if whole_at > now}
            self._forget_at = max(CALLERS, 2 * len(self._whole_at))


def _caller(principal: Principal) -> tuple[str, ...]:
    match principal:
        case Person(sub=sub):
            return "person", sub
        case Deployment(sub=sub, app=app):
            return "deployment", app, sub
