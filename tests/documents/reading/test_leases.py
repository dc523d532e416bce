"""One reader at a time reads a document, another takes it over if that one dies, and nobody tries it for ever."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from helpers.memory_index import MemoryIndex
from helpers.returns import PATH, SCOPE, ask, document, record, returns_stage, texts
from helpers.stage import HereSandbox, Stage

from contents_service.documents import giving, purging
from contents_service.documents.reading.lease_book import Claim
from contents_service.documents.reading.reader import Reader
from contents_service.errors import Busy
from contents_service.home.folders import HomeFolders
from contents_service.home.store import OpenedFile
from contents_service.model import NotRead, Progress, Reading, ReadingJob, Record
from contents_service.parsing.sandbox.parent import ReaderCrashed


def claim(reader: Reader) -> Claim:
    """Have a reader begin to read the document that is due, and not end."""
    found = reader.queue.claim_next()
    assert found
    reader.services.index.commit()
    return found


def job(stage: Stage) -> ReadingJob:
    found = record(stage).job
    assert found
    return found


def take_over(stage: Stage, name: str = "living") -> tuple[Reader, Claim]:
    """Another reader, once the lease has ended, and its claim."""
    stage.clock.pass_by(stage.services.settings.lease_s + 1)
    reader = stage.reader(name)
    return reader, claim(reader)


# Attempts.


class Crashing(HereSandbox):
    """Crashes some times, then reads, and counts how often it was asked."""

    def __init__(self, crashes: int) -> None:
        self.crashes = crashes
        self.attempts = 0

    def read(
        self, name: str, data: bytes, *, encoding: str | None, on_progress: Callable[[Progress], None]
    ) -> Reading | NotRead:
        self.attempts += 1
        if self.attempts <= self.crashes:
            raise ReaderCrashed("for no reason")
        return super().read(name, data, encoding=encoding, on_progress=on_progress)


def test_a_reading_that_crashes_twice_is_tried_a_third_time(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    sandbox = Crashing(2)
    read_all(stage.reader(sandbox=sandbox))
    assert (document(stage).state, sandbox.attempts) == ("read", 3)


def test_a_reading_that_always_crashes_is_tried_as_often_as_set_and_ends_with_why(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    sandbox = Crashing(99)
    read_all(stage.reader(sandbox=sandbox))
    why = document(stage).why
    assert why
    assert (why.code, sandbox.attempts) == ("reader_failed", stage.services.settings.attempts)


def test_readers_that_die_count_as_attempts_too(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    attempts = [take_over(stage, f"reader-{number}")[1].job.attempts for number in range(3)]
    assert attempts == [1, 2, 3]

    stage.clock.pass_by(stage.services.settings.lease_s + 1)
    assert not stage.reader("last").read_one()
    assert document(stage).state == "not_read"


def test_each_attempt_has_a_reading_id_of_its_own_and_what_the_former_wrote_is_deleted(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    index, reading = (
        stage.services.index,
        HereSandbox().read("a.md", b"Left.", encoding=None, on_progress=lambda _: None),
    )
    dead = claim(stage.reader("dead"))
    assert isinstance(reading, Reading)
    index.write_passages(dead.record, dead.job.reading, reading)

    living, taken_over = take_over(stage)
    living.read(taken_over)

    assert taken_over.job.reading != dead.job.reading
    assert deleted_passages(stage) == 1
    assert texts(ask(stage)) == ["Goods may be returned within 30 days."]


class AwayHome(HomeFolders):
    """Home Folders whose store is away for the first openings of a file."""

    def __init__(self, home: HomeFolders, openings: int) -> None:
        self._home = home
        self._openings_left = openings

    def open(self, person: str, path: str) -> OpenedFile:
        if self._openings_left:
            self._openings_left -= 1
            raise Busy("The Home Folders are away.")
        return self._home.open(person, path)


def test_a_store_that_is_away_costs_no_attempt(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    many = stage.services.settings.attempts + 2
    reader = stage.reader(services=replace(stage.services, home=AwayHome(stage.services.home, many)))
    for _ in range(many):
        with pytest.raises(Busy):
            reader.read_one()
        assert (job(stage).attempts, job(stage).holder) == (0, None)

    assert reader.read_one()
    assert document(stage).state == "read"


# Leases.


def test_a_living_reader_keeps_its_document_beyond_one_lease(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    reader, other = stage.reader("one"), stage.reader("other")
    claim(reader)
    for _ in range(4):
        stage.clock.pass_by(0.6 * stage.services.settings.lease_s)
        assert not other.read_one()
        reader.leases.renew()
        stage.services.index.commit()

    assert job(stage).holder == "one"


def test_the_document_of_a_reader_that_died_is_taken_over_when_its_lease_ends(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    dead, living = stage.reader("dead"), stage.reader("living")
    claim(dead)
    stage.clock.pass_by(0.6 * stage.services.settings.lease_s)
    dead.leases.renew()  # its last heartbeat
    stage.services.index.commit()
    stage.clock.pass_by(0.9 * stage.services.settings.lease_s)
    assert not living.read_one()
    stage.clock.pass_by(0.2 * stage.services.settings.lease_s)
    assert living.read_one()
    assert (document(stage).state, len(texts(ask(stage)))) == ("read", 1)


def test_a_lease_that_was_just_renewed_is_not_written_again_unless_there_is_progress(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    reader = stage.reader()
    claimed = claim(reader)
    until = job(stage).lease_until
    stage.clock.pass_by(1)

    reader.leases.renew()
    assert job(stage).lease_until == until

    claimed.progress = Progress(1, 9, "pages")
    reader.leases.renew()
    assert (job(stage).lease_until > until, job(stage).progress) == (True, claimed.progress)


@pytest.fixture
def ahead(stage: Stage) -> Reader:
    """A reader whose clock is an hour ahead, and that has begun to read."""
    giving.give(stage.services, SCOPE, PATH)
    services = replace(stage.services, now=lambda: stage.clock() + timedelta(hours=1))
    reader = stage.reader("ahead", services=services)
    claim(reader)
    return reader


@pytest.mark.usefixtures("ahead")
def test_the_document_of_a_dead_reader_whose_clock_was_ahead_does_not_wait_for_that_hour(stage: Stage) -> None:
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


# Leases that are lost.


def test_a_reader_that_lost_its_lease_changes_nothing_after_the_other_has_read(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    slow = stage.reader("slow")
    claimed = claim(slow)
    living, taken_over = take_over(stage)
    living.read(taken_over)
    before = record(stage)

    slow.read(claimed)

    assert record(stage) == before
    assert len(texts(ask(stage))) == 1


def test_a_reader_that_lost_its_lease_changes_nothing_while_another_of_its_name_reads(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    slow = stage.reader("same")
    claimed = claim(slow)
    restarted, taken_over = take_over(stage, "same")  # the reading id alone tells them apart
    before = record(stage)

    slow.read(claimed)
    assert record(stage) == before

    restarted.read(taken_over)
    assert document(stage).state == "read"


def test_a_reader_that_gave_up_its_lease_changes_nothing_while_another_does_the_same_reading(stage: Stage) -> None:
    giving.give(stage.services, SCOPE, PATH)
    stopped, other = stage.reader("stopped"), stage.reader("other")
    claimed = claim(stopped)
    stopped.leases.release(claimed, attempts=0)
    taken_over = claim(other)
    assert taken_over.job.reading == claimed.job.reading  # the holder alone tells them apart
    before = record(stage)

    stopped.read(claimed)
    assert record(stage) == before

    other.read(taken_over)
    assert document(stage).state == "read"


class LostWhileWriting(MemoryIndex):
    """An index during whose first writing of passages something else happens."""

    meanwhile: Callable[[], object] | None = None

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        super().write_passages(record, reading_id, reading)
        happens, self.meanwhile = self.meanwhile, None
        if happens:
            happens()


def test_the_passages_of_a_reader_that_lost_its_lease_between_writing_and_ending_are_deleted(tmp_path: Path) -> None:
    index = LostWhileWriting()
    stage = returns_stage(tmp_path, index)
    giving.give(stage.services, SCOPE, PATH)
    slow = stage.reader("slow")
    claimed = claim(slow)
    others: list[tuple[Reader, Claim]] = []
    index.meanwhile = lambda: others.append(take_over(stage))

    slow.read(claimed)

    assert index.purge() == 1  # at once, though the record names that reading as retired as well
    for reader, taken_over in others:
        reader.read(taken_over)
    assert texts(ask(stage)) == ["Goods may be returned within 30 days."]


def test_a_document_removed_while_it_is_read_stays_removed(stage: Stage) -> None:
    given = giving.give(stage.services, SCOPE, PATH).document
    reader = stage.reader()
    claimed = claim(reader)
    giving.remove(stage.services, SCOPE, given.id)
    reader.read(claimed)
    assert ask(stage).status == "nothing_given"


def read_all(reader: Reader) -> None:
    while reader.read_one():
        pass


def deleted_passages(stage: Stage) -> int:
    """Delete what is retired; how many passages that were."""
    index = stage.services.index
    index.commit()
    purging.delete_retired(index)
    return index.purge()
