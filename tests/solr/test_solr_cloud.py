"""A SolrCloud of our own: an application on one shard, scores its own, nobody let in, and any node may die."""

from __future__ import annotations

from collections.abc import Sequence
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
from contents_service.relevance.terms import parse_question
from contents_service.solr.index import SolrIndex

pytestmark = [pytest.mark.solr, pytest.mark.timeout(400)]

AWAY_AT_MOST_S = 30.0
NO_QUOTAS = {"CONTENTS_SEARCHES_A_MINUTE": "0", "CONTENTS_REQUESTS_A_MINUTE": "0"}
Shards = dict[str, set[str]]


@pytest.fixture
def index(solr_cloud: Cloud) -> SolrIndex:
    return SolrIndex.at(solr_cloud.urls)


def with_password(cloud: Cloud, replica: dict[str, str]) -> str:
    """The address of one replica's own core."""
    parts = urlsplit(replica["base_url"])
    password = urlsplit(cloud.urls[0]).password
    return f"{parts.scheme}://contents:{password}@{parts.netloc}{parts.path}/{replica['core']}"


def routes_of(cloud: Cloud, replica: dict[str, str]) -> set[str]:
    """What one replica alone holds: the part of each id that stands for its application."""
    params = {"q": "*:*", "rows": "100000", "fl": "id", "wt": "json", "distrib": "false"}
    answer = requests.get(f"{with_password(cloud, replica)}/select", params, timeout=10)
    return {document["id"].partition("!")[0] for document in answer.json()["response"]["docs"]}


def shards_of(cloud: Cloud) -> Shards:
    """The applications that each shard holds; all its replicas hold the same."""
    found: dict[str, list[set[str]]] = {}
    for replica in cloud.replicas():
        found.setdefault(replica["shard"], []).append(routes_of(cloud, replica))
    assert all(held == replicas[0] for replicas in found.values() for held in replicas)
    return {shard: replicas[0] for shard, replicas in found.items()}


def scores(index: SolrIndex, scope: Scope) -> list[tuple[str, float]]:
    found = index.search(scope, parse_question("warranty returns box"), rows=9, explain=False)
    return [(hit.id, hit.score) for hit in found.hits]


def test_there_are_two_shards_with_a_replica_on_each_node(solr_cloud: Cloud) -> None:
    places = {(replica["shard"], replica["node_name"]) for replica in solr_cloud.replicas()}
    assert len(places) == len(solr_cloud.replicas()) == 4


def test_all_of_an_application_is_on_one_shard_and_applications_are_on_both(
    solr_cloud: Cloud, index: SolrIndex
) -> None:
    for _ in range(12):
        app = new_app_id()
        for giver in ("eric", "ana"):
            write_reading(index, Scope(app, giver), f"{giver}/a.txt", make_reading("A warranty.", "A box."))
    index.commit()

    one, other = shards_of(solr_cloud).values()

    assert one
    assert other
    assert not one & other


def test_foreign_passages_on_either_shard_move_no_score_by_a_digit(solr_cloud: Cloud, index: SolrIndex) -> None:
    scope = Scope(new_app_id(), "eric")
    own = make_reading("The warranty lasts.", "Returns within 30 days.", "A box with a warranty.", "The box returns.")
    write_reading(index, scope, "eric/a.txt", own)
    index.commit()
    alone = scores(index, scope)
    before = shards_of(solr_cloud)

    foreign = make_reading(*(f"warranty box returns {number}" for number in range(100)))
    for _ in range(8):
        write_reading(index, Scope(new_app_id(), "ana"), "ana/a.txt", foreign)
    index.commit()

    assert all(len(shards_of(solr_cloud)[shard]) > len(held) for shard, held in before.items())
    assert len(alone) == 4
    assert scores(index, scope) == alone


def test_what_one_process_committed_the_next_search_of_another_finds(solr_cloud: Cloud) -> None:
    one, other = (SolrIndex.at([url]) for url in solr_cloud.urls)
    for number in range(10):
        scope = Scope(new_app_id(), "eric")
        write_reading(one, scope, "eric/a.txt", make_reading(f"The warranty {number}."))
        one.commit()
        assert scores(other, scope)


def test_neither_node_answers_who_has_no_password(solr_cloud: Cloud) -> None:
    for url in solr_cloud.urls:
        without = f"http://{url.rpartition('@')[2]}"
        for path in ("contents/select?q=*:*", "admin/collections?action=LIST", "admin/info/system"):
            assert requests.get(f"{without}/{path}", timeout=10).status_code == 401


def found(index: SolrIndex, scope: Scope, word: str) -> Sequence[object]:
    return index.search(scope, parse_question(word), rows=3, explain=False).hits


class Load:
    """Gifts and searches by way of different nodes, and what was acknowledged."""

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
        if not found(self._searching, scope, word):
            self.unseen.append(word)

    def search(self, _turn: int) -> None:
        for scope in self._scopes:
            found(self._searching, scope, "marmoset")

    def lost(self, index: SolrIndex) -> list[str]:
        return [
            path
            for scope, path, word in self.acknowledged
            if not (index.get(scope, document_id(scope, path)) and found(index, scope, word))
        ]


def test_when_the_node_that_leads_dies_nothing_is_lost_and_the_other_takes_over(solr_cloud: Cloud) -> None:
    leader = next(program for program in NODES if solr_cloud.is_leader(program))
    load = Load(solr_cloud)

    with BackgroundWork(give=load.give, search=load.search) as background:
        solr_cloud.kill_in_turn(background, [leader])

    assert load.unseen == []
    assert load.lost(SolrIndex.at(solr_cloud.urls)) == []
    assert max(background.longest_gap_s.values()) < AWAY_AT_MOST_S


@pytest.mark.torture
def test_whatever_dies_in_turn_nothing_is_lost(solr_cloud: Cloud, findings: Findings) -> None:
    load = Load(solr_cloud)

    with BackgroundWork(give=load.give, search=load.search) as background:
        solr_cloud.kill_in_turn(background, PROGRAMS)

    lost = load.lost(SolrIndex.at(solr_cloud.urls))
    findings.clouds["the index alone"] = CloudResult(
        PROGRAMS, len(load.acknowledged), background.longest_gap_s, len(lost)
    )
    assert load.unseen == []
    assert lost == []
    assert max(background.longest_gap_s.values()) < AWAY_AT_MOST_S


@pytest.mark.torture
def test_the_whole_service_goes_on_whatever_dies_in_turn(solr_cloud: Cloud, findings: Findings, tmp_path: Path) -> None:
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
        assert max(background.longest_gap_s.values()) < AWAY_AT_MOST_S
