"""A document that is given is read and answers, and what happens when it or its file changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.memory_index import MemoryIndex
from helpers.returns import DAYS_14, DAYS_30, PATH, SCOPE, ask, document, give, record, returns_stage, texts
from helpers.stage import Stage
from msgspec.structs import replace

from contents_service.documents import giving, listing
from contents_service.documents.reading.outdated_readings import reread_outdated
from contents_service.errors import Busy, IndexUnavailable, NotFound, VersionConflict
from contents_service.model import Record
from contents_service.parsing import READER_VERSION


def test_a_document_that_was_given_is_read_and_answers(stage: Stage) -> None:
    given = give(stage)
    assert (given.state, given.passages, given.original) == ("read", 1, "same")
    assert texts(ask(stage)) == ["Goods may be returned within 30 days."]
    assert ask(stage).passages[0].citation == "(returns.md, Returns, line 3)"


class FullIndex(MemoryIndex):
    """An index that accepts writes and cannot commit them while its disk is full."""

    is_full = True

    def commit(self) -> None:
        if self.is_full:
            raise IndexUnavailable
        super().commit()


def test_a_gift_that_was_not_committed_is_not_acknowledged_when_it_is_tried_again(tmp_path: Path) -> None:
    index = FullIndex()
    stage = Stage(tmp_path, index)
    stage.write(PATH, DAYS_30)

    for _ in range(2):
        with pytest.raises(IndexUnavailable):
            giving.give(stage.services, SCOPE, PATH)
    index.is_full = False

    assert giving.give(stage.services, SCOPE, PATH).document.state == "reading"
    assert document(stage).state == "reading"


def test_giving_the_same_bytes_again_changes_nothing(stage: Stage) -> None:
    give(stage)
    again = giving.give(stage.services, SCOPE, PATH)
    assert (again.changed, again.document.state) == (False, "read")


def test_changed_bytes_are_read_and_the_earlier_reading_answers_meanwhile(stage: Stage) -> None:
    give(stage)
    stage.write(PATH, DAYS_14)
    assert document(stage).original == "changed"
    again = giving.give(stage.services, SCOPE, PATH)
    assert (again.changed, again.document.state, bool(again.document.read_at)) == (True, "reading", True)
    assert texts(ask(stage)) == ["Goods may be returned within 30 days."]
    stage.read_all()
    assert texts(ask(stage)) == ["Goods may be returned within 14 days."]


def test_reading_again_after_the_file_was_deleted_keeps_the_earlier_reading_and_says_so(stage: Stage) -> None:
    given = give(stage)
    (stage.home / PATH).unlink()
    giving.read_again(stage.services, SCOPE, given.id)
    stage.read_all()
    found = document(stage)
    assert (found.state, found.original) == ("read", "missing")
    assert found.reread
    assert found.reread.why.code == "missing"
    assert ask(stage).passages[0].original == "missing"


def test_an_unreadable_file_that_did_not_change_is_not_read_again(stage: Stage) -> None:
    stage.write("eric/scan.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    bad = give(stage, "eric/scan.png")
    assert (bad.state, bad.why and bad.why.code) == ("not_read", "unsupported")
    assert not giving.give(stage.services, SCOPE, "eric/scan.png").changed
    assert not stage.reader().read_one()


def test_a_document_is_read_again_on_request(stage: Stage) -> None:
    stage.write("eric/note.txt", "")
    empty = give(stage, "eric/note.txt")
    stage.write("eric/note.txt", "The note is written now.\n")
    giving.read_again(stage.services, SCOPE, empty.id)
    stage.read_all()
    assert document(stage, empty.id).state == "read"


def test_a_removed_document_is_not_found_and_can_be_given_again(stage: Stage) -> None:
    given = give(stage)
    giving.remove(stage.services, SCOPE, given.id)
    assert ask(stage).status == "nothing_given"
    with pytest.raises(NotFound):
        document(stage)
    assert give(stage).state == "read"
    assert len(texts(ask(stage))) == 1


def test_a_removal_tried_again_succeeds_only_once_it_is_on_disk(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    given = give(stage)
    commits: list[str] = []

    def failing() -> None:
        commits.append("failed")
        raise IndexUnavailable("The index cannot answer now.")

    monkeypatch.setattr(stage.services.index, "commit", failing)
    for _ in range(2):
        with pytest.raises(IndexUnavailable):
            giving.remove(stage.services, SCOPE, given.id)
    assert len(commits) == 2


def test_a_document_that_changed_since_it_was_seen_is_not_removed(stage: Stage) -> None:
    given = give(stage)
    seen = listing.etag_of(given)
    giving.switch(stage.services, SCOPE, given.id, enabled=False)
    with pytest.raises(VersionConflict):
        giving.remove(stage.services, SCOPE, given.id, if_match=seen)
    assert not document(stage).enabled


def test_a_document_that_is_switched_off_is_listed_and_not_searched(stage: Stage) -> None:
    given = give(stage)
    giving.switch(stage.services, SCOPE, given.id, enabled=False)
    assert ask(stage).status == "nothing_given"
    giving.switch(stage.services, SCOPE, given.id, enabled=True)
    assert ask(stage).status == "found"


def test_the_chosen_encoding_is_used(stage: Stage) -> None:
    stage.write("eric/prices.txt", "Der Preis beträgt fünf €.\n".encode("cp1252"))
    given = give(stage, "eric/prices.txt")
    giving.choose_encoding(stage.services, SCOPE, given.id, "cp850")
    stage.read_all()
    assert document(stage, given.id).encoding == "cp850"


def test_a_document_read_by_an_older_version_is_read_again_and_answers_meanwhile(stage: Stage) -> None:
    first = give(stage).id
    version = ask(stage).passages[0].version
    index = stage.services.index
    current = index.get(SCOPE, first)
    assert current
    assert current.record.active
    outdated = replace(current.record.active, reader_version=READER_VERSION - 1)
    index.put(replace(current.record, active=outdated), current.version)
    index.commit()

    assert reread_outdated(stage.services)
    assert (document(stage).state, ask(stage).passages[0].version) == ("reading", version)
    stage.read_all()
    assert (document(stage).state, ask(stage).passages[0].version != version) == ("read", True)
    assert not reread_outdated(stage.services)


def test_documents_are_listed_in_the_order_in_which_they_were_given(stage: Stage) -> None:
    names = ["c.md", "a.md", "b.md", "d.md"]
    for name in names:
        give(stage, f"eric/{name}", f"A note in {name}.\n")

    def page(cursor: str | None) -> tuple[list[str], str | None]:
        found = listing.documents(stage.services, SCOPE, state=None, cursor=cursor, limit=3)
        return [each.name for each in found.items], found.next

    first, following = page(None)
    assert following
    assert (first, page(following)) == (names[:3], (names[3:], None))


class RacedFor(MemoryIndex):
    """An index in which somebody else changes a record just before it is written, some times."""

    races = 0

    def put(self, record: Record, version: int | None) -> None:
        if self.races:
            self.races -= 1
            current = self.get(SCOPE, record.id)
            assert current
            super().put(replace(current.record, encoding_chosen=f"race {self.races}"), current.version)
        super().put(record, version)


def test_a_change_that_lost_a_race_is_made_to_what_won_it(tmp_path: Path) -> None:
    index = RacedFor()
    stage = returns_stage(tmp_path, index)
    given = give(stage)
    index.races = 2

    assert not giving.switch(stage.services, SCOPE, given.id, enabled=False).enabled
    assert (record(stage).encoding_chosen, record(stage).enabled) == ("race 0", False)


def test_a_change_that_loses_every_race_is_refused_for_now(tmp_path: Path) -> None:
    index = RacedFor()
    stage = returns_stage(tmp_path, index)
    given = give(stage)
    index.races = 1_000

    with pytest.raises(Busy):
        giving.switch(stage.services, SCOPE, given.id, enabled=False)
