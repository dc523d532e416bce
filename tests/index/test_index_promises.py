"""The contract of an index, tested on the fake, on a real Solr and on a SolrCloud."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.factories import NOW, make_reading, make_record, new_app_id, write_reading
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.documents.records import retired_with_job, with_reading_due
from contents_service.index.protocol import Index, Totals, Usage, WriteConflict, document_id
from contents_service.model import Scope
from contents_service.solr.index import SolrIndex


@pytest.fixture(
    params=[
        "memory",
        pytest.param("solr_url", marks=pytest.mark.solr),
        pytest.param("cloud_url", marks=pytest.mark.solr),
    ]
)
def index(request: pytest.FixtureRequest) -> Iterator[Index]:
    if request.param == "memory":
        yield MemoryIndex()
    else:
        yield SolrIndex.at(request.getfixturevalue(request.param).split(","))


@pytest.fixture
def scope() -> Scope:
    return Scope(new_app_id(), "eric")


def texts_found(index: Index, scope: Scope, question: str) -> list[str]:
    found = index.search(scope, question, rows=20, explain=False)
    return [hit.content.text for hit in found.hits]


def remove(index: Index, scope: Scope, path: str) -> None:
    current = index.get(scope, document_id(scope, path))
    assert current
    assert current.record.active
    retired = (*retired_with_job(current.record), current.record.active.reading)
    index.put(replace(current.record, removed=True, active=None, job=None, retired=retired), current.version)
    index.commit()


def test_the_index_is_ready(index: Index) -> None:
    assert index.is_ready()


def test_a_record_can_be_fetched_as_soon_as_it_is_written(index: Index, scope: Scope) -> None:
    record = make_record(scope, "eric/a.txt")
    index.put(record, None)
    current = index.get(scope, record.id)
    assert current
    assert current.record == record


def test_a_record_is_not_found_in_another_scope(index: Index, scope: Scope) -> None:
    record = make_record(scope, "eric/a.txt")
    index.put(record, None)
    assert index.get(Scope(scope.app, "ana"), record.id) is None
    assert index.get(Scope(new_app_id(), "eric"), record.id) is None
    assert index.get(scope.narrowed(["eric/b.txt"]), record.id) is None


def test_the_second_of_two_changes_to_one_version_is_a_conflict(index: Index, scope: Scope) -> None:
    record = make_record(scope, "eric/a.txt")
    index.put(record, None)
    current = index.get(scope, record.id)
    assert current
    index.put(replace(record, enabled=False), current.version)
    with pytest.raises(WriteConflict):
        index.put(replace(record, given_at="later"), current.version)


def test_writing_a_new_record_twice_is_a_conflict(index: Index, scope: Scope) -> None:
    index.put(make_record(scope, "eric/a.txt"), None)
    with pytest.raises(WriteConflict):
        index.put(make_record(scope, "eric/a.txt"), None)


def test_a_reading_is_found_after_the_commit(index: Index, scope: Scope) -> None:
    write_reading(index, scope, "eric/a.txt", make_reading("The warranty lasts two years."))
    index.commit()
    assert texts_found(index, scope, "How long does the warranty last?") == ["The warranty lasts two years."]


def test_a_new_reading_replaces_the_old_one_as_a_whole(index: Index, scope: Scope) -> None:
    write_reading(index, scope, "eric/a.txt", make_reading("A warranty of two years.", "The warranty card."))
    index.commit()
    write_reading(index, scope, "eric/a.txt", make_reading("A warranty of three years."))
    index.commit()
    assert texts_found(index, scope, "warranty") == ["A warranty of three years."]


def test_passages_of_a_reading_that_is_still_being_written_are_not_found(index: Index, scope: Scope) -> None:
    record = write_reading(index, scope, "eric/a.txt", make_reading("A warranty of two years."))
    index.commit()
    current = index.get(scope, record.id)
    assert current
    pending = with_reading_due(current.record, NOW)
    assert pending.job
    index.put(pending, current.version)
    index.write_passages(pending, pending.job.reading, make_reading("A warranty of nine years."))
    index.commit()
    assert texts_found(index, scope, "warranty") == ["A warranty of two years."]


def test_a_removed_document_is_not_found_by_the_next_search(index: Index, scope: Scope) -> None:
    write_reading(index, scope, "eric/a.txt", make_reading("The warranty lasts two years."))
    index.commit()
    assert texts_found(index, scope, "warranty")
    remove(index, scope, "eric/a.txt")
    assert texts_found(index, scope, "warranty") == []


def test_a_document_that_is_turned_off_is_not_found_but_still_there(index: Index, scope: Scope) -> None:
    record = write_reading(index, scope, "eric/a.txt", make_reading("The warranty lasts two years."))
    index.commit()
    current = index.get(scope, record.id)
    assert current
    index.put(replace(current.record, enabled=False), current.version)
    index.commit()
    assert texts_found(index, scope, "warranty") == []
    assert [passage.text for _, passage in index.passages(scope, record, after=0, limit=9)]


def test_a_search_sees_only_its_scope(index: Index, scope: Scope) -> None:
    write_reading(index, scope, "eric/a.txt", make_reading("Eric's warranty."))
    write_reading(index, Scope(scope.app, "ana"), "ana/a.txt", make_reading("Ana's warranty."))
    write_reading(index, Scope(new_app_id(), "eric"), "eric/a.txt", make_reading("Another application's warranty."))
    index.commit()
    assert texts_found(index, scope, "warranty") == ["Eric's warranty."]


def test_a_search_sees_only_the_named_documents(index: Index, scope: Scope) -> None:
    for name in ("a", "b", "c"):
        write_reading(index, scope, f"eric/{name}.txt", make_reading(f"The warranty of {name}."))
    index.commit()
    assert texts_found(index, scope.narrowed(["eric/b.txt", "eric/z.txt"]), "warranty") == ["The warranty of b."]
    assert texts_found(index, scope.narrowed([]), "warranty") == []


def test_no_document_of_another_scope_changes_a_score(index: Index, scope: Scope) -> None:
    write_reading(index, scope, "eric/a.txt", make_reading("The warranty lasts.", "Returns within 30 days.", "A box."))
    index.commit()

    def scores() -> list[float]:
        found = index.search(scope, "warranty returns box", rows=9, explain=False)
        return [hit.score for hit in found.hits]

    before = scores()
    other = Scope(new_app_id(), "ana")
    write_reading(index, other, "ana/a.txt", make_reading(*(f"warranty box returns {n}" for n in range(300))))
    index.commit()
    assert scores() == before
    remove(index, other, "ana/a.txt")
    assert scores() == before


def test_passages_are_listed_in_order_and_in_pages(index: Index, scope: Scope) -> None:
    record = write_reading(index, scope, "eric/a.txt", make_reading(*(f"line {number}" for number in range(1, 13))))
    index.commit()
    first = index.passages(scope, record, after=0, limit=5)
    rest = index.passages(scope, record, after=5, limit=50)
    assert [number for number, _ in [*first, *rest]] == list(range(1, 13))
    assert index.passages(Scope(scope.app, "ana"), record, after=0, limit=5) == []


def test_usage_counts_a_givers_documents_in_the_application_and_in_all_and_no_others(index: Index) -> None:
    giver, app, other_app = new_app_id(), new_app_id(), new_app_id()
    write_reading(index, Scope(app, giver), "a.txt", make_reading("One.", "Two."))
    write_reading(index, Scope(app, giver), "gone.txt", make_reading("Three."))
    index.put(make_record(Scope(app, giver), "due.txt"), None)
    write_reading(index, Scope(other_app, giver), "a.txt", make_reading("Four.", "Five.", "Six."))
    write_reading(index, Scope(app, new_app_id()), "a.txt", make_reading("Another's."))
    index.commit()
    remove(index, Scope(app, giver), "gone.txt")
    assert index.usage(Scope(app, giver)) == Usage(in_app=Totals(2, 2), in_all=Totals(3, 5))
    assert index.usage(Scope(new_app_id(), new_app_id())) == Usage(in_app=Totals(0, 0), in_all=Totals(0, 0))


def test_due_records_alternate_between_givers(index: Index, scope: Scope) -> None:
    others = Scope(scope.app, f"giver-{scope.app}")
    for number in range(5):
        index.put(make_record(scope, f"eric/{number}.txt"), None)
    index.put(make_record(others, "one.txt"), None)
    index.commit()
    offered = [due.record.giver for due in index.due_records(1e10) if due.record.app == scope.app]
    assert others.giver in offered[:2]


def test_a_record_with_a_valid_lease_is_not_due(index: Index) -> None:
    record = make_record(Scope(new_app_id(), new_app_id()), "a.txt")
    assert record.job
    index.put(replace(record, job=replace(record.job, lease_until=1000.0, holder="one")), None)
    index.commit()
    assert record.id not in {offered.record.id for offered in index.due_records(999.0)}
    assert record.id in {offered.record.id for offered in index.due_records(1001.0)}
    assert record.id not in {offered.record.id for offered in index.due_records(999.0, 1000.5)}
    assert record.id in {offered.record.id for offered in index.due_records(500.0, 999.5)}  # no lease can end that late


def test_pending_readings_are_counted_with_the_time_of_the_oldest(index: Index) -> None:
    before = index.pending_readings()
    for name, since in (("a", "2020-02-01T00:00:00.000Z"), ("b", "2020-01-01T00:00:00.000Z")):
        record = make_record(Scope(new_app_id(), new_app_id()), f"{name}.txt")
        assert record.job
        index.put(replace(record, job=replace(record.job, since=since)), None)
    index.commit()
    now = index.pending_readings()
    assert now.documents == before.documents + 2
    assert now.since == min(filter(None, ("2020-01-01T00:00:00.000Z", before.since)))


def test_near_words_come_from_the_scope_alone(index: Index, scope: Scope) -> None:
    write_reading(index, scope, "eric/a.txt", make_reading("The warranty lasts two years."))
    write_reading(index, Scope(scope.app, "ana"), "ana/a.txt", make_reading("The warrenti of others."))
    index.commit()
    assert index.near_words(scope, index.scope_snapshot(scope), "warrenty") == ("warranty",)


@pytest.mark.parametrize(
    ("misspelt", "near"),
    [
        ("warrenty", "warranty"),
        ("warrnaty", "warranty"),
        ("waranti", "warranty"),
        ("deliverer", "delivered"),
        ("bookings", "booking"),
        ("database", "data base"),
    ],
)
def test_misspelt_inflected_and_split_words_have_a_near_word(
    index: Index, scope: Scope, misspelt: str, near: str
) -> None:
    text = "The warranty of what is delivered, by booking, is in the data base of the shop."
    write_reading(index, scope, "eric/a.txt", make_reading(text))
    index.commit()
    assert index.near_words(scope, index.scope_snapshot(scope), misspelt)[:1] == (near,)


@pytest.mark.solr
def test_a_near_word_is_found_among_thousands_of_near_words_in_another_scope(solr_url: str, scope: Scope) -> None:
    index, foreign = SolrIndex.at([solr_url]), Scope(new_app_id(), "ana")
    letters = "abcdefghijklmnopqrstuvwxyz"
    others = " ".join(f"w{one}rr{two}nty warr{one}n{two}y" for one in letters for two in letters if one + two != "aa")
    write_reading(index, foreign, "ana/a.txt", make_reading(others.replace("warranty", "")))
    write_reading(index, scope, "eric/a.txt", make_reading("The warranty lasts two years."))
    index.commit()
    assert index.near_words(scope, index.scope_snapshot(scope), "warrenty") == ("warranty",)
