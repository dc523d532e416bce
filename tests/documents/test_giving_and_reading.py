"""A given document is read and answers searches, also after it or its file has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.memory_index import MemoryIndex
from helpers.returns_policy import DAYS_14, DAYS_30, PATH, SCOPE, ask, document, give, record, returns_backend, texts
from msgspec.structs import replace

from contents_service.documents import giving, listing
from contents_service.documents.reading.outdated_readings import reread_outdated
from contents_service.errors import Busy, IndexUnavailable, NotFound, VersionConflict
from contents_service.model import Record
from contents_service.parsing import READER_VERSION


def test_a_given_document_is_read_and_answers(backend: Backend) -> None:
    given = give(backend)
    assert (given.state, given.passages, given.original) == ("read", 1, "same")
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]
    assert ask(backend).passages[0].citation == "(returns.md, Returns, line 3)"


class FullIndex(MemoryIndex):
    """An index that accepts writes and cannot commit them while its disk is full."""

    is_full = True

    def commit(self) -> None:
        if self.is_full:
            raise IndexUnavailable
        super().commit()


def test_retrying_a_gift_is_not_acknowledged_before_it_is_committed(tmp_path: Path) -> None:
    index = FullIndex()
    backend = Backend(tmp_path, index)
    backend.write(PATH, DAYS_30)

    for _ in range(2):
        with pytest.raises(IndexUnavailable):
            giving.give(backend.services, SCOPE, PATH)
    index.is_full = False

    assert giving.give(backend.services, SCOPE, PATH).document.state == "reading"
    assert document(backend).state == "reading"


def test_giving_the_same_bytes_again_changes_nothing(backend: Backend) -> None:
    give(backend)
    again = giving.give(backend.services, SCOPE, PATH)
    assert (again.changed, again.document.state) == (False, "read")


def test_a_changed_file_is_read_while_the_earlier_reading_answers(backend: Backend) -> None:
    give(backend)
    backend.write(PATH, DAYS_14)
    assert document(backend).original == "changed"
    again = giving.give(backend.services, SCOPE, PATH)
    assert (again.changed, again.document.state, bool(again.document.read_at)) == (True, "reading", True)
    assert texts(ask(backend)) == ["Goods may be returned within 30 days."]
    backend.read_all()
    assert texts(ask(backend)) == ["Goods may be returned within 14 days."]


def test_reading_a_deleted_file_again_keeps_the_earlier_reading_and_reports_it(backend: Backend) -> None:
    given = give(backend)
    (backend.home / PATH).unlink()
    giving.read_again(backend.services, SCOPE, given.id)
    backend.read_all()
    current = document(backend)
    assert (current.state, current.original) == ("read", "missing")
    assert current.reread
    assert current.reread.why.code == "missing"
    assert ask(backend).passages[0].original == "missing"


def test_an_unchanged_unreadable_file_is_not_read_again(backend: Backend) -> None:
    backend.write("eric/scan.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    picture = give(backend, "eric/scan.png")
    assert (picture.state, picture.why and picture.why.code) == ("not_read", "unsupported")
    assert not giving.give(backend.services, SCOPE, "eric/scan.png").changed
    assert not backend.reader().read_one()


def test_a_document_is_read_again_on_request(backend: Backend) -> None:
    backend.write("eric/note.txt", "")
    empty = give(backend, "eric/note.txt")
    backend.write("eric/note.txt", "The note is written now.\n")
    giving.read_again(backend.services, SCOPE, empty.id)
    backend.read_all()
    assert document(backend, empty.id).state == "read"


def test_a_requested_reading_is_due_since_the_request(backend: Backend) -> None:
    given = give(backend)
    backend.clock.advance(3600)
    requested_at = backend.services.timestamp()
    giving.read_again(backend.services, SCOPE, given.id)
    job = record(backend).job
    assert job
    assert requested_at <= job.since <= backend.services.timestamp()


def test_a_removed_document_is_not_found_and_can_be_given_again(backend: Backend) -> None:
    given = give(backend)
    giving.remove(backend.services, SCOPE, given.id)
    assert ask(backend).status == "nothing_given"
    with pytest.raises(NotFound):
        document(backend)
    assert give(backend).state == "read"
    assert len(texts(ask(backend))) == 1


def test_retrying_a_removal_succeeds_only_once_it_is_on_disk(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    given = give(backend)
    commits: list[str] = []

    def fail_to_commit() -> None:
        commits.append("failed")
        raise IndexUnavailable("The index cannot answer now.")

    monkeypatch.setattr(backend.services.index, "commit", fail_to_commit)
    for _ in range(2):
        with pytest.raises(IndexUnavailable):
            giving.remove(backend.services, SCOPE, given.id)
    assert len(commits) == 2


def test_a_document_that_changed_since_it_was_fetched_is_not_removed(backend: Backend) -> None:
    given = give(backend)
    old_etag = listing.etag_of(given)
    giving.set_enabled(backend.services, SCOPE, given.id, enabled=False)
    with pytest.raises(VersionConflict):
        giving.remove(backend.services, SCOPE, given.id, if_match=old_etag)
    assert not document(backend).enabled


def test_a_document_that_is_turned_off_is_listed_but_not_searched(backend: Backend) -> None:
    given = give(backend)
    giving.set_enabled(backend.services, SCOPE, given.id, enabled=False)
    assert ask(backend).status == "nothing_given"
    giving.set_enabled(backend.services, SCOPE, given.id, enabled=True)
    assert ask(backend).status == "found"


def test_the_chosen_encoding_is_used(backend: Backend) -> None:
    backend.write("eric/prices.txt", "Der Preis beträgt fünf €.\n".encode("cp1252"))
    given = give(backend, "eric/prices.txt")
    giving.choose_encoding(backend.services, SCOPE, given.id, "cp850")
    backend.read_all()
    assert document(backend, given.id).encoding == "cp850"


def test_a_document_that_an_older_version_has_read_answers_until_it_is_read_again(backend: Backend) -> None:
    first = give(backend).id
    version = ask(backend).passages[0].version
    index = backend.services.index
    current = index.get(SCOPE, first)
    assert current
    assert current.record.active
    outdated = replace(current.record.active, reader_version=READER_VERSION - 1)
    index.put(replace(current.record, active=outdated), current.version)
    index.commit()

    assert reread_outdated(backend.services)
    assert (document(backend).state, ask(backend).passages[0].version) == ("reading", version)
    backend.read_all()
    assert (document(backend).state, ask(backend).passages[0].version != version) == ("read", True)
    assert not reread_outdated(backend.services)


def test_documents_are_listed_in_the_order_in_which_they_were_given(backend: Backend) -> None:
    names = ["c.md", "a.md", "b.md", "d.md"]
    for name in names:
        give(backend, f"eric/{name}", f"A note in {name}.\n")

    def page(cursor: str | None) -> tuple[list[str], str | None]:
        listed = listing.list_documents(backend.services, SCOPE, state=None, cursor=cursor, limit=3)
        return [each.name for each in listed.items], listed.next

    first, following = page(None)
    assert following
    assert (first, page(following)) == (names[:3], (names[3:], None))


class IndexWithRaces(MemoryIndex):
    """An index in which somebody else changes a record just before it is written, a number of times."""

    races = 0

    def put(self, record: Record, version: int | None) -> None:
        if self.races:
            self.races -= 1
            current = self.get(SCOPE, record.id)
            assert current
            super().put(replace(current.record, encoding_chosen=f"race {self.races}"), current.version)
        super().put(record, version)


def test_a_change_that_lost_a_race_is_applied_to_the_record_that_won(tmp_path: Path) -> None:
    index = IndexWithRaces()
    backend = returns_backend(tmp_path, index)
    given = give(backend)
    index.races = 2

    assert not giving.set_enabled(backend.services, SCOPE, given.id, enabled=False).enabled
    assert (record(backend).encoding_chosen, record(backend).enabled) == ("race 0", False)


def test_a_change_that_loses_every_race_is_refused_as_busy(tmp_path: Path) -> None:
    index = IndexWithRaces()
    backend = returns_backend(tmp_path, index)
    given = give(backend)
    index.races = 1_000

    with pytest.raises(Busy):
        giving.set_enabled(backend.services, SCOPE, given.id, enabled=False)
