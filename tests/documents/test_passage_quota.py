"""A reader counts a person's passages no more often than it must, and never lets them have too many."""

from __future__ import annotations

import pytest
from helpers.factories import make_record
from msgspec.structs import replace

from contents_service.documents.quotas import ALLOWANCE_S, PassageQuota
from contents_service.index.protocol import Totals, Usage
from contents_service.model import ActiveReading, Record, Scope
from contents_service.settings import Settings

RECORD = make_record(Scope("shop", "eric"), "eric/a.md")


class Counted:
    """A person's passages in one application and altogether, how often they were counted, and a clock."""

    def __init__(self, in_app: int, in_all: int | None = None) -> None:
        self.in_app, self.in_all = in_app, in_app if in_all is None else in_all
        self.times = 0
        self.now = 1000.0

    def usage(self, scope: Scope) -> Usage:
        self.times += 1
        return Usage(in_app=Totals(1, self.in_app), in_all=Totals(1, self.in_all))

    def quota(self, *, app: int = 0, person: int = 0) -> PassageQuota:
        settings = Settings(dev=True, app_passages=app, person_passages=person)
        return PassageQuota(settings, self.usage, clock=lambda: self.now)


def refusal(quota: PassageQuota, passages: int, record: Record = RECORD) -> str | None:
    reason = quota.refusal(record, passages)
    return reason.message if reason else None


@pytest.mark.parametrize(("app", "person", "whose"), [(10, 0, "this application"), (0, 10, "all applications")])
def test_a_document_may_fill_a_limit_and_not_exceed_it(app: int, person: int, whose: str) -> None:
    counted = Counted(in_app=4)
    assert refusal(counted.quota(app=app, person=person), 6) is None
    message = refusal(counted.quota(app=app, person=person), 7)
    assert message
    assert "With its 7 passages" in message
    assert whose in message
    assert "more than the 10 that" in message


def test_without_limits_nothing_is_counted() -> None:
    counted = Counted(in_app=10**9)
    assert refusal(counted.quota(), 10**6) is None
    assert counted.times == 0


def test_only_what_a_document_has_more_than_before_counts() -> None:
    before = ActiveReading(reading="r", read_at="", file=RECORD.file, format="text", passages=5, reader_version=1)
    again = replace(RECORD, active=before)
    counted = Counted(in_app=10)
    assert refusal(counted.quota(app=10), 5, again) is None
    assert counted.times == 0
    assert refusal(counted.quota(app=10), 6, again)


def test_half_of_what_a_count_leaves_is_used_without_counting_again() -> None:
    counted = Counted(in_app=0)
    quota = counted.quota(app=100)
    assert refusal(quota, 20) is None  # 80 are left, so 40 need no count
    assert refusal(quota, 40) is None
    assert counted.times == 1
    assert refusal(quota, 1) is None
    assert counted.times == 2


def test_the_smaller_limit_decides_how_long_no_count_is_needed() -> None:
    counted = Counted(in_app=0, in_all=50)
    quota = counted.quota(app=100, person=60)
    assert refusal(quota, 2) is None  # 8 are left altogether, so 4 need no count
    assert refusal(quota, 4) is None
    assert counted.times == 1
    assert refusal(quota, 1) is None
    assert counted.times == 2


def test_after_a_few_seconds_passages_are_counted_again() -> None:
    counted = Counted(in_app=0)
    quota = counted.quota(app=100)
    refusal(quota, 1)
    counted.now += ALLOWANCE_S
    refusal(quota, 1)
    assert counted.times == 1
    counted.now += 0.1
    refusal(quota, 1)
    assert counted.times == 2


def test_each_person_and_application_is_counted_apart() -> None:
    counted = Counted(in_app=0)
    quota = counted.quota(app=100)
    refusal(quota, 1)
    refusal(quota, 1, replace(RECORD, giver="maria"))
    refusal(quota, 1, replace(RECORD, app="other"))
    assert counted.times == 3


def test_a_refused_document_uses_nothing() -> None:
    counted = Counted(in_app=0)
    quota = counted.quota(app=100)
    assert refusal(quota, 101)
    assert refusal(quota, 100) is None
