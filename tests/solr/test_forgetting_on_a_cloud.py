"""On a SolrCloud what was removed leaves the files of every replica, of one that was away too when it is back."""

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

pytestmark = [pytest.mark.solr, pytest.mark.timeout(400)]

PATH = "eric/vexillologist.md"
SECRET = "# Zyzzyvas\n\nThe quokkabraw hides the jabberwock.\n"
WORDS = (b"vexillologist", b"zyzzyva", b"quokkabraw", b"jabberwock")
"""Of its name, its heading and its text; none is said elsewhere."""
FEW = [f"Line {number} of others." for number in range(100)]


@dataclass
class Shop:
    """An application on a cloud that was given a document with words which no other has."""

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
        """Remove the document, and have its passages deleted, though not from the files."""
        giving.remove(self.backend.services, self.scope, self.document)
        purging.delete_retired(self.index)

    def files(self) -> set[str]:
        """The files that hold its words: of nodes, of ZooKeeper, of their logs."""
        return files_containing(self.cloud.data, *WORDS)

    def nodes(self, kind: str = "") -> set[str]:
        """The nodes in whose files, or those of some kind, its words are."""
        found = [file for file in self.files() if f"/data/{kind}" in file]
        return {node for number, node in enumerate(NODES, 1) if any(f"/node-{number}/" in file for file in found)}

    def follower(self) -> str:
        """The node that has a copy of the shard that the application is on, and does not lead it."""
        core = next(file for file in self.files() if "/data/" in file).split("/")[2]
        (shard,) = {replica["shard"] for replica in self.cloud.replicas() if replica["core"] == core}
        of_shard = [replica for replica in self.cloud.replicas() if replica["shard"] == shard]
        (leader,) = (replica for replica in of_shard if replica.get("leader") == "true")
        return next(node for node in NODES if leader not in self.cloud.replicas_on(node))


@pytest.fixture
def shop(solr_cloud: Cloud, tmp_path: Path) -> Shop:
    """It lies among others' passages: Solr itself soon rewrites a segment of which much is deleted."""
    backend, scope = Backend(tmp_path, SolrIndex.at(solr_cloud.urls)), Scope(new_app_id(), "eric")
    backend.write(PATH, SECRET)
    document = giving.give(backend.services, scope, PATH).document.id
    backend.read_all()
    write_reading(backend.services.index, Scope(scope.app, "ana"), "ana/others.txt", make_reading(*FEW))
    backend.services.index.commit()
    in_one_segment(solr_cloud)
    return Shop(solr_cloud, backend, scope, document)


def answers(index: SolrIndex) -> bool:
    try:
        return index.is_ready()
    except IndexUnavailable:
        return False


def in_one_segment(cloud: Cloud) -> None:
    answer = requests.get(f"{cloud.urls[0]}/contents/update", {"optimize": "true", "maxSegments": "1"}, timeout=120)
    answer.raise_for_status()


def test_what_was_removed_is_in_no_file_of_any_replica_after_a_purge(shop: Shop) -> None:
    shop.remove()
    assert (shop.nodes("index/"), shop.nodes("tlog/")) == (set(NODES), set(NODES))

    assert shop.index.purge() >= 3 * len(NODES)  # the passage, the outline and the record

    assert shop.files() == set()


def test_forgetting_an_application_leaves_nothing_of_it_on_any_node(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("CONTENTS_DATA", str(tmp_path))
    monkeypatch.setenv("SOLR_URL", shop.cloud.solr_url)
    assert shop.nodes() == set(NODES)

    result = CliRunner().invoke(forget, ["--app", shop.scope.app, "--yes"])

    assert (result.exit_code, shop.files()) == (0, set())


@pytest.mark.torture
@pytest.mark.parametrize("missed", [1, 300], ids=["little", "so_much_that_it_copies_the_leaders_files"])
def test_a_node_that_was_down_during_a_purge_is_purged_once_it_is_back(shop: Shop, missed: int) -> None:
    """It stands still before it dies, so that it is down for as long as the test likes."""
    node = shop.follower()
    shop.remove()
    os.kill(shop.cloud.pid(node), signal.SIGSTOP)
    poll_until(
        lambda: shop.cloud.is_down(node) and answers(shop.index), "all know that it is down", within_s=START_TIMEOUT_S
    )
    write_reading(shop.index, Scope(shop.scope.app, "ana"), "ana/missed.txt", make_reading(*FEW[:1] * missed))

    with pytest.raises(ReplicaUnavailable):
        shop.index.purge()
    with pytest.raises(ReplicaUnavailable):
        shop.index.count_traces([shop.scope])
    assert shop.nodes() == {node}  # all others are purged

    shop.cloud.kill_and_wait(node)
    shop.index.purge()
    assert shop.files() == set()


@pytest.mark.torture
def test_a_replica_that_is_slow_to_rewrite_its_files_is_waited_for_and_holds_nobody_up(shop: Shop) -> None:
    leader_waits_s, others = 15.0, Scope(shop.scope.app, "ana")  # `distribUpdateSoTimeout` of `solr/solr.xml`
    write_reading(shop.index, others, "ana/many.txt", make_reading(*many_words()))
    shop.index.commit()
    in_one_segment(shop.cloud)
    node = shop.follower()
    shop.remove()

    def give_and_take_back(turn: int) -> None:
        record = write_reading(shop.index, others, f"ana/{turn}.txt", make_reading("A line."))
        shop.index.delete_passages(record, ["none"])
        shop.index.commit()

    with slowed(shop.cloud.pid(node)), BackgroundWork(give_and_take_back=give_and_take_back) as background:
        began = time.monotonic()
        shop.index.purge()
        took_s, left = time.monotonic() - began, shop.files()

    print(f"a purge of {took_s:.0f} s; longest between two gifts, in seconds: {background.longest_gap_s}")
    assert took_s > leader_waits_s  # else nothing was tried
    assert left == set()
    assert max(background.longest_gap_s.values()) < leader_waits_s
    assert {replica["state"] for replica in shop.cloud.replicas()} == {"active"}


def many_words() -> list[str]:
    """Passages of so many words that rewriting them takes a second or two, of a whole processor."""
    random = Random(1)
    return [" ".join(f"w{random.randrange(1 << 22):x}" for _ in range(150)) for _ in range(2_000)]


@contextmanager
def slowed(pid: int) -> Iterator[None]:
    """Let a process have little of its processor: it stands still for most of every tenth of a second."""
    over, runs_s = Event(), 0.006

    def stand_still_again_and_again() -> None:
        while not over.wait(runs_s):
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.1 - runs_s)
            os.kill(pid, signal.SIGCONT)

    thread = Thread(target=stand_still_again_and_again)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
