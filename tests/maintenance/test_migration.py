"""What an index of another schema holds is copied as it is, pass by pass, and what was changed here since stays."""

from __future__ import annotations

import pytest
from helpers.factories import make_reading, make_record, write_reading
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.documents import purging
from contents_service.documents.records import tombstone
from contents_service.index.protocol import Index, WriteConflict, document_id
from contents_service.maintenance.migration import CopyCounts, Migration
from contents_service.model import AllDocuments, PersonDocuments, Reading, Record, Scope

SCOPE = Scope("shop", "eric")
NOTHING = CopyCounts()


@pytest.fixture
def there() -> MemoryIndex:
    """An index of another schema, which holds two documents."""
    index = MemoryIndex()
    given(index, "One.", "Two.")
    given(index, "Three.", path="eric/b.txt")
    return index


@pytest.fixture
def here() -> MemoryIndex:
    return MemoryIndex()


def given(index: Index, *texts: str, path: str = "eric/a.txt") -> Record:
    record = write_reading(index, SCOPE, path, make_reading(*texts))
    index.commit()
    return record


def kept(index: Index, path: str = "eric/a.txt") -> Record:
    found = index.get(SCOPE, document_id(SCOPE, path))
    assert found
    return found.record


def changed(index: Index, record: Record) -> None:
    found = index.get(SCOPE, record.id)
    assert found
    index.put(record, found.version)
    index.commit()


def texts(index: Index, path: str = "eric/a.txt") -> list[str]:
    """What answers of a document."""
    return [draft.text for _, draft in index.passages(SCOPE, kept(index, path), after=0, limit=99)]


def passed(there: MemoryIndex, here: MemoryIndex) -> CopyCounts:
    return Migration(there, here, lambda _: None).copy_changes()


def test_all_that_answers_there_answers_here_under_the_same_ids_and_is_copied_once(
    there: MemoryIndex, here: MemoryIndex
) -> None:
    there.put(make_record(SCOPE, "eric/due.txt"), None)
    there.commit()

    assert passed(there, here) == CopyCounts(documents=3, passages=3)
    assert [kept(here, f"eric/{name}.txt") for name in ("a", "b", "due")] == [
        kept(there, f"eric/{name}.txt") for name in ("a", "b", "due")
    ]
    assert (texts(here), texts(here, "eric/b.txt")) == (["One.", "Two."], ["Three."])
    assert passed(there, here) == NOTHING


def test_what_changed_there_since_comes_with_the_next_pass_and_nothing_else(
    there: MemoryIndex, here: MemoryIndex
) -> None:
    given(there, "Never changed.", path="eric/c.txt")
    passed(there, here)

    given(there, "Read anew.")
    changed(there, replace(kept(there, "eric/b.txt"), enabled=False))

    assert passed(there, here) == CopyCounts(documents=2, passages=2)
    assert (texts(here), kept(here, "eric/b.txt").enabled) == (["Read anew."], False)
    purging.delete_retired(here)
    assert (kept(here).retired, texts(here), here.purge()) == ((), ["Read anew."], 2)


@pytest.mark.parametrize("erased", [False, True])
def test_what_was_removed_there_since_is_removed_here_and_its_passages_too(
    there: MemoryIndex, here: MemoryIndex, *, erased: bool
) -> None:
    passed(there, here)
    changed(there, tombstone(kept(there)))
    if erased:
        purging.delete_retired(there)

    assert passed(there, here) == CopyCounts(removed=1)
    assert passed(there, here) == NOTHING
    purging.delete_retired(here)
    assert (here.get(SCOPE, document_id(SCOPE, "eric/a.txt")), here.purge()) == (None, 2)
    assert passed(there, here) == NOTHING


def test_what_was_removed_there_and_given_again_answers_here(there: MemoryIndex, here: MemoryIndex) -> None:
    passed(there, here)
    changed(there, tombstone(kept(there)))
    purging.delete_retired(there)
    passed(there, here)

    given(there, "Given again.")
    passed(there, here)
    purging.delete_retired(here)

    assert texts(here) == ["Given again."]


def test_what_was_given_changed_or_removed_here_stays_as_it_is(there: MemoryIndex, here: MemoryIndex) -> None:
    passed(there, here)
    given(here, "Only here.", path="eric/c.txt")
    changed(here, replace(kept(here), enabled=False))
    changed(here, tombstone(kept(here, "eric/b.txt")))
    given(there, "Read anew there.")
    changed(there, tombstone(kept(there)))
    given(there, "Read anew there.", path="eric/b.txt")

    assert passed(there, here) == NOTHING
    assert (texts(here, "eric/c.txt"), texts(here), kept(here).enabled) == (["Only here."], ["One.", "Two."], False)
    assert kept(here, "eric/b.txt").removed


def test_what_is_forgotten_here_while_it_is_followed_does_not_come_back(there: MemoryIndex, here: MemoryIndex) -> None:
    following = Migration(there, here, lambda _: None)
    following.copy_changes()
    changed(there, replace(kept(there), enabled=False))

    purging.forget_all(here, PersonDocuments("eric"), lambda _done, _of: None)

    assert following.copy_changes() == NOTHING
    assert list(here.select_records(AllDocuments())) == []


def test_what_is_removed_there_and_given_again_while_it_is_followed_comes_back(
    there: MemoryIndex, here: MemoryIndex
) -> None:
    following = Migration(there, here, lambda _: None)
    following.copy_changes()
    changed(there, tombstone(kept(there)))
    assert following.copy_changes() == CopyCounts(removed=1)
    purging.delete_retired(here)
    purging.delete_retired(there)
    assert following.copy_changes() == NOTHING

    given(there, "Given again.")
    assert following.copy_changes() == CopyCounts(documents=1, passages=1)


def test_where_passages_are_missing_there_the_document_is_to_be_read_again(
    there: MemoryIndex, here: MemoryIndex
) -> None:
    held = kept(there).active
    assert held
    there.delete_passages(kept(there), [held.reading])

    assert passed(there, here) == CopyCounts(documents=2, passages=1, reading_due=1)
    assert (kept(here).state, texts(here), texts(here, "eric/b.txt")) == ("reading", [], ["Three."])
    assert passed(there, here) == NOTHING


class Killed(MemoryIndex):
    """An index that is written to once, and then no more for a moment."""

    written = 0

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        super().write_passages(record, reading_id, reading)
        self.written += 1
        if self.written == 2:
            raise KeyboardInterrupt


def test_a_pass_that_was_killed_is_made_good_by_the_next(there: MemoryIndex) -> None:
    here = Killed()
    with pytest.raises(KeyboardInterrupt):
        passed(there, here)
    here.commit()

    assert passed(there, here).documents == 1
    assert (texts(here), texts(here, "eric/b.txt")) == (["One.", "Two."], ["Three."])


class RacedFor(MemoryIndex):
    """An index in which every record is changed by another just before it is written."""

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        if version is not None:
            self.put(replace(kept(self), enabled=False), version)
        super().import_copy(record, version, of)


def test_a_race_that_was_lost_is_left_to_the_one_who_won(there: MemoryIndex) -> None:
    here = RacedFor()
    passed(there, here)
    given(there, "Read anew there.")

    assert passed(there, here) == NOTHING
    assert (texts(here), kept(here).enabled) == (["One.", "Two."], False)
    with pytest.raises(WriteConflict):
        here.import_copy(kept(there), None, 1)
