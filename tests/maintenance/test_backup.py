"""A backup holds all that was given and read, and nothing that was removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.backups import (
    SCOPE,
    back_up,
    current_record,
    empty_solr,
    ignore_progress,
    passage_texts,
    remove_document,
    restore,
    unpack,
    write_document,
)
from helpers.factories import make_record
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.documents import giving, listing, purging, searching
from contents_service.index.protocol import WholeIndex, document_id
from contents_service.maintenance import backup
from contents_service.maintenance.backup import IncompleteReading, Restored
from contents_service.maintenance.backup_file import Totals
from contents_service.model import (
    AllDocuments,
    Answer,
    ApplicationDocuments,
    Document,
    Passage,
    PassageContent,
    Record,
    Scope,
)
from contents_service.solr.index import SolrIndex

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


def make_backend(tmp_path: Path, index: WholeIndex) -> Backend:
    """Return a backend with documents of every kind: read, turned off, of a chosen encoding, not read, due."""
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


def everything_shown(backend: Backend) -> tuple[list[Document], list[Passage], list[Answer]]:
    """Return all that callers see: documents, passages and answers, with scores and their explanation."""
    services = backend.services
    documents = list(listing.list_documents(services, SCOPE, state=None, cursor=None, limit=99).items)
    pages = [listing.list_passages(services, SCOPE, each.id, cursor=None, limit=99).items for each in documents]
    scope = SCOPE.narrowed([each.path for each in documents])
    answers = [searching.search(services, scope, question, explain=True) for question in QUESTIONS]
    return documents, [each for page in pages for each in page], [replace(each, took_ms=0.0) for each in answers]


def test_forgotten_documents_are_restored_with_the_same_answers_and_scores(
    tmp_path: Path, index: WholeIndex, file: Path
) -> None:
    backend = make_backend(tmp_path, index)
    before = everything_shown(backend)
    assert [answer.status for answer in before[2]] == ["found"] * len(QUESTIONS)
    backed_up = back_up(index, file)
    assert backed_up.documents == len(FILES) + 2

    assert purging.forget_all(index, ApplicationDocuments("shop"), ignore_progress).documents == len(FILES) + 2
    assert listing.list_documents(backend.services, SCOPE, state=None, cursor=None, limit=99).items == ()

    assert restore(index, file) == Restored(backed_up.documents, backed_up.passages, already_there=0)
    assert everything_shown(backend) == before
    assert current_record(index, "eric/cafe.txt").encoding_chosen == "cp1250"
    assert [each.record.path for each in index.due_records(backend.services.now().timestamp())] == ["eric/due.txt"]
    backend.read_all()
    index.commit()
    assert passage_texts(index, "eric/due.txt") == ["Not read yet."]


def test_many_documents_are_copied_once_each(index: WholeIndex, file: Path) -> None:
    more_than_a_page = 203
    for number in range(more_than_a_page):
        index.put(replace(make_record(SCOPE, f"eric/{number}.txt"), job=None), None)
    index.commit()

    assert len({versioned.record.id for versioned in index.select_records(AllDocuments())}) == more_than_a_page
    assert back_up(index, file) == Totals(documents=more_than_a_page, passages=0)


def test_removed_documents_and_replaced_readings_are_not_copied(index: WholeIndex, file: Path) -> None:
    write_document(index, "A secret quokka.", path="eric/removed.txt")
    remove_document(index, "eric/removed.txt")
    write_document(index, "The former thylacine.")
    write_document(index, "The new numbat.")

    assert back_up(index, file) == Totals(documents=1, passages=1)
    assert [word for word in (b"quokka", b"removed.txt", b"thylacine") if word in unpack(file)] == []
    assert b"numbat" in unpack(file)


class Interruption:
    """A mixin for an index that calls `meanwhile` once, after a page of passages was fetched."""

    meanwhile: Callable[[], object] | None = None

    def passages(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        page: Sequence[tuple[int, PassageContent]] = super().passages(  # type: ignore[misc]  # the index that it is mixed into has it
            scope, record, after=after, limit=limit
        )
        interruption, self.meanwhile = self.meanwhile, None
        if interruption:
            interruption()
        return page


class InterruptibleMemoryIndex(Interruption, MemoryIndex):
    """An index in memory."""


class InterruptibleSolrIndex(Interruption, SolrIndex):
    """An index on Solr."""


Interruptible = InterruptibleMemoryIndex | InterruptibleSolrIndex


@pytest.fixture(params=["memory", pytest.param("solr", marks=pytest.mark.solr)])
def interruptible(request: pytest.FixtureRequest) -> Interruptible:
    if request.param == "memory":
        return InterruptibleMemoryIndex()
    return InterruptibleSolrIndex.at([empty_solr(request.getfixturevalue("solr_url"))])


def test_a_reading_that_is_replaced_while_it_is_copied_is_copied_as_replaced(
    interruptible: Interruptible, file: Path
) -> None:
    write_document(interruptible, *(f"Old {number}." for number in range(backup.PASSAGES_AT_ONCE + 9)))
    new = [f"New {number}." for number in range(backup.PASSAGES_AT_ONCE + 9)]

    def replace_reading() -> None:
        write_document(interruptible, *new)
        purging.delete_retired(interruptible)

    interruptible.meanwhile = replace_reading
    assert back_up(interruptible, file) == Totals(documents=1, passages=len(new))
    assert (b"Old " in unpack(file), unpack(file).count(b"New ")) == (False, len(new))


def test_a_document_that_is_removed_while_it_is_copied_is_not_in_the_backup(
    interruptible: Interruptible, file: Path
) -> None:
    write_document(interruptible, "A secret quokka.")
    interruptible.meanwhile = lambda: remove_document(interruptible)

    assert back_up(interruptible, file) == Totals()
    assert b"quokka" not in unpack(file)


def test_missing_passages_are_an_error_that_names_the_document_and_the_remedy(file: Path) -> None:
    index = MemoryIndex()
    record = write_document(index, "One.")
    assert record.active
    index.delete_passages(record, [record.active.reading])

    with pytest.raises(IncompleteReading, match=f"{record.id}.*contents rebuild --app shop"):
        back_up(index, file)
    assert list(file.parent.iterdir()) == []
