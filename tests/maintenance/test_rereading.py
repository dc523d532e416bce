"""Documents are read again from the Home Folders while their earlier readings answer."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest
from helpers.backend import Backend
from helpers.factories import new_app_id
from helpers.memory_index import MemoryIndex

from contents_service.documents import giving, listing
from contents_service.index.protocol import Index, WholeIndex, document_id
from contents_service.maintenance import rereading
from contents_service.maintenance.rereading import ReadingResults, ScheduledReadings
from contents_service.model import AllDocuments, ApplicationDocuments, PersonDocuments, Scope, Selection
from contents_service.solr.index import SolrIndex


@pytest.fixture(params=["memory", pytest.param("solr", marks=pytest.mark.solr)])
def index(request: pytest.FixtureRequest) -> WholeIndex:
    return MemoryIndex() if request.param == "memory" else SolrIndex.at([request.getfixturevalue("solr_url")])


def give(backend: Backend, scope: Scope, **files: str) -> None:
    """Write files, give them and read them."""
    for name, text in files.items():
        path = f"{scope.giver}/{name}.txt"
        backend.write(path, text)
        giving.give(backend.services, scope, path)
    read_all(backend)


def read_all(backend: Backend) -> None:
    backend.read_all()
    backend.services.index.commit()


def rebuild(index: WholeIndex, selection: Selection) -> ScheduledReadings:
    return rereading.rebuild(index, selection, lambda _: None)


def wait(index: WholeIndex, selection: Selection) -> ReadingResults:
    return rereading.wait(index, selection, lambda _: None)


def answering_text(backend: Backend, scope: Scope, name: str) -> str:
    """Return the text of a document's active reading."""
    document = document_id(scope, f"{scope.giver}/{name}.txt")
    page = listing.list_passages(backend.services, scope, document, cursor=None, limit=9)
    return "".join(passage.text for passage in page.items)


def count_due(index: Index, *scopes: Scope) -> list[int]:
    """Return how many documents of each scope are due to be read."""
    snapshots = [index.scope_snapshot(scope) for scope in scopes]
    return [
        sum(versioned.record.state == "reading" for versioned in snapshot.versioned.values()) for snapshot in snapshots
    ]


def test_earlier_readings_answer_until_the_new_ones_are_complete(tmp_path: Path, index: WholeIndex) -> None:
    backend, scope = Backend(tmp_path, index), Scope(new_app_id(), "eric")
    give(backend, scope, a="Old.")
    backend.write("eric/a.txt", "New.\n")

    assert rebuild(index, ApplicationDocuments(scope.app)) == ScheduledReadings(documents=1, due_already=0)

    assert (answering_text(backend, scope, "a"), count_due(index, scope)) == ("Old.", [1])
    read_all(backend)
    assert (answering_text(backend, scope, "a"), count_due(index, scope)) == ("New.", [0])


def test_only_documents_of_the_application_or_person_are_read_again(tmp_path: Path, index: WholeIndex) -> None:
    backend, app, other, eric, ana = Backend(tmp_path, index), new_app_id(), new_app_id(), new_app_id(), new_app_id()
    scopes = [Scope(app, eric), Scope(app, ana), Scope(other, eric)]
    for scope in scopes:
        give(backend, scope, a="A.")

    assert (rebuild(index, ApplicationDocuments(other)), count_due(index, *scopes)) == (
        ScheduledReadings(1, 0),
        [0, 0, 1],
    )
    read_all(backend)
    assert (rebuild(index, PersonDocuments(eric)), count_due(index, *scopes)) == (ScheduledReadings(2, 0), [1, 0, 1])
    assert (rebuild(index, ApplicationDocuments(app)), count_due(index, *scopes)) == (
        ScheduledReadings(1, 1),
        [1, 1, 1],
    )


def test_documents_that_are_due_already_or_removed_are_left_out(tmp_path: Path) -> None:
    index, scope = MemoryIndex(), Scope("shop", "eric")
    backend = Backend(tmp_path, index)
    give(backend, scope, a="A.", b="B.", removed="R.")
    giving.remove(backend.services, scope, document_id(scope, "eric/removed.txt"))
    giving.read_again(backend.services, scope, document_id(scope, "eric/b.txt"))
    job = index.get(scope, document_id(scope, "eric/b.txt"))

    assert rebuild(index, AllDocuments()) == ScheduledReadings(documents=1, due_already=1)
    assert index.get(scope, document_id(scope, "eric/b.txt")) == job


def test_waiting_returns_how_many_were_read_and_why_others_were_not(tmp_path: Path, index: WholeIndex) -> None:
    backend, scope = Backend(tmp_path, index), Scope(new_app_id(), "eric")
    give(backend, scope, a="A.", b="B.", empty="", gone="Gone.")
    (backend.home / "eric/gone.txt").unlink()
    rebuild(index, ApplicationDocuments(scope.app))

    reader = Thread(target=read_all, args=(backend,))
    reader.start()
    results = wait(index, ApplicationDocuments(scope.app))
    reader.join()

    assert results == ReadingResults(read=2, not_read={"empty": 1, "missing": 1})
    assert answering_text(backend, scope, "gone") == "Gone."
