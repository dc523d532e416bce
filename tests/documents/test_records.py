"""The records of documents: their scope, and changes that conflict with those of others."""

from __future__ import annotations

import pytest
from helpers.backend import Backend
from helpers.factories import make_record
from helpers.returns_policy import SCOPE, give, record

from contents_service.documents import records
from contents_service.errors import Busy, NotFound
from contents_service.index.protocol import WriteConflict
from contents_service.model import Record


def test_the_scope_of_a_record_holds_that_document_alone(backend: Backend) -> None:
    give(backend)
    give(backend, "eric/other.md", "Another text.\n")
    scope = records.scope_of_record(record(backend))
    assert scope == SCOPE.narrowed([record(backend).path])
    assert [each.path for each in backend.services.index.scope_snapshot(scope).records(scope)] == [record(backend).path]


def test_a_change_that_always_conflicts_is_given_up_and_says_so(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, attempts = give(backend), list[Record]()

    def refuse(changed: Record, _: int | None) -> None:
        attempts.append(changed)
        raise WriteConflict

    monkeypatch.setattr(backend.services.index, "put", refuse)
    current = record(backend)
    with pytest.raises(Busy, match=r"^Too many others are changing this document\. Try again in a moment\.$"):
        records.change(backend.services.index, SCOPE, given.id, lambda _: records.tombstone(current))
    assert len(attempts) == records.MAX_ATTEMPTS


def test_a_document_that_was_never_given_or_is_removed_is_not_found() -> None:
    removed = records.tombstone(make_record(SCOPE, "eric/a.md"))
    for absent in (None, removed):
        with pytest.raises(NotFound, match=r"^There is no such document here\.$"):
            records.given_record(absent)
