"""Each person has a quota of documents and passages, and what others give does not count towards it."""

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

THREE_PASSAGES = "\n\n".join(f"# Part {number}\n\nThe warranty number {number} lasts." for number in range(3))
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
    """An application and a person that no other test uses."""
    return Scope(new_app_id(), new_app_id())


def give(backend: Backend, scope: Scope, name: str, text: str = "A note.\n") -> Document:
    """Give a document, read what its giver has due, and return it."""
    path = f"{scope.giver}/{name}"
    backend.write(path, text)
    given = giving.give(backend.services, scope, path).document
    read_due(backend, scope.giver)
    return listing.get_document(backend.services, scope, given.id)


def read_due(backend: Backend, giver: str) -> None:
    """Read the due documents of one giver, not what other tests left due."""
    reader = backend.reader()
    while due_records := [due for due in backend.services.index.due_records(1e10) if due.record.giver == giver]:
        claim = reader.leases.claim(due_records[0])
        assert claim
        reader.read(claim)


def test_a_document_beyond_the_quota_of_an_application_is_refused_with_advice(backend: Backend, shop: Scope) -> None:
    give(backend, shop, "a.md")
    give(backend, shop, "b.md")

    with pytest.raises(QuotaExceeded, match=r"more than 2 documents.*one application.*Remove some"):
        give(backend, shop, "c.md")

    assert len(listing.list_documents(backend.services, shop, state=None, cursor=None, limit=9).items) == 2


def test_a_document_beyond_the_quota_of_a_person_is_refused_in_any_application(backend: Backend, shop: Scope) -> None:
    desk = Scope(new_app_id(), shop.giver)
    give(backend, shop, "a.md")
    give(backend, shop, "b.md")
    give(backend, desk, "a.md")

    with pytest.raises(QuotaExceeded, match="more than 3 documents, the most for one person"):
        give(backend, desk, "b.md")


def test_a_given_document_may_be_given_again_and_a_removal_makes_room(backend: Backend, shop: Scope) -> None:
    first = give(backend, shop, "a.md")
    give(backend, shop, "b.md")
    give(backend, shop, "b.md", "Another note.\n")

    giving.remove(backend.services, shop, first.id)

    assert give(backend, shop, "c.md").state == "read"


def test_giving_many_gives_those_within_the_quota_and_names_the_others(backend: Backend, shop: Scope) -> None:
    paths = [f"{shop.giver}/{number}.md" for number in range(5)]
    for path in paths:
        backend.write(path, "A note.\n")

    many = giving.give_many(backend.services, shop, paths)

    assert len(many.documents) == 2
    assert [problem.code for problem in many.problems] == ["quota"] * 3
    assert all("more than 2 documents" in problem.detail for problem in many.problems)
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


def test_an_upload_beyond_the_quota_is_not_stored(backend: Backend, shop: Scope) -> None:
    give(backend, shop, "a.md")
    give(backend, shop, "b.md")

    with pytest.raises(QuotaExceeded):
        giving.upload(backend.services, shop, f"{shop.giver}/c.md", BytesIO(b"A note.\n"), replacing=None)

    assert not (backend.home / shop.giver / "c.md").exists()


def test_what_others_give_does_not_count(backend: Backend, shop: Scope) -> None:
    give(backend, shop, "a.md", THREE_PASSAGES)
    give(backend, shop, "b.md")
    other = Scope(shop.app, new_app_id())

    assert [give(backend, other, name, THREE_PASSAGES).state for name in ("a.md", "b.md")] == ["read", "not_read"]


def test_a_document_with_too_many_passages_is_not_read_and_none_of_them_is_kept(backend: Backend, shop: Scope) -> None:
    give(backend, shop, "a.md", THREE_PASSAGES)
    refused = give(backend, shop, "b.md", THREE_PASSAGES)

    assert refused.state == "not_read"
    assert refused.why
    assert refused.why.code == "quota"
    assert "3 passages, this application would have more than the 5" in refused.why.message
    answer = searching.search(backend.services, shop.narrowed([refused.path]), "How long does the warranty last?")
    assert (answer.status, [part.code for part in answer.unread]) == ("nothing_read", ["quota"])


def test_the_passages_of_a_person_count_in_all_applications_together(backend: Backend, shop: Scope) -> None:
    desk = Scope(new_app_id(), shop.giver)
    give(backend, shop, "a.md", THREE_PASSAGES)
    give(backend, desk, "a.md", THREE_PASSAGES)

    refused = give(backend, desk, "b.md", THREE_PASSAGES[: THREE_PASSAGES.index("# Part 2")])

    assert refused.why
    assert "all applications together would have more than the 7" in refused.why.message


def test_reading_again_counts_only_additional_passages_and_may_keep_the_earlier_reading(
    backend: Backend, shop: Scope
) -> None:
    first = give(backend, shop, "a.md", THREE_PASSAGES)

    assert give(backend, shop, "a.md", THREE_PASSAGES.replace("warranty", "guarantee")).reread is None
    grown = give(backend, shop, "a.md", f"{THREE_PASSAGES}\n\n{THREE_PASSAGES}")

    assert (grown.state, grown.passages, grown.id) == ("read", 3, first.id)
    assert grown.reread
    assert grown.reread.why.code == "quota"


def test_0_means_no_limit(tmp_path: Path, shop: Scope) -> None:
    unlimited = replace(SETTINGS, app_documents=0, person_documents=0, app_passages=0, person_passages=0)
    backend = Backend(tmp_path, MemoryIndex(), unlimited)

    assert [give(backend, shop, f"{number}.md", THREE_PASSAGES).state for number in range(4)] == ["read"] * 4


def test_a_reader_that_does_not_count_each_time_stays_within_the_quota(
    tmp_path: Path, shop: Scope, index: Index
) -> None:
    room_for_ten = replace(SETTINGS, app_documents=0, person_documents=0, app_passages=10, person_passages=0)
    backend = Backend(tmp_path, index, room_for_ten)
    paths = [f"{shop.giver}/{number}.md" for number in range(6)]
    for path in paths:
        backend.write(path, THREE_PASSAGES)
    giving.give_many(backend.services, shop, paths)

    reader = backend.reader()
    while due_records := [due for due in index.due_records(1e10) if due.record.giver == shop.giver]:
        claim = reader.leases.claim(due_records[0])
        assert claim
        reader.read(claim)

    documents = listing.list_documents(backend.services, shop, state=None, cursor=None, limit=9).items
    assert [document.state for document in documents].count("read") == 3
    assert {document.why.code for document in documents if document.why} == {"quota"}


@pytest.mark.parametrize(
    ("limits", "refusal"),
    [
        (
            {"app_documents": 1},
            "more than 1 documents, the most for one application. Remove some that it need not know.",
        ),
        (
            {"person_documents": 1},
            "more than 1 documents, the most for one person. Remove some that no application needs.",
        ),
    ],
)
def test_either_limit_of_documents_holds_alone_and_says_what_to_do(
    tmp_path: Path, shop: Scope, limits: dict[str, int], refusal: str
) -> None:
    unlimited = {"app_documents": 0, "person_documents": 0, "app_passages": 0, "person_passages": 0}
    backend = Backend(tmp_path, MemoryIndex(), replace(SETTINGS, **{**unlimited, **limits}))
    give(backend, shop, "a.md")
    with pytest.raises(QuotaExceeded) as refused:
        give(backend, shop, "b.md")
    assert str(refused.value) == f"That would be {refusal}"
