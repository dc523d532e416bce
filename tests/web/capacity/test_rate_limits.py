"""A caller may ask so often in a minute, whatever others do."""

from __future__ import annotations

import pytest

from contents_service.errors import QuotaExceeded
from contents_service.model import Deployment, Person
from contents_service.settings import Settings
from contents_service.web.capacity.rate_limits import REMEMBERED_CALLERS, RateLimits

ERIC, MARIA = Person("eric"), Person("maria")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def rates_of(clock: Clock, *, searches: int = 4, requests: int = 0) -> RateLimits:
    return RateLimits(Settings(searches_a_minute=searches, requests_a_minute=requests), clock)


def test_a_minutes_worth_may_come_at_once_and_no_more() -> None:
    rates = rates_of(Clock())
    for _ in range(4):
        rates.count("searches", ERIC)

    with pytest.raises(QuotaExceeded, match="more than 4 searches in a minute") as refused:
        rates.count("searches", ERIC)

    assert refused.value.retry_after == 15


def test_who_comes_again_when_told_to_is_answered() -> None:
    clock = Clock()
    rates = rates_of(clock)
    for _ in range(4):
        rates.count("searches", ERIC)
    with pytest.raises(QuotaExceeded) as refused:
        rates.count("searches", ERIC)

    clock.now += refused.value.retry_after or 0
    rates.count("searches", ERIC)

    with pytest.raises(QuotaExceeded):
        rates.count("searches", ERIC)


def test_being_refused_costs_nothing() -> None:
    clock = Clock()
    rates = rates_of(clock)
    for _ in range(4):
        rates.count("searches", ERIC)
    for _ in range(20):
        with pytest.raises(QuotaExceeded):
            rates.count("searches", ERIC)

    clock.now += 15
    rates.count("searches", ERIC)


def test_each_caller_has_a_count_of_their_own() -> None:
    rates = rates_of(Clock(), searches=1)
    callers = (
        ERIC,
        MARIA,
        Deployment(sub="eric", app="shop", owner="eric"),
        Deployment(sub="eric", app="desk", owner="eric"),
    )
    for caller in callers:
        rates.count("searches", caller)

    for caller in callers:
        with pytest.raises(QuotaExceeded):
            rates.count("searches", caller)


def test_searches_and_other_requests_are_counted_apart_and_0_is_no_limit() -> None:
    rates = rates_of(Clock(), searches=0, requests=1)
    for _ in range(10):
        rates.count("searches", ERIC)
    rates.count("requests", ERIC)

    with pytest.raises(QuotaExceeded, match="1 requests other than searches"):
        rates.count("requests", ERIC)


def test_callers_who_have_all_of_their_minute_back_are_forgotten() -> None:
    clock = Clock()
    rates = rates_of(clock)
    for number in range(3 * REMEMBERED_CALLERS):
        clock.now += 1
        rates.count("searches", Person(f"person-{number}"))

    assert len(rates._full_again_at) <= REMEMBERED_CALLERS + 1
