"""The managed SolrCloud: one shard for each application, unmoved scores, a password, and no loss if a node dies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from helpers.background_work import BackgroundWork
from helpers.cloud import NODES, PROGRAMS, Cloud
from helpers.factories import make_reading, new_app_id, write_reading
from helpers.running_service import running_service
from torture.findings import CloudResult, Findings

from contents_service.index.protocol import document_id
from contents_service.model import Scope
from contents_service.solr.index import SolrIndex

pytestmark = [pytest.mark.solr, pytest.mark.timeout(900)]

MAX_OUTAGE_S = 30.0
MAX_APPS = 100
"""New applications of which surely not all are on one shard."""
NO_QUOTAS = {"CONTENTS_SEARCHES_A_MINUTE": "0", "CONTENTS_REQUESTS_A_MINUTE": "0"}
Shards = dict[str, set[str]]


@pytest.fixture
def index(solr_cloud: Cloud) -> SolrIndex:
    return SolrIndex.at(solr_cloud.urls)


def core_url(cloud: Cloud, replica: dict[str, str]) -> str:
    """Return the address of a replica's core, with the password."""
    parts = urlsplit(replica["base_url"])
    password = urlsplit(cloud.urls[0]).password
    return f"{parts.scheme}://contents:{password}@{parts.netloc}{parts.path}/{replica['core']}"


def apps_on_replica(cloud: Cloud, replica: dict[str, str]) -> set[str]:
    """Return the routing prefixes of a replica's documents, one for each application."""
    params = {"q": "*:*", "rows": "100000", "fl": "id", "wt": "json", "distrib": "false"}
    answer = requests.get(f"{core_url(cloud, replica)}/select", params, timeout=90)
    return {document["id"].partition("!")[0] for document in answer.json()["response"]["docs"]}


def apps_by_shard(cloud: Cloud) -> Shards:
    """Return the applications on each shard, after checking that its replicas have the same."""
    found: dict[str, list[set[str]]] = {}
    for replica in cloud.replicas():
        found.setdefault(replica["shard"], []).append(apps_on_replica(cloud, replica))
    assert all(apps == replicas[0] for replicas in found.values() for apps in replicas)
    return {shard: replicas[0] for shard, replicas in found.items()}


def write_on_both_shards(cloud: Cloud, index: SolrIndex, write: Callable[[str], object]) -> None:
    """Write for one new application after another until each shard has one more; its id decides on which it is."""
    before = apps_by_shard(cloud)
    for _ in range(MAX_APPS):
        write(new_app_id())
        index.commit()
        if all(len(apps) > len(before[shard]) for shard, apps in apps_by_shard(cloud).items()):
            return
    raise AssertionError(f"{MAX_APPS} applications are all on one shard")


def scores(index: SolrIndex, scope: Scope) -> list[tuple[str, float]]:
    found = index.search(scope, "warranty returns box", rows=9, explain=False)
    return [(hit.id, hit.score) for hit in found.hits]


def test_each_of_two_shards_has_a_replica_on_each_node(solr_cloud: Cloud) -> None:
    places = {(replica["shard"], replica["node_name"]) for replica in solr_cloud.replicas()}
    assert len(places) == len(solr_cloud.replicas()) == 4


def test_each_application_is_on_one_shard_and_both_shards_have_some(solr_cloud: Cloud, index: SolrIndex) -> None:
    def write(app: str) -> None:
        for giver in ("eric", "ana"):
            write_reading(index, Scope(app, giver), f"{giver}/a.txt", make_reading("A warranty.", "A box."))

    write_on_both_shards(solr_cloud, index, write)

    one, other = apps_by_shard(solr_cloud).values()

    assert one
    assert other
    assert not one & other


def test_foreign_passages_on_either_shard_change_no_score(solr_cloud: Cloud, index: SolrIndex) -> None:
    scope = Scope(new_app_id(), "eric")
    own = make_reading("The warranty lasts.", "Returns within 30 days.", "A box with a warranty.", "The box returns.")
    write_reading(index, scope, "eric/a.txt", own)
    index.commit()
    scores_alone = scores(index, scope)

    foreign = make_reading(*(f"warranty box returns {number}" for number in range(100)))
    write_on_both_shards(solr_cloud, index, lambda app: write_reading(index, Scope(app, "ana"), "ana/a.txt", foreign))

    assert len(scores_alone) == 4
    assert scores(index, scope) == scores_alone


def test_a_search_by_another_process_finds_what_was_just_committed(solr_cloud: Cloud) -> None:
    one, other = (SolrIndex.at([url]) for url in solr_cloud.urls)
    for number in range(10):
        scope = Scope(new_app_id(), "eric")
        write_reading(one, scope, "eric/a.txt", make_reading(f"The warranty {number}."))
        one.commit()
        assert scores(other, scope)


def test_no_node_answers_without_the_password(solr_cloud: Cloud) -> None:
    for url in solr_cloud.urls:
        without = f"http://{url.rpartition('@')[2]}"
        for path in ("contents/select?q=*:*", "admin/collections?action=LIST", "admin/info/system"):
            assert requests.get(f"{without}/{path}", timeout=90).status_code == 401


def find(index: SolrIndex, scope: Scope, word: str) -> Sequence[object]:
    return index.search(scope, word, rows=3, explain=False).hits


class Load:
    """Gives and searches documents through different nodes, and records what was acknowledged."""

    def __init__(self, cloud: Cloud) -> None:
        self.acknowledged: list[tuple[Scope, str, str]] = []
        self.unseen: list[str] = []
        self._scopes = [Scope(new_app_id(), "eric") for _ in range(4)]
        self._giving, self._searching = SolrIndex.at(cloud.urls), SolrIndex.at(cloud.urls[::-1])

    def give(self, turn: int) -> None:
        scope, path, word = self._scopes[turn % len(self._scopes)], f"eric/{turn}.txt", f"marmoset{turn:05}"
        write_reading(self._giving, scope, path, make_reading(f"The {word} belongs to eric."))
        self._giving.commit()
        self.acknowledged.append((scope, path, word))
        if not find(self._searching, scope, word):
            self.unseen.append(word)

    def search(self, _turn: int) -> None:
        for scope in self._scopes:
            find(self._searching, scope, "marmoset")

    def lost(self, index: SolrIndex) -> list[str]:
        return [
            path
            for scope, path, word in self.acknowledged
            if not (index.get(scope, document_id(scope, path)) and find(index, scope, word))
        ]


def test_when_the_leader_dies_nothing_is_lost_and_the_other_node_takes_over(solr_cloud: Cloud) -> None:
    leader = next(program for program in NODES if solr_cloud.is_leader(program))
    load = Load(solr_cloud)

    with BackgroundWork(give=load.give, search=load.search) as background:
        solr_cloud.kill_in_turn(background, [leader])

    assert load.unseen == []
    assert load.lost(SolrIndex.at(solr_cloud.urls)) == []
    assert max(background.longest_gap_s.values()) < MAX_OUTAGE_S


@pytest.mark.torture
def test_nothing_is_lost_when_each_program_is_killed_in_turn(solr_cloud: Cloud, findings: Findings) -> None:
    load = Load(solr_cloud)

    with BackgroundWork(give=load.give, search=load.search) as background:
        solr_cloud.kill_in_turn(background, PROGRAMS)

    lost = load.lost(SolrIndex.at(solr_cloud.urls))
    findings.clouds["the index alone"] = CloudResult(
        PROGRAMS, len(load.acknowledged), background.longest_gap_s, len(lost)
    )
    assert load.unseen == []
    assert lost == []
    assert max(background.longest_gap_s.values()) < MAX_OUTAGE_S


@pytest.mark.torture
def test_the_service_loses_nothing_when_each_program_is_killed_in_turn(
    solr_cloud: Cloud, findings: Findings, tmp_path: Path
) -> None:
    with running_service(tmp_path, SOLR_URL=solr_cloud.solr_url, **NO_QUOTAS) as service:
        client, given = service.client(new_app_id()), dict[str, str]()

        def give(turn: int) -> None:
            path = f"eric/{turn}.md"
            service.write(path, f"# Keys\n\nThe marmoset{turn:05} guards the keys.\n")
            given[path] = client.call("POST", "/documents", json={"path": path})["id"]

        def search(_turn: int) -> None:
            client.call("POST", "/passages", json={"question": "Who guards the keys?", "documents": list(given)})

        with BackgroundWork(give=give, search=search) as background:
            solr_cloud.kill_in_turn(background, PROGRAMS)

        states = [service.read_document(client, document)["state"] for document in given.values()]
        lost = len(given) - states.count("read")
        findings.clouds["the whole service"] = CloudResult(PROGRAMS, len(given), background.longest_gap_s, lost)
        assert set(states) == {"read"}
        assert {document["path"] for document in client.documents()} >= set(given)
        assert max(background.longest_gap_s.values()) < MAX_OUTAGE_S
