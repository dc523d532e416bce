"""From giving to answering, and every way in which that can go otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from helpers.memory_index import MemoryIndex
from helpers.stage import HereSandbox, Stage
from msgspec import structs

from contents_service.documents import giving, listing, searching
from contents_service.documents.reading.outdated_readings import reread_outdated
from contents_service.documents.reading.reader import Reader
from contents_service.errors import IndexUnavailable, NotFound, VersionConflict
from contents_service.index.protocol import document_id
from contents_service.model import Answer, Document, NotRead, Progress, Reading, Scope
from contents_service.parsing import READER_VERSION
from contents_service.parsing.sandbox.parent import ReaderCrashed

SCOPE = Scope("shop", "eric")
PATH = "eric/support/returns.md"
DAYS_30 = "# Returns\n\nGoods may be returned within 30 days.\n"
DAYS_14 = "# Returns\n\nGoods may be returned within 14 days.\n"


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    stage = Stage(tmp_path, MemoryIndex())
    stage.write(PATH, DAYS_30)
    return stage


def give(stage: Stage, path: str = PATH) -> Document:
    given = giving.give(stage.services, SCOPE, path).document
    stage.read_all()
    return document(stage, given.id)


def document(stage: Stage, id_: str | None = None) -> Document:
    return listing.document(stage.services, SCOPE, id_ or document_id(SCOPE, PATH))


def ask(stage: Stage, question: str = "When may goods be returned?", *paths: str) -> Answer:
    return searching.search(stage.services, SCOPE.narrowed(paths or [PATH]), question)


def texts(answer: Answer) -> list[str]:
    return [passage.text for passage in answer.passages]


def test_a_document_that_was_given_is_read_and_answers(stage: Stage) -> None:
    given = give(stage)
    assert (given.state, given.passages, given.original) == ("read", 1, "same")
    assert texts(ask(stage)) == ["Goods may be returned within 30 days."]
    assert ask(stage).passages[0].citation == "(returns.md, Returns, line 3)"


class FullIndex(MemoryIndex):
    """An index that takes what is written, and cannot keep it while there is no room."""

    room = False

    def commit(self) -> None:
        if not self.room:
            raise IndexUnavailable
        super().commit()


def test_a_gift_that_could_not_be_kept_is_not_acknowledged_when_it_is_tried_again(tmp_path: Path) -> None:
    index = FullIndex()
    stage = Stage(tmp_path, index)
    stage.write(PATH, DAYS_30)

    for _ in range(2):
        with pytest.raises(IndexUnavailable):
            giving.give(stage.services, SCOPE, PATH)
    index.room = True

    assert giving.give(stage.services, SCOPE, PATH).document.state == "reading"
    assert document(stage).state == "reading"


def test_the_same_bytes_again_are_the_same_gift(stage: Stage) -> None:
    give(stage)
    again = giving.give(stage.services, SCOPE, PATH)
    assert (again.changed, again.document.state) == (False, "read")


def test_other_bytes_are_read_and_the_earlier_reading_answers_meanwhile(stage: Stage) -> None:
    give(stage)
    stage.write(PATH, DAYS_14)
    assert document(stage).original == "changed"
    again = giving.give(stage.services, SCOPE, PATH)
    assert (again.changed, again.document.state, bool(again.document.read_at)) == (True, "reading", True)
    assert texts(ask(stage)) == ["Goods may be returned within 30 days."]
    stage.read_all()
    assert texts(ask(stage)) == ["Goods may be returned within 14 days."]


def test_reading_again_after_the_file_is_gone_keeps_the_earlier_reading_and_says_so(stage: Stage) -> None:
    given = give(stage)
    (stage.home / PATH).unlink()
    giving.read_again(stage.services, SCOPE, given.id)
    stage.read_all()
    found = document(stage)
    assert (found.state, found.original) == ("read", "missing")
    assert found.reread
    assert found.reread.why.code == "missing"
    assert ask(stage).passages[0].original == "missing"


def test_a_bad_file_that_did_not_change_is_not_tried_for_ever(stage: Stage) -> None:
    stage.write("eric/scan.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    bad = give(stage, "eric/scan.png")
    assert (bad.state, bad.why and bad.why.code) == ("not_read", "unsupported")
    assert not giving.give(stage.services, SCOPE, "eric/scan.png").changed
    assert not stage.reader().read_one()


def test_it_is_read_again_when_asked(stage: Stage) -> None:
    stage.write("eric/note.txt", "")
    empty = give(stage, "eric/note.txt")
    stage.write("eric/note.txt", "The note is written now.\n")
    giving.read_again(stage.services, SCOPE, empty.id)
    stage.read_all()
    assert document(stage, empty.id).state == "read"


def test_what_was_removed_is_not_listed_not_found_and_can_be_given_again(stage: Stage) -> None:
    given = give(stage)
    giving.remove(stage.services, SCOPE, given.id)
    assert ask(stage).status == "nothing_given"
    with pytest.raises(NotFound):
        document(stage)
    assert give(stage).state == "read"
    assert len(texts(ask(stage))) == 1


def test_a_removal_tried_again_is_said_to_be_done_only_when_it_is_on_disk(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_what_is_switched_off_is_listed_and_not_searched(stage: Stage) -> None:
    given = give(stage)
    giving.switch(stage.services, SCOPE, given.id, enabled=False)
    assert ask(stage).status == "nothing_given"
    giving.switch(stage.services, SCOPE, given.id, enabled=True)
    assert ask(stage).status == "found"


def test_an_encoding_that_a_person_chose_is_used(stage: Stage) -> None:
    stage.write("eric/prices.txt", "Der Preis beträgt fünf €.\n".encode("cp1252"))
    given = give(stage, "eric/prices.txt")
    giving.choose_encoding(stage.services, SCOPE, given.id, "cp850")
    stage.read_all()
    assert document(stage, given.id).encoding == "cp850"


class Crashing(HereSandbox):
    """Crashes so many times, then reads."""

    def __init__(self, times: int) -> None:
        self.times = times

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        self.times -= 1
        if self.times >= 0:
            raise ReaderCrashed("for no reason")
        return super().read(name, data, encoding=encoding, on_progress=on_progress)


def test_a_reading_that_crashes_twice_is_tried_a_third_time(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    reader = stage.reader(sandbox=Crashing(2))
    while reader.read_one():
        pass
    assert document(stage).state == "read"


def test_a_reading_that_always_crashes_ends_with_why(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    reader = stage.reader(sandbox=Crashing(99))
    while reader.read_one():
        pass
    why = document(stage).why
    assert why
    assert why.code == "reader_failed"


def test_the_document_of_a_reader_that_died_is_taken_over_when_its_lease_ends(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    dead = stage.reader("dead")
    assert dead.queue.claim_next()
    stage.services.index.commit()
    living = stage.reader("living")
    assert not living.read_one()
    stage.clock.pass_by(stage.services.settings.lease_s + 1)
    assert living.read_one()
    assert (document(stage).state, len(texts(ask(stage)))) == ("read", 1)


@pytest.fixture
def ahead(stage: Stage) -> Reader:
    """A reader whose clock is an hour ahead, and that has begun to read."""
    giving.give(stage.services, SCOPE, PATH)
    services = replace(stage.services, now=lambda: stage.clock() + timedelta(hours=1))
    reader = stage.reader("ahead", services=services)
    assert reader.queue.claim_next()
    stage.services.index.commit()
    return reader


def test_the_document_of_a_dead_reader_whose_clock_was_ahead_does_not_wait_for_that_hour(
    stage: Stage, ahead: Reader
) -> None:
    living = stage.reader("living")
    assert not living.read_one()
    stage.clock.pass_by(stage.services.settings.lease_s + 1)
    assert living.read_one()
    assert document(stage).state == "read"


def test_a_living_reader_whose_clock_is_ahead_keeps_its_document(stage: Stage, ahead: Reader) -> None:
    living = stage.reader("living")
    for _ in range(4):
        assert not living.read_one()
        stage.clock.pass_by(stage.services.settings.lease_s / 2)
        ahead.leases.renew()
        stage.services.index.commit()
    assert not living.read_one()
    assert document(stage).state == "reading"


def test_a_reader_that_lost_its_lease_ends_nothing(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    slow = stage.reader("slow")
    claim = slow.queue.claim_next()
    assert claim
    stage.services.index.commit()
    stage.clock.pass_by(stage.services.settings.lease_s + 1)
    stage.reader("living").read_one()
    answering = document(stage).read_at
    slow.read(claim)
    assert document(stage).read_at == answering
    assert len(texts(ask(stage))) == 1


def test_removal_while_it_is_read_wins(stage: Stage) -> None:
    given = giving.give(stage.services, SCOPE, PATH).document
    reader = stage.reader()
    claim = reader.queue.claim_next()
    assert claim
    giving.remove(stage.services, SCOPE, given.id)
    reader.read(claim)
    assert ask(stage).status == "nothing_given"


def test_a_document_read_by_an_older_version_is_read_again_and_answers_meanwhile(stage: Stage) -> None:
    first = give(stage).id
    version = ask(stage).passages[0].version
    index = stage.services.index
    current = index.get(SCOPE, first)
    assert current
    assert current.record.active
    outdated = structs.replace(current.record.active, reader_version=READER_VERSION - 1)
    index.put(structs.replace(current.record, active=outdated), current.version)
    index.commit()

    assert reread_outdated(stage.services)
    assert (document(stage).state, ask(stage).passages[0].version) == ("reading", version)
    stage.read_all()
    assert (document(stage).state, ask(stage).passages[0].version != version) == ("read", True)
    assert not reread_outdated(stage.services)


def test_nothing_read_and_still_reading_are_told_apart(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    assert ask(stage).status == "still_reading"
    stage.write("eric/empty.md", "")
    give(stage, "eric/empty.md")
    assert ask(stage, "When?", "eric/empty.md").status == "nothing_read"
    assert ask(stage, "returned goods").status == "found"
    assert ask(stage, "What is it?").status == "no_content_words"


def test_the_same_text_under_two_names_is_shown_once_and_names_both(stage: Stage) -> None:
    stage.write("eric/copy.md", DAYS_30)
    give(stage)
    give(stage, "eric/copy.md")
    answer = ask(stage, "When may goods be returned?", PATH, "eric/copy.md")
    (passage,) = answer.passages
    assert {passage.document, *(also.document for also in passage.also)} == {PATH, "eric/copy.md"}


@pytest.mark.parametrize(("name", "is_weak"), [("BASH_ARGV0", False), ("counter", True)])
def test_the_one_passage_that_holds_a_name_to_the_letter_is_no_doubtful_one(
    stage: Stage, name: str, *, is_weak: bool
) -> None:
    about = " ".join(f"Word {number} tells of something else." for number in range(60))
    stage.write("eric/manual.md", f"# Variables\n\n{name} is the name of the script. {about}\n")
    give(stage, "eric/manual.md")
    answer = ask(stage, f"What does {name} do?", "eric/manual.md")
    assert (answer.status, answer.weak) == ("found", is_weak)


def test_a_question_from_elsewhere_is_refused_with_why(stage: Stage) -> None:
    give(stage)
    answer = ask(stage, "Who won the football cup in Brazil?")
    assert (answer.status, answer.passages) == ("none_holds_it", ())
    assert {"football", "cup", "Brazil"} <= set(answer.missing_words)


def test_a_question_that_is_too_long_is_shortened_and_says_so(stage: Stage) -> None:
    give(stage)
    answer = ask(stage, "returned goods " * 1000)
    assert answer.shortened
    assert len(answer.question) <= stage.services.settings.question_characters
