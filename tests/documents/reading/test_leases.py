"""Only the reader with the lease reads a document; another takes over once the lease has ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from helpers.backend import Backend
from helpers.leases import claim, job
from helpers.returns_policy import PATH, SCOPE, ask, document, texts

from contents_service.documents import giving
from contents_service.documents.reading.reader import Reader
from contents_service.model import Progress


def test_a_living_reader_keeps_its_document_longer_than_one_lease(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader, other = backend.reader("one"), backend.reader("other")
    claim(reader)
    for _ in range(4):
        backend.clock.advance(0.6 * backend.services.settings.lease_s)
        assert not other.read_one()
        reader.leases.renew()
        backend.services.index.commit()

    assert job(backend).holder == "one"


def test_a_dead_readers_document_is_taken_over_when_its_lease_ends(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    dead, living = backend.reader("dead"), backend.reader("living")
    claim(dead)
    backend.clock.advance(0.6 * backend.services.settings.lease_s)
    dead.leases.renew()  # its last heartbeat
    backend.services.index.commit()
    backend.clock.advance(0.9 * backend.services.settings.lease_s)
    assert not living.read_one()
    backend.clock.advance(0.2 * backend.services.settings.lease_s)
    assert living.read_one()
    assert (document(backend).state, len(texts(ask(backend)))) == ("read", 1)


def test_a_fresh_lease_is_renewed_only_to_report_progress(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    reader = backend.reader()
    claimed = claim(reader)
    until = job(backend).lease_until
    backend.clock.advance(1)

    reader.leases.renew()
    assert job(backend).lease_until == until

    claimed.progress = Progress(1, 9, "pages")
    reader.leases.renew()
    assert (job(backend).lease_until > until, job(backend).progress) == (True, claimed.progress)


def test_a_claim_counts_for_its_giver_until_it_is_finished(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    leases = backend.reader().leases
    assert (leases.is_empty, leases.count_by_giver()) == (True, {})

    (due,) = leases.due_records()
    claimed = leases.claim(due)
    assert claimed
    assert (leases.is_empty, leases.count_by_giver()) == (False, {"eric": 1})
    assert leases.is_held(claimed)
    assert leases.claim(due) is None

    leases.finish(claimed)
    assert (leases.is_empty, leases.count_by_giver()) == (True, {})


def test_only_the_quicker_of_two_readers_claims_a_document(backend: Backend) -> None:
    giving.give(backend.services, SCOPE, PATH)
    quick, slow = backend.reader("quick").leases, backend.reader("slow").leases
    (due,) = slow.due_records()
    assert quick.claim(due)

    assert slow.claim(due) is None
    assert (job(backend).holder, slow.is_empty) == ("quick", True)


@pytest.fixture
def reader_ahead(backend: Backend) -> Reader:
    """A reader whose clock is an hour ahead and that has claimed the due document."""
    giving.give(backend.services, SCOPE, PATH)
    services = replace(backend.services, now=lambda: backend.clock() + timedelta(hours=1))
    reader = backend.reader("ahead", services=services)
    claim(reader)
    return reader


@pytest.mark.usefixtures("reader_ahead")
def test_a_lease_by_a_dead_readers_fast_clock_does_not_delay_its_document(backend: Backend) -> None:
    living = backend.reader("living")
    assert not living.read_one()
    backend.clock.advance(backend.services.settings.lease_s + 1)
    assert living.read_one()
    assert document(backend).state == "read"


def test_a_living_reader_with_a_fast_clock_keeps_its_document(backend: Backend, reader_ahead: Reader) -> None:
    living = backend.reader("living")
    for _ in range(4):
        assert not living.read_one()
        backend.clock.advance(backend.services.settings.lease_s / 2)
        reader_ahead.leases.renew()
        backend.services.index.commit()
    assert not living.read_one()
    assert document(backend).state == "reading"
