"""On a SolrCloud a purge removes deleted text from the files of every replica, even of one that was down."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
import requests
from click.testing import CliRunner
from helpers.backend import Backend
from helpers.background_work import BackgroundWork
from helpers.cloud import NODES, START_TIMEOUT_S, Cloud
from helpers.factories import make_reading, new_app_id, write_reading
from helpers.file_search import files_containing
from helpers.polling import poll_until

from contents_service.commands.forget import forget
from contents_service.documents import giving, purging
from contents_service.errors import IndexUnavailable, ReplicaUnavailable
from contents_service.model import Scope
from contents_service.settings import VARIABLES
from contents_service.solr.index import SolrIndex

pytestmark = [pytest.mark.solr, pytest.mark.timeout(900)]

PATH = "eric/vexillologist.md"
SECRET = "# Zyzzyvas\n\nThe quokkabraw hides the jabberwock.\n"
WORDS = (b"vexillologist", b"zyzzyva", b"quokkabraw", b"jabberwock")
"""Words of the document's name, heading and text that occur nowhere else."""
OTHER_TEXTS = [f"Line {number} of others." for number in range(100)]


@dataclass
class CloudApp:
    """An application on a SolrCloud with a document whose words occur nowhere else."""

    cloud: Cloud
    backend: Backend
    scope: Scope
    document: str

    @property
    def index(self) -> SolrIndex:
        index = self.backend.services.index
        assert isinstance(index, SolrIndex)
        return index

    def remove(self) -> None:
        """Remove the document and delete its passages, without a purge."""
        giving.remove(self.backend.services, self.scope, self.document)
        purging.delete_retired(self.index)

    def files(self) -> set[str]:
        """Return the files with its words, among those of the nodes, of ZooKeeper and their logs."""
        return files_containing(self.cloud.data, *WORDS)

    def nodes(self, kind: str = "") -> set[str]:
        """Return the nodes with its words in their files, or in their files of this kind."""
        found = [file for file in self.files() if f"/data/{kind}" in file]
        return {node for number, node in enumerate(NODES, 1) if any(f"/node-{number}/" in file for file in found)}

    def follower(self) -> str:
        """Return the node with a replica of the application's shard that is not its leader."""
        core = next(file for file in self.files() if "/data/" in file).split("/")[2]
        (shard,) = {replica["shard"] for replica in self.cloud.replicas() if replica["core"] == core}
        of_shard = [replica for replica in self.cloud.replicas() if replica["shard"] == shard]
        (leader,) = (replica for replica in of_shard if replica.get("leader") == "true")
        return next(node for node in NODES if leader not in self.cloud.replicas_on(node))


@pytest.fixture
def app(solr_cloud: Cloud, tmp_path: Path) -> CloudApp:
    """The document is among other passages, since Solr soon rewrites a segment of which much is deleted."""
    backend, scope = Backend(tmp_path, SolrIndex.at(solr_cloud.urls)), Scope(new_app_id(), "eric")
    backend.write(PATH, SECRET)
    document = giving.give(backend.services, scope, PATH).document.id
    backend.read_all()
    write_reading(backend.services.index, Scope(scope.app, "ana"), "ana/others.txt", make_reading(*OTHER_TEXTS))
    backend.services.index.commit()
    merge_into_one_segment(solr_cloud)
    return CloudApp(solr_cloud, backend, scope, document)


def answers(index: SolrIndex) -> bool:
    try:
        return index.is_ready()
    except IndexUnavailable:
        return False


def merge_into_one_segment(cloud: Cloud) -> None:
    answer = requests.get(f"{cloud.urls[0]}/contents/update", {"optimize": "true", "maxSegments": "1"}, timeout=120)
    answer.raise_for_status()


def test_after_a_purge_a_removed_document_is_in_no_file_of_any_replica(app: CloudApp) -> None:
    app.remove()
    assert (app.nodes("index/"), app.nodes("tlog/")) == (set(NODES), set(NODES))

    assert app.index.purge() >= 3 * len(NODES)  # the passage, the outline and the record

    assert app.files() == set()


def test_forgetting_an_application_leaves_nothing_of_it_on_any_node(
    app: CloudApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("CONTENTS_DATA", str(tmp_path))
    monkeypatch.setenv("SOLR_URL", app.cloud.solr_url)
    assert app.nodes() == set(NODES)

    result = CliRunner().invoke(forget, ["--app", app.scope.app, "--yes"])

    assert (result.exit_code, app.files()) == (0, set())


@pytest.mark.torture
@pytest.mark.parametrize("missed", [1, 300], ids=["few", "so_many_that_it_copies_the_leaders_files"])
def test_a_node_that_was_down_during_a_purge_is_purged_once_it_is_back(app: CloudApp, missed: int) -> None:
    """The node is stopped before it is killed, so that it stays down for as long as the test needs."""
    node = app.follower()
    app.remove()
    os.kill(app.cloud.pid(node), signal.SIGSTOP)
    poll_until(
        lambda: app.cloud.is_down(node) and answers(app.index),
        "the cluster knows that the node is down",
        within_s=START_TIMEOUT_S,
    )
    write_reading(app.index, Scope(app.scope.app, "ana"), "ana/missed.txt", make_reading(*OTHER_TEXTS[:1] * missed))

    with pytest.raises(ReplicaUnavailable):
        app.index.purge()
    with pytest.raises(ReplicaUnavailable):
        app.index.count_traces([app.scope])
    assert app.nodes() == {node}  # all others are purged

    app.cloud.kill_and_wait(node)
    app.index.purge()
    assert app.files() == set()


@pytest.mark.torture
def test_a_purge_waits_for_a_slow_replica_while_writes_go_on(app: CloudApp) -> None:
    leader_waits_s, others = 15.0, Scope(app.scope.app, "ana")  # `distribUpdateSoTimeout` of `solr/solr.xml`
    write_reading(app.index, others, "ana/many.txt", make_reading(*many_words()))
    app.index.commit()
    merge_into_one_segment(app.cloud)
    node = app.follower()
    app.remove()

    def write_and_delete(turn: int) -> None:
        record = write_reading(app.index, others, f"ana/{turn}.txt", make_reading("A line."))
        app.index.delete_passages(record, ["none"])
        app.index.commit()

    with slowed(app.cloud.pid(node)), BackgroundWork(write_and_delete=write_and_delete) as background:
        began = time.monotonic()
        app.index.purge()
        took_s, left = time.monotonic() - began, app.files()

    print(f"a purge of {took_s:.0f} s; longest between two gifts, in seconds: {background.longest_gap_s}")
    assert took_s > leader_waits_s  # else the test proves nothing
    assert left == set()
    assert max(background.longest_gap_s.values()) < leader_waits_s
    assert {replica["state"] for replica in app.cloud.replicas()} == {"active"}


def many_words() -> list[str]:
    """Return passages with so many words that rewriting them takes a processor a second or two."""
    random = Random(1)
    return [" ".join(f"w{random.randrange(1 << 22):x}" for _ in range(150)) for _ in range(2_000)]


@contextmanager
def slowed(pid: int) -> Iterator[None]:
    """Slow a process down: it is stopped for most of every tenth of a second."""
    block_ended, runs_s = Event(), 0.006

    def stop_and_continue() -> None:
        while not block_ended.wait(runs_s):
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.1 - runs_s)
            os.kill(pid, signal.SIGCONT)

    thread = Thread(target=stop_and_continue)
    thread.start()
    try:
        yield
    finally:
        block_ended.set()
        thread.join()
