"""What was removed or replaced is forgotten for good: soon it is in no file any more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import requests
from helpers.backend import Backend
from helpers.factories import make_reading, make_record, new_app_id, write_reading
from helpers.file_search import files_containing
from helpers.memory_index import MemoryIndex
from helpers.polling import poll_until
from helpers.running_service import RunningService, running_service
from msgspec.structs import replace

from contents_service.commands.client import Client
from contents_service.documents import giving, listing, purging
from contents_service.documents.records import tombstone
from contents_service.errors import IndexUnavailable
from contents_service.index.protocol import Index, WholeIndex, document_id
from contents_service.model import Record, Scope
from contents_service.settings import Settings
from contents_service.solr.index import SolrIndex
from contents_service.solr.server.node import SolrNode

PATH = "eric/vexillologist.md"
SECRET = "# Zyzzyvas\n\nThe quokkabraw hides the jabberwock.\n"
WORDS = (b"vexillologist", b"zyzzyva", b"quokkabraw", b"jabberwock")
"""Of its name, its heading and its text; none is said elsewhere."""
FORGET_S = 12.0
ONE_DOCUMENT = {"documents": 1, "passages": 1, "gone_from_files": True}
MANY = [f"Line {number} of others." for number in range(100)]


@pytest.fixture(
    params=[
        "memory",
        pytest.param("solr_url", marks=pytest.mark.solr),
        pytest.param("cloud_url", marks=pytest.mark.solr),
    ]
)
def index(request: pytest.FixtureRequest) -> WholeIndex:
    if request.param == "memory":
        return MemoryIndex()
    return SolrIndex.at(request.getfixturevalue(request.param).split(","))


@pytest.fixture
def solr_stage(tmp_path: Path, solr_url: str) -> Backend:
    return Backend(tmp_path, SolrIndex.at([solr_url]))


def deleted_in_segments(node: SolrNode) -> int:
    said = requests.get(f"{node.url}/contents/admin/luke", {"numTerms": "0", "wt": "json"}, timeout=10).json()
    return int(said["index"]["deletedDocs"])


def put_among_others(index: Index, node: SolrNode) -> None:
    """Have all lie in one segment, mostly others': Solr itself soon rewrites one of which much is deleted."""
    write_reading(index, Scope(new_app_id(), "ana"), "ana/others.txt", make_reading(*MANY))
    index.commit()
    requests.get(f"{node.url}/contents/update", {"optimize": "true", "maxSegments": "1"}, timeout=60).raise_for_status()


def give(backend: Backend, scope: Scope, path: str, text: str) -> str:
    backend.write(path, text)
    document = giving.give(backend.services, scope, path).document.id
    backend.read_all()
    backend.services.index.commit()
    return document


@pytest.mark.solr
def test_what_was_removed_is_in_no_file_after_a_purge(solr_stage: Backend, solr_node: SolrNode) -> None:
    index, scope = solr_stage.services.index, Scope(new_app_id(), "eric")
    document = give(solr_stage, scope, PATH, SECRET)
    given = files_containing(solr_node.data, *WORDS)
    assert [any(part in file for file in given) for part in ("data/index/", "data/tlog/")] == [True, True]
    put_among_others(index, solr_node)

    giving.remove(solr_stage.services, scope, document)
    purging.delete_retired(index)
    assert (bool(files_containing(solr_node.data, *WORDS)), deleted_in_segments(solr_node) > 0) == (True, True)

    assert index.purge() >= 3  # the passage, the outline and the record
    assert (files_containing(solr_node.data, *WORDS), deleted_in_segments(solr_node)) == (set(), 0)


@pytest.mark.solr
def test_what_an_older_reading_held_is_in_no_file_after_a_purge(solr_stage: Backend, solr_node: SolrNode) -> None:
    index, scope = solr_stage.services.index, Scope(new_app_id(), "eric")
    give(solr_stage, scope, "eric/a.md", SECRET)
    put_among_others(index, solr_node)
    give(solr_stage, scope, "eric/a.md", "# Halcyon\n\nThe thylacine hides nothing.\n")
    assert files_containing(solr_node.data, *WORDS)

    purging.delete_retired(index)
    index.purge()

    assert files_containing(solr_node.data, *WORDS) == set()
    assert files_containing(solr_node.data, b"thylacine")


def test_a_purge_tells_how_much_it_purged(index: WholeIndex) -> None:
    scope = Scope(new_app_id(), "eric")
    record = write_reading(index, scope, "eric/a.txt", make_reading("One.", "Two."))
    write_reading(index, scope, "eric/b.txt", make_reading(*MANY))
    index.commit()
    index.purge()
    assert record.active
    index.delete_passages(record, [record.active.reading])
    assert index.purge() >= 2
    assert index.purge() == 0


def test_passages_that_a_killed_reader_left_of_a_removed_document_are_purged(index: WholeIndex) -> None:
    scope = Scope(new_app_id(), "eric")
    index.write_passages(make_record(scope, "eric/a.txt"), "r1", make_reading("Left behind."))
    write_reading(index, scope, "eric/b.txt", make_reading("Still given."))
    index.commit()
    index.purge()
    kept = index.get(scope, document_id(scope, "eric/b.txt"))
    assert kept
    assert [draft.text for _, draft in index.passages(scope, kept.record, after=0, limit=9)] == ["Still given."]
    left = tombstone(make_record(scope, "eric/a.txt"))
    index.delete_passages(left, ["r1"])
    assert index.purge() == 0  # there was nothing left to delete


def test_one_process_at_a_time_has_the_turn(index: WholeIndex) -> None:
    assert [index.claim_purge(now, 60.0) for now in (5e9, 5e9 + 1, 5e9 + 59)] == [True, False, False]
    assert [index.claim_purge(now, 60.0) for now in (5e9 + 61, 5e9 + 62)] == [True, False]
    assert index.claim_purge(4e9, 60.0)  # a clock was set back


def test_many_removals_share_a_purge_and_each_is_purged_in_time(tmp_path: Path) -> None:
    index = MemoryIndex()
    backend, scope = Backend(tmp_path, index, Settings(dev=True, forget_s=900.0)), Scope("shop", "eric")
    purging.purge_if_due(backend.services)
    for name in ("a", "b", "c"):
        giving.remove(backend.services, scope, give(backend, scope, f"eric/{name}.md", SECRET))
        purging.delete_retired(index)
        purging.purge_if_due(backend.services)
    assert index.count_traces([scope]) > 0

    backend.clock.pass_by(900.0 / purging.PURGES_A_PERIOD)
    purging.purge_if_due(backend.services)

    assert index.count_traces([scope]) == 0


def test_a_reading_that_could_not_be_shown_at_first_is_not_deleted(tmp_path: Path) -> None:
    class Hidden(MemoryIndex):
        refused = 0

        def refresh(self) -> None:
            self.refused += 1
            if self.refused == 1:
                raise IndexUnavailable("The index is slow.")
            super().refresh()

    backend, scope = Backend(tmp_path, Hidden()), Scope("shop", "eric")
    document = give(backend, scope, PATH, SECRET)
    found = listing.passages(backend.services, scope, document, cursor=None, limit=9)
    assert len(found.items) == 1


# Deleting what was retired.


def given_stage(tmp_path: Path, index: Index) -> tuple[Backend, Scope, str]:
    """A stage whose one document, of one passage, is read; an application of its own, and the document's id."""
    backend, scope = Backend(tmp_path, index), Scope(new_app_id(), new_app_id())
    return backend, scope, give_alone(backend, scope, "# Notes\n\nThe first text.\n")


def give_alone(backend: Backend, scope: Scope, text: str) -> str:
    """Give a document and read it, and nothing that other tests left due in the same index."""
    path = f"{scope.giver}/notes.md"
    backend.write(path, text)
    document = giving.give(backend.services, scope, path).document.id
    read_alone(backend, scope, document)
    return document


def read_alone(backend: Backend, scope: Scope, document: str) -> None:
    reader, current = backend.reader(), backend.services.index.get(scope, document)
    assert current
    claim = reader.leases.claim(current)
    if claim:
        reader.read(claim)
    backend.services.index.commit()


def passages_of(index: Index, scope: Scope, record: Record) -> list[str]:
    """The passages that the index has of the reading that answered when a record was fetched."""
    return [content.text for _, content in index.passages(scope, record, after=0, limit=9)]


def record_of(index: Index, scope: Scope, document: str) -> Record:
    current = index.get(scope, document)
    assert current
    return current.record


def test_a_document_removed_and_given_again_before_anything_was_deleted_loses_its_old_passages(
    tmp_path: Path, index: WholeIndex
) -> None:
    backend, scope, document = given_stage(tmp_path, index)
    before = record_of(index, scope, document)
    giving.remove(backend.services, scope, document)
    give_alone(backend, scope, "# Notes\n\nThe second text.\n")

    purging.delete_retired(index)

    assert passages_of(index, scope, before) == []
    assert passages_of(index, scope, record_of(index, scope, document)) == ["The second text."]
    assert record_of(index, scope, document).retired == ()


def test_reading_again_while_a_reading_is_under_way_retires_what_that_one_wrote(
    tmp_path: Path, index: WholeIndex
) -> None:
    backend, scope, document = given_stage(tmp_path, index)
    giving.read_again(backend.services, scope, document)
    begun = record_of(index, scope, document)
    assert begun.job
    index.write_passages(begun, begun.job.reading, make_reading("Half of it."))
    index.commit()

    giving.read_again(backend.services, scope, document)
    purging.delete_retired(index)

    written = replace(begun, active=begun.active and replace(begun.active, reading=begun.job.reading))
    assert passages_of(index, scope, written) == []
    assert passages_of(index, scope, record_of(index, scope, document)) == ["The first text."]


def test_the_record_of_a_document_that_could_not_be_read_is_deleted_once_it_is_removed(
    tmp_path: Path, index: WholeIndex
) -> None:
    backend, scope = Backend(tmp_path, index), Scope(new_app_id(), new_app_id())
    document = give_alone(backend, scope, "")
    purging.delete_retired(index)
    assert (record_of(index, scope, document).state, record_of(index, scope, document).retired) == ("not_read", ())

    giving.remove(backend.services, scope, document)
    purging.delete_retired(index)

    assert index.get(scope, document) is None


class Interrupted(MemoryIndex):
    """An index that does something else once, right after passages were deleted, or whose next commits fail."""

    meanwhile: Callable[[], object] | None = None
    failing_commits = 0

    def delete_passages(self, record: Record, readings: Sequence[str]) -> None:
        super().delete_passages(record, readings)
        happens, self.meanwhile = self.meanwhile, None
        if happens:
            happens()

    def commit(self) -> None:
        if self.failing_commits:
            self.failing_commits -= 1
            raise IndexUnavailable("The index is slow.")
        super().commit()


def test_a_reading_that_is_retired_while_others_are_deleted_is_deleted_the_next_time(tmp_path: Path) -> None:
    index = Interrupted()
    backend, scope, document = given_stage(tmp_path, index)
    give_alone(backend, scope, "# Notes\n\nThe second text.\n")
    index.meanwhile = lambda: give_alone(backend, scope, "# Notes\n\nThe third text.\n")

    purging.delete_retired(index)
    assert index.purge() == 1
    assert record_of(index, scope, document).retired

    purging.delete_retired(index)
    assert index.purge() == 1
    assert record_of(index, scope, document).retired == ()


def test_a_record_stays_until_the_deletion_of_its_passages_is_on_disk(tmp_path: Path) -> None:
    index = Interrupted()
    backend, scope, document = given_stage(tmp_path, index)
    giving.remove(backend.services, scope, document)
    retired = record_of(index, scope, document).retired
    index.failing_commits = 1

    with pytest.raises(IndexUnavailable):
        purging.delete_retired(index)
    assert record_of(index, scope, document).retired == retired

    purging.delete_retired(index)
    assert index.get(scope, document) is None


# The whole service.


@pytest.mark.solr
@pytest.mark.timeout(300)
def test_in_a_running_service_what_was_removed_is_in_no_file_in_time(tmp_path: Path) -> None:
    data, app = tmp_path / "data", new_app_id()
    data.mkdir()
    with running_service(data, CONTENTS_FORGET_S=str(FORGET_S)) as service:
        eric, maria = service.client(app), service.client(app, "maria")
        removed = uploaded(service, eric, PATH, SECRET)
        uploaded(service, eric, "eric/thylacine.md", "# Thylacine\n\nIt is here.\n")
        uploaded(service, maria, "maria/numbat.md", "# Numbat\n\nIt is there.\n")
        assert outside_the_home_folders(data, *WORDS)

        eric.call("DELETE", f"/documents/{removed}")
        poll_until(lambda: not outside_the_home_folders(data, *WORDS), "it is in no file", within_s=FORGET_S)

        assert run_forget(data, "--person", "maria") == ONE_DOCUMENT
        assert [bool(outside_the_home_folders(data, word)) for word in (b"numbat", b"thylacine")] == [False, True]

    (data / "pictures").mkdir()
    assert run_forget(data, "--app", app) == ONE_DOCUMENT  # whose service is down now
    assert (outside_the_home_folders(data, b"thylacine"), (data / "pictures").exists()) == (set(), False)
    assert {file.name for file in (data / "home").rglob("*.md")} >= {"vexillologist.md", "thylacine.md", "numbat.md"}


def uploaded(service: RunningService, client: Client, path: str, text: str) -> str:
    """A document that was uploaded and read."""
    document = client.call("PUT", "/documents/upload", params={"path": path}, data=text.encode())["id"]
    assert service.read_document(client, document)["state"] == "read"
    return str(document)


def outside_the_home_folders(data: Path, *words: bytes) -> set[str]:
    return {file for file in files_containing(data, *words) if not file.startswith("home/")}


def run_forget(data: Path, *whose: str) -> dict[str, object]:
    """The command as an operator runs it over a data folder, and what it prints."""
    environment = {**os.environ, "CONTENTS_DATA": str(data)}
    command = [sys.executable, "-m", "contents_service", "forget", *whose, "--yes", "--json"]
    said = subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120).stdout
    return dict(json.loads(said))
