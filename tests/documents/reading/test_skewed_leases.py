"""A lease with an impossible expiry is ignored once nobody has renewed it for a whole lease period."""

from __future__ import annotations

from helpers.factories import make_record
from msgspec.structs import replace

from contents_service.documents.reading.skewed_leases import RESTORE_LEASE_S, SkewedLeases
from contents_service.index.scope_snapshot import VersionedRecord
from contents_service.model import Scope

LEASE_S = 60.0
NOW = 1_000.0


def offer_record(version: int, lease_until: float = NOW + 9_000, path: str = "eric/a.txt") -> VersionedRecord:
    record = make_record(Scope("shop", "eric"), path)
    assert record.job
    return VersionedRecord(replace(record, job=replace(record.job, holder="ahead", lease_until=lease_until)), version)


def test_an_expired_lease_is_free() -> None:
    leases = SkewedLeases(LEASE_S)
    assert leases.is_free(offer_record(1, lease_until=NOW), NOW)
    assert leases.is_free(VersionedRecord(replace(offer_record(1).record, job=None), 1), NOW)


def test_a_skewed_lease_is_free_once_its_version_has_not_changed_for_one_lease_period() -> None:
    leases = SkewedLeases(LEASE_S)
    assert [leases.is_free(offer_record(1), NOW + after) for after in (0, 30, 60, 61)] == [False, False, False, True]


def test_each_renewal_of_a_skewed_lease_restarts_the_wait() -> None:
    leases = SkewedLeases(LEASE_S)
    leases.is_free(offer_record(1), NOW)
    seen = [(2, 50), (2, 109), (3, 111), (3, 160), (3, 172)]
    assert [leases.is_free(offer_record(version), NOW + after) for version, after in seen] == [False] * 4 + [True]


def test_skewed_leases_of_different_documents_are_not_confused() -> None:
    leases = SkewedLeases(LEASE_S)
    leases.is_free(offer_record(1), NOW)
    assert not leases.is_free(offer_record(1, path="eric/b.txt"), NOW + 61)
    assert leases.is_free(offer_record(1), NOW + 61)


def test_an_expired_lease_is_not_remembered() -> None:
    leases = SkewedLeases(LEASE_S)
    leases.is_free(offer_record(1), NOW)
    leases.is_free(offer_record(1, lease_until=NOW), NOW)
    assert not leases.is_free(offer_record(1), NOW + 61)


def test_the_lease_of_a_restored_document_is_not_skewed() -> None:
    assert RESTORE_LEASE_S <= SkewedLeases(LEASE_S).latest_expiry(NOW) - NOW <= RESTORE_LEASE_S + LEASE_S
    assert 2_000 <= SkewedLeases(2_000.0).latest_expiry(NOW) - NOW <= 4_000
