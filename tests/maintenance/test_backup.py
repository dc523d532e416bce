"""What was given and read comes back from a backup as it was, and meets a live index without harm."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import requests
from helpers.backend import Backend
from helpers.factories import make_reading, make_record, write_reading
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.clock import utc_now
from contents_service.documents import giving, listing, purging, searching
from contents_service.documents.reading.skewed_leases import LONGEST_LEASE_S
from contents_service.documents.records import given_record, tombstone
from contents_service.index.protocol import Index, WholeIndex, document_id
from contents_service.maintenance import backup
from contents_service.maintenance.backup import IncompleteReading, Restored
from contents_service.maintenance.backup_file import BrokenBackup, Totals
from contents_service.model import (
    AllDocuments,
    Answer,
    ApplicationDocuments,
    Document,
    Passage,
    PassageContent,
    Reading,
    Record,
    Scope,
)
from contents_service.parsing import READER_VERSION
from contents_service.solr.index import SolrIndex

SCOPE = Scope("shop", "eric")
GUIDE = """---
title: How to send goods back
tags: [refunds, parcels]
---
# Returns

Goods may be returned within 30 days.

## Time limit

Without the bill it is 14 days, and money comes back within a week.
"""
FILES: dict[str, str | bytes] = {
    "eric/guide.md": GUIDE,
    "eric/prices.csv": "Part,Price\nBrake,12\nBell,7\n",
    "eric/cafe.txt": "Le café ferme à midi.\n".encode("cp1252"),
    "eric/off.txt": "Goods may never be returned.\n",
    "eric/picture.txt": b"\x89PNG\r\n\x1a\n" + bytes(200),
}
QUESTIONS = ("When may goods be returned?", "refunds for parcels", "What does a bell cost?", "café à midi")


def emptied(url: str) -> str:
    """A Solr from which all that other tests left is gone: a backup is of the whole index."""
    said = {"delete": {"query": "*:*"}}
    requests.post(f"{url}/contents/update", params={"commit": "true"}, json=said, timeout=30).raise_for_status()
    return url


@pytest.fixture(params=["memory", pytest.param("solr", marks=pytest.mark.solr)])
def index(request: pytest.FixtureRequest) -> WholeIndex:
    """An index that holds nothing yet."""
    if request.param == "memory":
        return MemoryIndex()
    return SolrIndex.at([emptied(request.getfixturevalue("solr_url"))])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup"


def back_up(index: WholeIndex, file: Path) -> Totals:
    return backup.back_up(index, file, lambda _: None)


def restore(index: WholeIndex, file: Path, *, replacing: bool = False) -> Restored:
    with file.open("rb") as opened:
        return backup.restore(index, opened, lambda _done, _of: None, replacing=replacing)


def unpacked(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes())


def given(index: Index, *texts: str, path: str = "eric/a.txt", scope: Scope = SCOPE) -> Record:
    """A document whose reading has a passage for each text, all of it committed."""
    record = write_reading(index, scope, path, make_reading(*texts))
    index.commit()
    return record


def kept(index: Index, path: str = "eric/a.txt") -> Record:
    found = index.get(SCOPE, document_id(SCOPE, path))
    return given_record(found.record if found else None)


def texts(index: Index, path: str = "eric/a.txt") -> list[str]:
    """What answers of a document."""
    return [draft.text for _, draft in index.passages(SCOPE, kept(index, path), after=0, limit=9_999)]


def remove(index: Index, path: str = "eric/a.txt") -> None:
    """Remove a document, as a person does."""
    record = kept(index, path)
    found = index.get(SCOPE, record.id)
    assert found
    index.put(tombstone(record), found.version)
    index.commit()


# All of it.


def furnished(tmp_path: Path, index: WholeIndex) -> Backend:
    """A service that was given documents of every kind: read, turned off, of a chosen encoding, not read, due."""
    backend = Backend(tmp_path, index)
    for path, text in FILES.items():
        backend.write(path, text)
        giving.give(backend.services, SCOPE, path)
    giving.choose_encoding(backend.services, SCOPE, document_id(SCOPE, "eric/cafe.txt"), "cp1250")
    giving.set_enabled(backend.services, SCOPE, document_id(SCOPE, "eric/off.txt"), enabled=False)
    backend.write("ana/own.txt", "Goods of others.\n")
    giving.give(backend.services, Scope("shop", "ana"), "ana/own.txt")
    backend.read_all()
    backend.write("eric/due.txt", "Not read yet.\n")
    giving.give(backend.services, SCOPE, "eric/due.txt")
    return backend


def shown(backend: Backend) -> tuple[list[Document], list[Passage], list[Answer]]:
    """All that a caller sees: documents, passages and answers, with scores and what they are made of."""
    services = backend.services
    documents = list(listing.documents(services, SCOPE, state=None, cursor=None, limit=99).items)
    pages = [listing.passages(services, SCOPE, each.id, cursor=None, limit=99).items for each in documents]
    scope = SCOPE.narrowed([each.path for each in documents])
    answers = [searching.search(services, scope, question, explain=True) for question in QUESTIONS]
    return documents, [each for page in pages for each in page], [replace(each, took_ms=0.0) for each in answers]


def test_what_was_erased_is_shown_and_answers_again_to_the_last_digit(
    tmp_path: Path, index: WholeIndex, file: Path
) -> None:
    backend = furnished(tmp_path, index)
    before = shown(backend)
    assert [answer.status for answer in before[2]] == ["found"] * len(QUESTIONS)
    backed_up = back_up(index, file)
    assert backed_up.documents == len(FILES) + 2

    assert purging.forget_all(index, ApplicationDocuments("shop"), lambda _done, _of: None).documents == len(FILES) + 2
    assert listing.documents(backend.services, SCOPE, state=None, cursor=None, limit=99).items == ()

    assert restore(index, file) == Restored(backed_up.documents, backed_up.passages, already_there=0)
    assert shown(backend) == before
    assert kept(index, "eric/cafe.txt").encoding_chosen == "cp1250"
    assert [each.record.path for each in index.due_records(backend.services.now().timestamp())] == ["eric/due.txt"]
    backend.read_all()
    index.commit()
    assert texts(index, "eric/due.txt") == ["Not read yet."]


def test_what_older_readers_read_answers_at_once_and_is_to_be_read_again(index: WholeIndex, file: Path) -> None:
    record = given(index, "Read long ago.")
    found = index.get(SCOPE, record.id)
    assert found
    assert record.active
    index.put(replace(record, active=replace(record.active, reader_version=READER_VERSION - 1)), found.version)
    index.commit()
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), lambda _done, _of: None)
    restore(index, file)

    assert texts(index) == ["Read long ago."]
    assert [each.id for each in index.outdated_records(READER_VERSION)] == [record.id]


def test_more_than_one_answer_of_the_index_holds_is_copied_and_each_document_once(
    index: WholeIndex, file: Path
) -> None:
    many = 203
    for number in range(many):
        index.put(replace(make_record(SCOPE, f"eric/{number}.txt"), job=None), None)
    index.commit()

    assert len({kept.record.id for kept in index.select_records(AllDocuments())}) == many
    assert back_up(index, file) == Totals(documents=many, passages=0)


# What is copied.


def test_nothing_is_copied_of_what_was_removed_or_replaced(index: WholeIndex, file: Path) -> None:
    given(index, "A secret quokka.", path="eric/removed.txt")
    remove(index, "eric/removed.txt")
    given(index, "The former thylacine.")
    given(index, "The new numbat.")

    assert back_up(index, file) == Totals(documents=1, passages=1)
    assert [word for word in (b"quokka", b"removed.txt", b"thylacine") if word in unpacked(file)] == []
    assert b"numbat" in unpacked(file)


class Interrupted:
    """Of an index: something happens once after a page of passages was fetched."""

    meanwhile: Callable[[], object] | None = None

    def passages(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        page: Sequence[tuple[int, PassageContent]] = super().passages(  # type: ignore[misc]  # of the index it is mixed into
            scope, record, after=after, limit=limit
        )
        happens, self.meanwhile = self.meanwhile, None
        if happens:
            happens()
        return page


class InterruptedMemory(Interrupted, MemoryIndex):
    """In memory."""


class InterruptedSolr(Interrupted, SolrIndex):
    """In Solr."""


@pytest.fixture(params=["memory", pytest.param("solr", marks=pytest.mark.solr)])
def interrupted(request: pytest.FixtureRequest) -> InterruptedMemory | InterruptedSolr:
    if request.param == "memory":
        return InterruptedMemory()
    return InterruptedSolr.at([emptied(request.getfixturevalue("solr_url"))])


def test_a_reading_that_is_swapped_while_it_is_copied_is_copied_as_it_then_is(
    interrupted: InterruptedMemory | InterruptedSolr, file: Path
) -> None:
    given(interrupted, *(f"Old {number}." for number in range(backup.PASSAGES_AT_ONCE + 9)))
    new = [f"New {number}." for number in range(backup.PASSAGES_AT_ONCE + 9)]

    def swap() -> None:
        given(interrupted, *new)
        purging.delete_retired(interrupted)

    interrupted.meanwhile = swap
    assert back_up(interrupted, file) == Totals(documents=1, passages=len(new))
    assert (b"Old " in unpacked(file), unpacked(file).count(b"New ")) == (False, len(new))


def test_a_document_that_is_removed_while_it_is_copied_is_not_in_the_file(
    interrupted: InterruptedMemory | InterruptedSolr, file: Path
) -> None:
    given(interrupted, "A secret quokka.")
    interrupted.meanwhile = lambda: remove(interrupted)

    assert back_up(interrupted, file) == Totals()
    assert b"quokka" not in unpacked(file)


def test_where_passages_are_missing_one_is_told_which_to_have_read_again(file: Path) -> None:
    index = MemoryIndex()
    record = given(index, "One.")
    assert record.active
    index.delete_passages(record, [record.active.reading])

    with pytest.raises(IncompleteReading, match=f"{record.id}.*contents rebuild --app shop"):
        back_up(index, file)
    assert list(file.parent.iterdir()) == []


# What it is brought back to.


def test_a_file_that_does_not_hold_changes_nothing(index: WholeIndex, file: Path) -> None:
    for name in "abc":
        given(index, name.upper(), path=f"eric/{name}.txt")
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), lambda _done, _of: None)
    file.write_bytes(file.read_bytes()[:-9])

    with pytest.raises(BrokenBackup, match=r"^Line \d"):
        restore(index, file)
    index.commit()
    assert list(index.select_records(AllDocuments())) == []


def test_what_is_there_already_is_left_as_it_is_unless_it_is_to_be_replaced(index: WholeIndex, file: Path) -> None:
    given(index, "As it was.")
    given(index, "Only in the backup.", path="eric/b.txt")
    back_up(index, file)
    given(index, "As it is.")
    remove(index, "eric/b.txt")

    assert restore(index, file) == Restored(documents=1, passages=1, already_there=1)
    assert (texts(index), texts(index, "eric/b.txt")) == (["As it is."], ["Only in the backup."])

    assert restore(index, file, replacing=True) == Restored(documents=2, passages=2, already_there=0)
    assert (texts(index), texts(index, "eric/b.txt")) == (["As it was."], ["Only in the backup."])


def test_restoring_twice_changes_nothing(index: WholeIndex, file: Path) -> None:
    given(index, "One.")
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), lambda _done, _of: None)
    restore(index, file)
    once = index.get(SCOPE, document_id(SCOPE, "eric/a.txt"))

    assert restore(index, file) == Restored(documents=0, passages=0, already_there=1)
    assert index.get(SCOPE, document_id(SCOPE, "eric/a.txt")) == once


def test_what_comes_back_is_not_deleted_as_what_it_was_before(index: WholeIndex, file: Path) -> None:
    given(index, "As it was.")
    given(index, "Removed.", path="eric/b.txt")
    back_up(index, file)
    given(index, "As it is.")
    remove(index, "eric/b.txt")
    restore(index, file, replacing=True)  # before anything was deleted of what was removed or replaced

    purging.delete_retired(index)
    index.purge()

    assert (texts(index), texts(index, "eric/b.txt")) == (["As it was."], ["Removed."])
    assert (kept(index).retired, kept(index, "eric/b.txt").retired) == ((), ())


class WrittenMeanwhile(MemoryIndex):
    """Something happens after passages were written and before any record names them."""

    meanwhile: Callable[[], object] | None = None

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        super().write_passages(record, reading_id, reading)
        happens, self.meanwhile = self.meanwhile, None
        if happens:
            happens()


@pytest.fixture
def written(file: Path) -> WrittenMeanwhile:
    """An index from which the one document that the backup holds is gone."""
    index = WrittenMeanwhile()
    given(index, "One.")
    back_up(index, file)
    purging.forget_all(index, ApplicationDocuments("shop"), lambda _done, _of: None)
    return index


def test_a_purge_meanwhile_takes_nothing_of_what_comes_back(written: WrittenMeanwhile, file: Path) -> None:
    def purge() -> None:
        written.commit()
        written.purge()

    written.meanwhile = purge
    restore(written, file)

    assert texts(written) == ["One."]


def test_no_reader_reads_what_is_just_coming_back(tmp_path: Path, written: WrittenMeanwhile, file: Path) -> None:
    backend = Backend(tmp_path, written)
    backend.clock.time = utc_now()

    def read() -> None:
        written.commit()
        backend.read_all()

    written.meanwhile = read
    restore(written, file)

    assert (texts(written), kept(written).reread) == (["One."], None)


def test_a_gift_meanwhile_stands_and_what_would_have_come_back_is_deleted(
    written: WrittenMeanwhile, file: Path
) -> None:
    written.meanwhile = lambda: given(written, "Given anew.")

    assert restore(written, file) == Restored(documents=0, passages=0, already_there=1)
    assert texts(written) == ["Given anew."]


def test_what_a_killed_restore_left_half_way_comes_back_with_the_next(written: WrittenMeanwhile, file: Path) -> None:
    def killed() -> None:
        raise KeyboardInterrupt

    written.meanwhile = killed
    with pytest.raises(KeyboardInterrupt):
        restore(written, file)
    written.commit()

    assert restore(written, file) == Restored(documents=1, passages=1, already_there=0)
    assert texts(written) == ["One."]


def test_a_reader_that_takes_over_from_a_killed_restore_has_a_reading_id_of_its_own(
    tmp_path: Path, written: WrittenMeanwhile, file: Path
) -> None:
    backend = Backend(tmp_path, written)
    backend.clock.time = utc_now()
    backend.write("eric/a.txt", "One, as it is now.\n")

    def killed() -> None:
        raise KeyboardInterrupt

    written.meanwhile = killed
    with pytest.raises(KeyboardInterrupt):
        restore(written, file)
    written.commit()
    restoring = kept(written).job
    backend.clock.pass_by(LONGEST_LEASE_S + 1)
    backend.read_all()

    assert restoring
    assert restoring.reading in kept(written).retired
    assert texts(written) == ["One, as it is now."]
