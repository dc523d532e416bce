"""Snapshots of a scope: the documents and readings that a search sees, and their names in citations."""

from __future__ import annotations

import pytest
from helpers.factories import make_reading, make_record, new_app_id, write_reading
from helpers.memory_index import MemoryIndex
from msgspec.structs import replace

from contents_service.index.scope_snapshot import ScopeSnapshot, VersionedRecord
from contents_service.model import Record, Scope
from contents_service.solr.index import SolrIndex

SCOPE = Scope("shop", "eric")


def snapshot_of(*records: Record) -> ScopeSnapshot:
    return ScopeSnapshot("1", {record.id: VersionedRecord(record, at) for at, record in enumerate(records, 1)})


def make_read_record(path: str, **changes: object) -> Record:
    index = MemoryIndex()
    return replace(write_reading(index, SCOPE, path, make_reading("A text.")), **changes)


def reading_of(record: Record) -> str:
    assert record.active
    return record.active.reading


def test_documents_come_oldest_first_without_removed_ones() -> None:
    new, old, removed = (
        make_read_record("eric/a.txt", given_at="2026-03-01T00:00:00.000Z"),
        make_read_record("eric/b.txt", given_at="2026-01-01T00:00:00.000Z"),
        make_read_record("eric/c.txt", removed=True),
    )
    assert snapshot_of(new, removed, old).records(SCOPE) == [old, new]


def test_a_search_sees_the_active_readings_of_the_scope_and_hides_all_others() -> None:
    named, other, off = (make_read_record(f"eric/{name}.txt") for name in "abc")
    off = replace(off, enabled=False)
    named = replace(named, retired=("retired",))
    being_read = make_record(SCOPE, "eric/d.txt")
    assert being_read.job
    snapshot = snapshot_of(named, other, off, being_read)

    view = snapshot.view(SCOPE.narrowed([named.path, off.path, being_read.path]))
    assert view.records == tuple(snapshot.records(SCOPE.narrowed([named.path, being_read.path])))
    assert dict(view.active) == {reading_of(named): named}
    assert set(view.hidden) == {reading_of(other), reading_of(off), being_read.job.reading, "retired"}


def test_views_of_different_scopes_are_not_confused() -> None:
    one, other = make_read_record("eric/a.txt"), make_read_record("eric/b.txt")
    snapshot = snapshot_of(one, other)
    for record in (one, other, one):
        assert dict(snapshot.view(SCOPE.narrowed([record.path])).active) == {reading_of(record): record}


def test_a_view_is_made_once_for_searches_of_the_same_scope() -> None:
    snapshot = snapshot_of(make_read_record("eric/a.txt"))
    assert snapshot.view(SCOPE.narrowed(["eric/a.txt"])) is snapshot.view(SCOPE.narrowed(["eric/a.txt"]))


def test_a_citation_is_unique_among_all_documents_even_those_outside_the_view() -> None:
    support, legal = make_read_record("eric/support/policy.md"), make_read_record("eric/legal/policy.md", enabled=False)
    removed = make_read_record("eric/old/prices.md", removed=True)
    names = snapshot_of(support, legal, removed, make_read_record("eric/prices.md")).names
    assert names.short(support.path) == "support/policy.md"
    assert names.short("eric/prices.md") == "prices.md"


def test_a_name_that_is_the_whole_path_of_another_document_is_not_used() -> None:
    names = snapshot_of(make_read_record("policy.md"), make_read_record("legal/policy.md")).names
    assert names.short("legal/policy.md") == "legal/policy.md"


@pytest.mark.solr
@pytest.mark.parametrize("hidden", [1, 6])
@pytest.mark.parametrize("off", [True, False])
def test_a_hidden_document_changes_no_score_and_takes_no_place(solr_url: str, hidden: int, *, off: bool) -> None:
    index, app = SolrIndex.at([solr_url]), new_app_id()
    scope = Scope(app, "eric")
    for name, text in (("a", "The warranty lasts two years."), ("b", "A pump has a warranty."), ("c", "Pumps.")):
        write_reading(index, scope, f"eric/{name}.txt", make_reading(text))
    index.commit()
    named = scope.narrowed(["eric/a.txt", "eric/b.txt", "eric/c.txt", "eric/off0.txt"])
    question = "pump warranty years"
    before = index.search(named, question, rows=9, explain=False)

    for at in range(hidden):
        path = f"eric/{'off' if off else 'unnamed'}{at}.txt"
        record = write_reading(index, scope, path, make_reading("Pump warranty years. Warranty, pump!"))
        if off:
            versioned = index.get(scope, record.id)
            assert versioned
            index.put(replace(record, enabled=False), versioned.version)
    index.commit()
    after = index.search(named, question, rows=9, explain=False)
    assert [(hit.id, hit.score) for hit in after.hits] == [(hit.id, hit.score) for hit in before.hits]
    assert after.passages == before.passages == 3
