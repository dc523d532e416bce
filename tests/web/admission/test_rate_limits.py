"""The limit on requests per minute, counted for each caller separately."""

from __future__ import annotations

import pytest

from contents_service.errors import QuotaExceeded
from contents_service.model import Deployment, Person
from contents_service.settings import Settings
from contents_service.web.admission.rate_limits import MAX_REMEMBERED_CALLERS, RateLimits

ERIC, MARIA = Person("eric"), Person("maria")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def make_rate_limits(clock: Clock, *, searches: int = 4, requests: int = 0) -> RateLimits:
    return RateLimits(Settings(searches_a_minute=searches, requests_a_minute=requests), clock)


def test_a_caller_may_make_a_minutes_worth_of_requests_at_once_and_no_more() -> None:
    rates = make_rate_limits(Clock())
    for _ in range(4):
        rates.count("searches", ERIC)

    with pytest.raises(QuotaExceeded, match="more than 4 searches in a minute") as refused:
        rates.count("searches", ERIC)

    assert refused.value.retry_after == 15


def test_a_caller_who_retries_after_the_stated_time_is_answered() -> None:
    clock = Clock()
    rates = make_rate_limits(clock)
    for _ in range(4):
        rates.count("searches", ERIC)
    with pytest.raises(QuotaExceeded) as refused:
        rates.count("searches", ERIC)

    clock.now += refused.value.retry_after or 0
    rates.count("searches", ERIC)

    with pytest.raises(QuotaExceeded):
        rates.count("searches", ERIC)


def test_a_refused_request_does_not_count() -> None:
    clock = Clock()
    rates = make_rate_limits(clock)
    for _ in range(4):
        rates.count("searches", ERIC)
    for _ in range(20):
        with pytest.raises(QuotaExceeded):
            rates.count("searches", ERIC)

    clock.now += 15
    rates.count("searches", ERIC)


def test_each_caller_is_counted_separately() -> None:
    rates = make_rate_limits(Clock(), searches=1)
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


def test_searches_and_other_requests_are_counted_separately_and_0_means_no_limit() -> None:
    rates = make_rate_limits(Clock(), searches=0, requests=1)
    for _ in range(10):
        rates.count("searches", ERIC)
    rates.count("requests", ERIC)

    with pytest.raises(QuotaExceeded, match="1 requests other than searches"):
        rates.count("requests", ERIC)


def test_callers_who_have_regained_their_whole_minute_are_forgotten() -> None:
    clock = Clock()
    rates = make_rate_limits(clock)
    for number in range(3 * MAX_REMEMBERED_CALLERS):
        clock.now += 1
        rates.count("searches", Person(f"person-{number}"))

    assert rates.remembered_callers <= MAX_REMEMBERED_CALLERS + 1
