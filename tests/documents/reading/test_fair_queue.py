"""One person's many documents do not delay those of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.factories import new_app_id
from helpers.memory_index import MemoryIndex
from helpers.polling import poll_until
from helpers.running_service import RunningService, running_service

from contents_service.documents import giving
from contents_service.documents.reading import fair_queue
from contents_service.documents.reading.lease_book import Claim
from contents_service.documents.reading.reader import Reader
from contents_service.model import Scope
from contents_service.settings import Settings


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Backend:
    """A backend whose readers look up what is due each time, not every half second."""
    monkeypatch.setattr(fair_queue, "LOOKUP_INTERVAL_S", 0.0)
    return Backend(tmp_path, MemoryIndex())


def give_many(backend: Backend, giver: str, count: int) -> None:
    paths = [f"{giver}/{number:04}.md" for number in range(count)]
    for path in paths:
        backend.write(path, f"A note at {path}.\n")
    giving.give_many(backend.services, Scope("shop", giver), paths)


def claim(reader: Reader) -> Claim | None:
    claimed = reader.queue.claim_next()
    reader.services.index.commit()
    return claimed


def givers_in_turn(reader: Reader, readings: int) -> list[str]:
    """Return whose documents a reader with all slots busy begins next; the reading that began first ends first."""
    slots = reader.services.settings.reader_slots
    turns: list[str] = []
    under_way: list[Claim] = []
    while len(turns) < readings:
        while len(under_way) < slots and (claimed := claim(reader)):
            under_way.append(claimed)
            turns.append(claimed.record.giver)
        if not under_way:
            break
        reader.read(under_way.pop(0))
    return turns


def test_one_document_is_read_soon_although_another_person_gave_hundreds(backend: Backend) -> None:
    give_many(backend, "ana", 200)
    reader = backend.reader()
    givers_in_turn(reader, 5)

    give_many(backend, "ben", 1)

    assert "ben" in givers_in_turn(reader, 3)


def test_people_with_many_documents_take_turns_and_a_newcomer_is_soon_next(backend: Backend) -> None:
    for giver in ("ana", "ben", "cleo"):
        give_many(backend, giver, 40)
    reader = backend.reader()

    turns = Counter(givers_in_turn(reader, 30))
    give_many(backend, "dan", 1)

    assert max(turns.values()) - min(turns.values()) <= 2
    assert "dan" in givers_in_turn(reader, 4)


def test_several_readers_together_are_as_fair_as_one(backend: Backend) -> None:
    give_many(backend, "ana", 60)
    give_many(backend, "ben", 60)
    one, two = backend.reader("one"), backend.reader("two")
    givers_in_turn(one, 6)
    givers_in_turn(two, 6)

    give_many(backend, "cleo", 1)

    assert "cleo" in [*givers_in_turn(one, 3), *givers_in_turn(two, 3)]


def test_one_slot_stays_free_for_a_newcomer(backend: Backend) -> None:
    give_many(backend, "ana", 20)
    reader = backend.reader()
    being_read = [claimed.record.giver for claimed in iter(lambda: claim(reader), None)]
    assert being_read == ["ana"] * (backend.services.settings.reader_slots - 1)

    give_many(backend, "ben", 1)
    newcomer = claim(reader)

    assert newcomer
    assert newcomer.record.giver == "ben"


def test_the_person_with_the_fewest_documents_being_read_is_next(backend: Backend) -> None:
    give_many(backend, "ana", 9)
    reader = backend.reader()
    for _ in range(2):
        assert claim(reader)
    give_many(backend, "ben", 9)

    assert [claimed.record.giver for claimed in (claim(reader), claim(reader)) if claimed] == ["ben", "ben"]


def test_a_reader_with_a_single_slot_still_reads(tmp_path: Path) -> None:
    backend = Backend(tmp_path, MemoryIndex(), Settings(dev=True, reader_slots=1))
    give_many(backend, "ana", 2)

    assert backend.reader().read_one()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_in_a_running_service_another_persons_document_waits_for_few_readings(service: RunningService) -> None:
    app, paths = new_app_id(), [f"ana/{number:03}.md" for number in range(200)]
    for path in (*paths, "ben/one.md"):
        service.write(path, f"# Notes\n\nA note at {path}.\n")
    ana, ben = service.client(app, "ana"), service.client(app, "ben")
    for first in range(0, len(paths), 100):
        ana.call("POST", "/documents", json={"paths": paths[first : first + 100]})

    given = ben.call("POST", "/documents", json={"path": "ben/one.md"})
    before = len(service.events("read"))
    assert before < len(paths)
    service.read_document(ben, given["id"])

    poll_until(lambda: given["id"] in read_documents(service), "its reading is logged")
    assert read_documents(service).index(given["id"]) <= before + 20


def read_documents(service: RunningService) -> list[str]:
    return [entry["document"] for entry in service.events("read")]


def test_what_is_left_of_a_lookup_is_claimed_before_another_lookup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_queue, "LOOKUP_INTERVAL_S", 1e9)
    backend = Backend(tmp_path, MemoryIndex())
    give_many(backend, "ana", 2)
    reader = backend.reader()
    assert claim(reader)
    give_many(backend, "bo", 1)
    assert reader.queue.has_due
    assert [claimed.record.giver for _ in range(3) if (claimed := claim(reader))] == ["ana", "bo"]
    assert not reader.queue.has_due


def test_a_queue_knows_whether_it_was_just_empty(tmp_path: Path) -> None:
    backend = Backend(tmp_path, MemoryIndex())
    reader = backend.reader()
    assert not reader.queue.was_just_empty
    give_many(backend, "ana", 1)
    assert claim(reader)
    assert not reader.queue.was_just_empty
    assert claim(reader) is None
    assert reader.queue.was_just_empty


def backend_with_slots(folder: Path, slots: int) -> Backend:
    return Backend(folder, MemoryIndex(), Settings(dev=True, reader_slots=slots))


def test_people_take_turns_and_one_who_had_none_yet_is_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "LOOKUP_INTERVAL_S", 0.0)
    backend = backend_with_slots(tmp_path, 1)
    give_many(backend, "ana", 5)
    reader = backend.reader()
    assert givers_in_turn(reader, 1) == ["ana"]

    give_many(backend, "ben", 3)
    assert givers_in_turn(reader, 4) == ["ben", "ana", "ben", "ana"]

    give_many(backend, "cleo", 1)
    assert givers_in_turn(reader, 2) == ["cleo", "ben"]


def test_one_of_two_slots_is_kept_for_another_person(tmp_path: Path) -> None:
    backend = backend_with_slots(tmp_path, 2)
    give_many(backend, "ana", 3)
    reader = backend.reader()
    assert claim(reader)
    assert claim(reader) is None
