"""What one person may give is bounded, what is over is refused whole, and what others give counts for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from helpers.backend import Backend
from helpers.factories import new_app_id
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.documents import giving, listing, searching
from contents_service.errors import QuotaExceeded
from contents_service.index.protocol import Index, WriteConflict
from contents_service.model import Document, Record, Scope
from contents_service.settings import Settings
from contents_service.solr.index import SolrIndex

THREE = "\n\n".join(f"# Part {number}\n\nThe warranty number {number} lasts." for number in range(3))
"""A text of three passages."""
SETTINGS = Settings(dev=True, app_documents=2, person_documents=3, app_passages=5, person_passages=7)


@pytest.fixture(params=["memory", pytest.param("solr", marks=pytest.mark.solr)])
def index(request: pytest.FixtureRequest) -> Iterator[Index]:
    if request.param == "memory":
        yield MemoryIndex()
    else:
        yield SolrIndex.at([request.getfixturevalue("solr_url")])


@pytest.fixture
def backend(tmp_path: Path, index: Index) -> Backend:
    return Backend(tmp_path, index, SETTINGS)


@pytest.fixture
def shop() -> Scope:
    """An application, and a person whom no other test has."""
    return Scope(new_app_id(), new_app_id())


def give(backend: Backend, scope: Scope, name: str, text: str = "A note.\n") -> Document:
    """Give a document, and read what is due of its giver, as a reader of their own would."""
    path = f"{scope.giver}/{name}"
    backend.write(path, text)
    given = giving.give(backend.services, scope, path).document
    read_due_of(backend, scope.giver)
    return listing.document(backend.services, scope, given.id)


def read_due_of(backend: Backend, giver: str) -> None:
    reader = backend.reader()
    while due := [kept for kept in backend.services.index.due_records(1e10) if kept.record.giver == giver]:
        claim = reader.leases.claim(due[0])
        assert claim
        reader.read(claim)


def test_one_document_more_than_an_application_may_be_given_is_refused_with_what_to_do(
    backend: Backend, shop: Scope
) -> None:
    give(backend, shop, "a.md")
    give(backend, shop, "b.md")

    with pytest.raises(QuotaExceeded, match=r"more than 2 documents.*one application.*Remove some"):
        give(backend, shop, "c.md")

    assert len(listing.documents(backend.services, shop, state=None, cursor=None, limit=9).items) == 2


def test_one_document_more_than_a_person_may_give_is_refused_whichever_application_it_is_for(
    backend: Backend, shop: Scope
) -> None:
    desk = Scope(new_app_id(), shop.giver)
    give(backend, shop, "a.md")
    give(backend, shop, "b.md")
    give(backend, desk, "a.md")

    with pytest.raises(QuotaExceeded, match="more than 3 documents, the most for one person"):
        give(backend, desk, "b.md")


def test_what_is_given_already_may_be_given_again_and_a_removal_makes_room(backend: Backend, shop: Scope) -> None:
    first = give(backend, shop, "a.md")
    give(backend, shop, "b.md")
    give(backend, shop, "b.md", "Another note.\n")

    giving.remove(backend.services, shop, first.id)

    assert give(backend, shop, "c.md").state == "read"


def test_of_many_those_that_there_is_room_for_are_given_and_each_other_is_named(backend: Backend, shop: Scope) -> None:
    paths = [f"{shop.giver}/{number}.md" for number in range(5)]
    for path in paths:
        backend.write(path, "A note.\n")

    many = giving.give_many(backend.services, shop, paths)

    assert len(many.documents) == 2
    assert [problem.code for problem in many.problems] == ["quota"] * 3
    given, refused = {each.path for each in many.documents}, {problem.path for problem in many.problems}
    assert given | refused == set(paths)


class IndexWithConflicts(MemoryIndex):
    """An index in which the first write of every record meets a conflict."""

    def __init__(self) -> None:
        super().__init__()
        self._refused: set[str] = set()

    def put(self, record: Record, version: int | None) -> None:
        if record.id not in self._refused:
            self._refused.add(record.id)
            raise WriteConflict
        super().put(record, version)


def test_a_document_counts_once_even_if_writing_it_met_a_conflict(tmp_path: Path, shop: Scope) -> None:
    backend = Backend(tmp_path, IndexWithConflicts(), SETTINGS)
    paths = [f"{shop.giver}/{number}.md" for number in range(2)]
    for path in paths:
        backend.write(path, "A note.\n")

    result = giving.give_many(backend.services, shop, paths)

    assert (len(result.documents), result.problems) == (2, ())


def test_a_file_that_there_is_no_room_for_is_not_stored(backend: Backend, shop: Scope) -> None:
    give(backend, shop, "a.md")
    give(backend, shop, "b.md")

    with pytest.raises(QuotaExceeded):
        giving.upload(backend.services, shop, f"{shop.giver}/c.md", BytesIO(b"A note.\n"), replacing=None)

    assert not (backend.home / shop.giver / "c.md").exists()


def test_what_others_give_the_same_application_takes_no_room(backend: Backend, shop: Scope) -> None:
    give(backend, shop, "a.md", THREE)
    give(backend, shop, "b.md")
    other = Scope(shop.app, new_app_id())

    assert [give(backend, other, name, THREE).state for name in ("a.md", "b.md")] == ["read", "not_read"]


def test_a_document_whose_passages_are_too_many_is_not_read_and_nothing_of_it_is_kept(
    backend: Backend, shop: Scope
) -> None:
    give(backend, shop, "a.md", THREE)
    refused = give(backend, shop, "b.md", THREE)

    assert refused.state == "not_read"
    assert refused.why
    assert refused.why.code == "quota"
    assert "3 passages, this application would have more than the 5" in refused.why.message
    answer = searching.search(backend.services, shop.narrowed([refused.path]), "How long does the warranty last?")
    assert (answer.status, [part.code for part in answer.unread]) == ("nothing_read", ["quota"])


def test_a_person_has_room_for_so_many_passages_in_all_their_applications(backend: Backend, shop: Scope) -> None:
    desk = Scope(new_app_id(), shop.giver)
    give(backend, shop, "a.md", THREE)
    give(backend, desk, "a.md", THREE)

    refused = give(backend, desk, "b.md", THREE[: THREE.index("# Part 2")])

    assert refused.why
    assert "all applications together would have more than the 7" in refused.why.message


def test_reading_again_needs_room_only_for_what_is_new_and_else_the_earlier_reading_stays(
    backend: Backend, shop: Scope
) -> None:
    first = give(backend, shop, "a.md", THREE)

    assert give(backend, shop, "a.md", THREE.replace("warranty", "guarantee")).reread is None
    grown = give(backend, shop, "a.md", f"{THREE}\n\n{THREE}")

    assert (grown.state, grown.passages, grown.id) == ("read", 3, first.id)
    assert grown.reread
    assert grown.reread.why.code == "quota"


def test_0_is_no_limit(tmp_path: Path, shop: Scope) -> None:
    none = replace(SETTINGS, app_documents=0, person_documents=0, app_passages=0, person_passages=0)
    backend = Backend(tmp_path, MemoryIndex(), none)

    assert [give(backend, shop, f"{number}.md", THREE).state for number in range(4)] == ["read"] * 4


def test_what_one_reader_keeps_without_asking_each_time_stays_within_the_limit(
    tmp_path: Path, shop: Scope, index: Index
) -> None:
    room_for_ten = replace(SETTINGS, app_documents=0, person_documents=0, app_passages=10, person_passages=0)
    backend = Backend(tmp_path, index, room_for_ten)
    paths = [f"{shop.giver}/{number}.md" for number in range(6)]
    for path in paths:
        backend.write(path, THREE)
    giving.give_many(backend.services, shop, paths)

    reader = backend.reader()
    while due := [kept for kept in index.due_records(1e10) if kept.record.giver == shop.giver]:
        claim = reader.leases.claim(due[0])
        assert claim
        reader.read(claim)

    kept = listing.documents(backend.services, shop, state=None, cursor=None, limit=9).items
    assert [document.state for document in kept].count("read") == 3
    assert {document.why.code for document in kept if document.why} == {"quota"}
