"""A purge removes deleted text from the files of the index."""

from __future__ import annotations

from pathlib import Path

import pytest
import requests
from helpers.backend import Backend
from helpers.factories import make_reading, make_record, new_app_id, write_reading
from helpers.file_search import files_containing
from helpers.memory_index import MemoryIndex

from contents_service.documents import giving, purging
from contents_service.documents.records import tombstone
from contents_service.index.protocol import Index, WholeIndex, document_id
from contents_service.model import Scope
from contents_service.settings import Settings
from contents_service.solr.index import SolrIndex
from contents_service.solr.server.node import SolrNode

PATH = "eric/vexillologist.md"
SECRET = "# Zyzzyvas\n\nThe quokkabraw hides the jabberwock.\n"
SECRET_WORDS = (b"vexillologist", b"zyzzyva", b"quokkabraw", b"jabberwock")
"""Words of its name, heading and text that occur nowhere else."""
OTHER_TEXTS = [f"Line {number} of others." for number in range(100)]


@pytest.fixture
def solr_backend(tmp_path: Path, solr_url: str) -> Backend:
    return Backend(tmp_path, SolrIndex.at([solr_url]))


def count_deleted_entries(node: SolrNode) -> int:
    """Return how many deleted entries the files of the index still hold."""
    answer = requests.get(f"{node.url}/contents/admin/luke", {"numTerms": "0", "wt": "json"}, timeout=90).json()
    return int(answer["index"]["deletedDocs"])


def merge_with_other_documents(index: Index, node: SolrNode) -> None:
    """Merge everything into one segment, mostly of other text; else Solr soon rewrites it by itself."""
    write_reading(index, Scope(new_app_id(), "ana"), "ana/others.txt", make_reading(*OTHER_TEXTS))
    index.commit()
    requests.get(f"{node.url}/contents/update", {"optimize": "true", "maxSegments": "1"}, timeout=60).raise_for_status()


def give(backend: Backend, scope: Scope, path: str, text: str) -> str:
    backend.write(path, text)
    document = giving.give(backend.services, scope, path).document.id
    backend.read_all()
    backend.services.index.commit()
    return document


@pytest.mark.solr
def test_a_removed_document_is_in_no_file_after_a_purge(solr_backend: Backend, solr_node: SolrNode) -> None:
    index, scope = solr_backend.services.index, Scope(new_app_id(), "eric")
    document = give(solr_backend, scope, PATH, SECRET)
    given = files_containing(solr_node.data, *SECRET_WORDS)
    assert [any(part in file for file in given) for part in ("data/index/", "data/tlog/")] == [True, True]
    merge_with_other_documents(index, solr_node)

    giving.remove(solr_backend.services, scope, document)
    purging.delete_retired(index)
    assert (bool(files_containing(solr_node.data, *SECRET_WORDS)), count_deleted_entries(solr_node) > 0) == (True, True)

    assert index.purge() >= 3  # the passage, the outline and the record
    assert (files_containing(solr_node.data, *SECRET_WORDS), count_deleted_entries(solr_node)) == (set(), 0)


@pytest.mark.solr
def test_the_text_of_an_earlier_reading_is_in_no_file_after_a_purge(solr_backend: Backend, solr_node: SolrNode) -> None:
    index, scope = solr_backend.services.index, Scope(new_app_id(), "eric")
    give(solr_backend, scope, "eric/a.md", SECRET)
    merge_with_other_documents(index, solr_node)
    give(solr_backend, scope, "eric/a.md", "# Halcyon\n\nThe thylacine hides nothing.\n")
    assert files_containing(solr_node.data, *SECRET_WORDS)

    purging.delete_retired(index)
    index.purge()

    assert files_containing(solr_node.data, *SECRET_WORDS) == set()
    assert files_containing(solr_node.data, b"thylacine")


def test_a_purge_returns_how_much_it_purged(index: WholeIndex) -> None:
    scope = Scope(new_app_id(), "eric")
    record = write_reading(index, scope, "eric/a.txt", make_reading("One.", "Two."))
    write_reading(index, scope, "eric/b.txt", make_reading(*OTHER_TEXTS))
    index.commit()
    index.purge()
    assert record.active
    index.delete_passages(record, [record.active.reading])
    assert index.purge() >= 2
    assert index.purge() == 0


def test_passages_that_a_killed_reader_left_behind_are_purged(index: WholeIndex) -> None:
    scope = Scope(new_app_id(), "eric")
    index.write_passages(make_record(scope, "eric/a.txt"), "r1", make_reading("Left behind."))
    write_reading(index, scope, "eric/b.txt", make_reading("Still given."))
    index.commit()
    index.purge()
    current = index.get(scope, document_id(scope, "eric/b.txt"))
    assert current
    assert [content.text for _, content in index.passages(scope, current.record, after=0, limit=9)] == ["Still given."]
    index.delete_passages(tombstone(make_record(scope, "eric/a.txt")), ["r1"])
    assert index.purge() == 0  # there was nothing left to delete


def test_only_one_process_purges_in_each_period(index: WholeIndex) -> None:
    assert [index.claim_purge(now, 60.0) for now in (5e9, 5e9 + 1, 5e9 + 59)] == [True, False, False]
    assert [index.claim_purge(now, 60.0) for now in (5e9 + 61, 5e9 + 62)] == [True, False]
    assert index.claim_purge(4e9, 60.0)  # a clock was set back


def test_many_removals_share_a_purge_that_comes_in_time(tmp_path: Path) -> None:
    index = MemoryIndex()
    backend, scope = Backend(tmp_path, index, Settings(dev=True, forget_s=900.0)), Scope("shop", "eric")
    purging.purge_if_due(backend.services)
    for name in ("a", "b", "c"):
        giving.remove(backend.services, scope, give(backend, scope, f"eric/{name}.md", SECRET))
        purging.delete_retired(index)
        purging.purge_if_due(backend.services)
    assert index.count_traces([scope]) > 0

    backend.clock.advance(900.0 / purging.PURGES_PER_PERIOD)
    purging.purge_if_due(backend.services)

    assert index.count_traces([scope]) == 0
