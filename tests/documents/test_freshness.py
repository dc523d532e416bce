"""Whether a document's file is still the one that was read."""

from __future__ import annotations

import os

import pytest
from helpers.backend import Backend
from helpers.returns_policy import DAYS_14, DAYS_30, PATH, SCOPE, document, give, record

from contents_service.documents import giving
from contents_service.documents.freshness import fingerprint
from contents_service.errors import Busy, NotReadable


def test_a_file_with_another_time_and_the_same_bytes_is_the_same(backend: Backend) -> None:
    give(backend)
    os.utime(backend.home / PATH, (1, 1))
    assert document(backend).original == "same"


def test_a_file_of_the_same_length_with_other_bytes_has_changed(backend: Backend) -> None:
    give(backend)
    assert len(DAYS_14) == len(DAYS_30)
    backend.write(PATH, DAYS_14)
    os.utime(backend.home / PATH, (1, 1))
    assert document(backend).original == "changed"


def test_a_file_of_another_length_has_changed_even_if_its_time_is_the_same(backend: Backend) -> None:
    give(backend)
    modified = (backend.home / PATH).stat().st_mtime_ns
    backend.write(PATH, DAYS_14 + DAYS_14)
    os.utime(backend.home / PATH, ns=(modified, modified))
    assert document(backend).original == "changed"


def test_the_original_is_missing_if_there_is_a_folder_at_its_path(backend: Backend) -> None:
    give(backend)
    (backend.home / PATH).unlink()
    (backend.home / PATH).mkdir()
    assert document(backend).original == "missing"


@pytest.mark.parametrize("error", [Busy("The store is away."), NotReadable("not_allowed"), OSError()])
def test_the_state_of_a_file_that_cannot_be_accessed_is_unknown(
    backend: Backend, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(backend)

    def fail(person: str, path: str) -> None:
        raise error

    monkeypatch.setattr(backend.services.home, "stat", fail)
    assert document(backend).original == "unknown"


def test_an_unread_document_is_compared_with_the_file_as_it_was_given(backend: Backend) -> None:
    backend.write("eric/scan.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    picture = give(backend, "eric/scan.png")
    assert (picture.state, picture.original) == ("not_read", "same")
    backend.write("eric/scan.png", b"\x89PNG\r\n\x1a\n" + bytes(101))
    assert document(backend, picture.id).original == "changed"


def test_a_fingerprint_is_of_the_file_as_it_is_now(backend: Backend) -> None:
    give(backend)
    assert fingerprint(backend.services.home, "eric", PATH) == record(backend).file


def test_a_file_is_compared_with_the_active_reading(backend: Backend) -> None:
    given = give(backend)
    backend.write(PATH, b"\x89PNG\r\n\x1a\n" + bytes(100))
    giving.read_again(backend.services, SCOPE, given.id)
    backend.read_all()
    assert document(backend).reread
    assert document(backend).original == "changed"


def test_a_file_that_is_written_again_after_it_was_hashed_is_hashed_again(backend: Backend) -> None:
    give(backend)
    os.utime(backend.home / PATH, (1, 1))
    assert document(backend).original == "same"
    backend.write(PATH, DAYS_14)
    os.utime(backend.home / PATH, (2, 2))
    assert document(backend).original == "changed"
