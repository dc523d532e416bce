"""A reader counts a person's passages as rarely as possible, and never lets that person exceed a limit."""

from __future__ import annotations

import pytest
from helpers.factories import make_record
from msgspec.structs import replace

from contents_service.documents.quotas import ALLOWANCE_S, PassageQuota
from contents_service.index.protocol import Totals, Usage
from contents_service.model import ActiveReading, Record, Scope
from contents_service.settings import Settings

RECORD = make_record(Scope("shop", "eric"), "eric/a.md")


class PassageCounter:
    """A person's passages in one application and in total, the number of times they were counted, and a clock."""

    def __init__(self, in_app: int, in_all: int | None = None) -> None:
        self.in_app, self.in_all = in_app, in_app if in_all is None else in_all
        self.count_calls = 0
        self.now = 1000.0

    def usage(self, scope: Scope) -> Usage:
        self.count_calls += 1
        return Usage(in_app=Totals(1, self.in_app), in_all=Totals(1, self.in_all))

    def quota(self, *, app: int = 0, person: int = 0) -> PassageQuota:
        settings = Settings(dev=True, app_passages=app, person_passages=person)
        return PassageQuota(settings, self.usage, clock=lambda: self.now)


def check(quota: PassageQuota, passages: int, record: Record = RECORD) -> str | None:
    reason = quota.check(record, passages)
    return reason.message if reason else None


@pytest.mark.parametrize(("app", "person", "whose"), [(10, 0, "this application"), (0, 10, "all applications")])
def test_a_document_may_fill_a_limit_but_not_exceed_it(app: int, person: int, whose: str) -> None:
    counter = PassageCounter(in_app=4)
    assert check(counter.quota(app=app, person=person), 6) is None
    message = check(counter.quota(app=app, person=person), 7)
    assert message
    assert "With its 7 passages" in message
    assert whose in message
    assert "more than the 10 that" in message


def test_without_limits_nothing_is_counted() -> None:
    counter = PassageCounter(in_app=10**9)
    assert check(counter.quota(), 10**6) is None
    assert counter.count_calls == 0


def test_only_passages_beyond_those_of_the_earlier_reading_count() -> None:
    before = ActiveReading(reading="r", read_at="", file=RECORD.file, format="text", passages=5, reader_version=1)
    again = replace(RECORD, active=before)
    counter = PassageCounter(in_app=10)
    assert check(counter.quota(app=10), 5, again) is None
    assert counter.count_calls == 0
    assert check(counter.quota(app=10), 6, again)


def test_half_of_the_remaining_allowance_needs_no_new_count() -> None:
    counter = PassageCounter(in_app=0)
    quota = counter.quota(app=100)
    assert check(quota, 20) is None  # 80 are left, so 40 need no count
    assert check(quota, 40) is None
    assert counter.count_calls == 1
    assert check(quota, 1) is None
    assert counter.count_calls == 2


def test_the_tighter_limit_decides_when_to_count_again() -> None:
    counter = PassageCounter(in_app=0, in_all=50)
    quota = counter.quota(app=100, person=60)
    assert check(quota, 2) is None  # 8 are left in total, so 4 need no count
    assert check(quota, 4) is None
    assert counter.count_calls == 1
    assert check(quota, 1) is None
    assert counter.count_calls == 2


def test_after_a_few_seconds_passages_are_counted_again() -> None:
    counter = PassageCounter(in_app=0)
    quota = counter.quota(app=100)
    check(quota, 1)
    counter.now += ALLOWANCE_S
    check(quota, 1)
    assert counter.count_calls == 1
    counter.now += 0.1
    check(quota, 1)
    assert counter.count_calls == 2


def test_each_person_and_application_is_counted_separately() -> None:
    counter = PassageCounter(in_app=0)
    quota = counter.quota(app=100)
    check(quota, 1)
    check(quota, 1, replace(RECORD, giver="maria"))
    check(quota, 1, replace(RECORD, app="other"))
    assert counter.count_calls == 3


def test_a_refused_document_uses_nothing() -> None:
    counter = PassageCounter(in_app=0)
    quota = counter.quota(app=100)
    assert check(quota, 101)
    assert check(quota, 100) is None
