"""Giving many files, uploading, removing and choosing an encoding: what is refused, and with which message."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.memory_index import MemoryIndex
from helpers.returns_policy import DAYS_14, PATH, SCOPE, document, give, record
from msgspec.structs import replace

from contents_service.documents import giving, listing
from contents_service.documents.giving import PathProblem
from contents_service.errors import InvalidRequest, NotReadable, QuotaExceeded, VersionConflict
from contents_service.home.paths import NO_SUCH_FILE
from contents_service.home.store import OpenedFile
from contents_service.index.protocol import document_id
from contents_service.settings import Settings


def forbid(path: str, open_file: Callable[[str, str], OpenedFile]) -> Callable[[str, str], OpenedFile]:
    """Return a function that opens files, except the one at a path, which may not be read."""

    def open_others(person: str, other: str) -> OpenedFile:
        if other == path:
            raise NotReadable("not_allowed")
        return open_file(person, other)

    return open_others


def test_giving_many_names_each_file_that_cannot_be_given_and_why(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend.write("eric/secret.md", "A secret.\n")
    monkeypatch.setattr(backend.services.home, "open", forbid("eric/secret.md", backend.services.home.open))

    many = giving.give_many(backend.services, SCOPE, ["eric/secret.md", "eric/none.md", PATH, PATH])

    assert [each.path for each in many.documents] == [PATH]
    assert many.problems == (
        PathProblem("eric/secret.md", "not_found", "You may not read this file."),
        PathProblem("eric/none.md", "not_found", NO_SUCH_FILE),
    )


def test_turning_a_document_off_twice_changes_it_once(backend: Backend) -> None:
    given = give(backend)

    def version_once_off() -> int:
        giving.set_enabled(backend.services, SCOPE, given.id, enabled=False)
        current = backend.services.index.get(SCOPE, given.id)
        assert current
        return current.version

    assert version_once_off() == version_once_off()


@pytest.mark.parametrize("encoding", ["", "klingon", "rot13", "base64", "idna", "UTF-7", "unicode_escape"])
def test_only_encodings_of_text_files_may_be_chosen(backend: Backend, encoding: str) -> None:
    given = give(backend)
    with pytest.raises(InvalidRequest, match=r"not an encoding of text files.*such as utf-8 or cp1252") as refused:
        giving.choose_encoding(backend.services, SCOPE, given.id, encoding)
    assert refused.value.pointers == ("/encoding",)
    assert document(backend).state == "read"


def test_a_refused_removal_says_to_look_again(backend: Backend) -> None:
    given = give(backend)
    with pytest.raises(VersionConflict, match=r"The document has changed .*Look at it again"):
        giving.remove(backend.services, SCOPE, given.id, if_match="another tag")
    giving.remove(backend.services, SCOPE, given.id, if_match=listing.etag_of(given))


def test_a_removed_document_keeps_no_reading(backend: Backend) -> None:
    given = give(backend)
    giving.read_again(backend.services, SCOPE, given.id)
    before = record(backend)
    assert before.active
    assert before.job

    giving.remove(backend.services, SCOPE, given.id)

    after = record(backend)
    assert (after.removed, after.active, after.job) == (True, None, None)
    assert set(after.retired) == {before.active.reading, before.job.reading}


@pytest.fixture
def full_backend(tmp_path: Path) -> Backend:
    """A backend in which a person may give one document, with that document."""
    backend = Backend(tmp_path, MemoryIndex(), replace(Settings(dev=True), app_documents=1))
    give(backend, PATH, DAYS_14)
    return backend


def test_a_given_document_may_be_uploaded_again_although_the_quota_is_used_up(full_backend: Backend) -> None:
    sha256 = document(full_backend).sha256
    uploaded = giving.upload(full_backend.services, SCOPE, PATH, BytesIO(b"A note.\n"), replacing=sha256)
    assert (uploaded.changed, uploaded.document.id) == (True, document_id(SCOPE, PATH))


def test_a_removed_document_is_not_uploaded_beyond_the_quota(full_backend: Backend) -> None:
    giving.remove(full_backend.services, SCOPE, document_id(SCOPE, PATH))
    give(full_backend, "eric/other.md", "A note.\n")
    (full_backend.home / PATH).unlink()

    with pytest.raises(QuotaExceeded):
        giving.upload(full_backend.services, SCOPE, PATH, BytesIO(b"A note.\n"), replacing=None)

    assert not (full_backend.home / PATH).exists()
