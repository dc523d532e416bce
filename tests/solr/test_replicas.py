"""Each replica of a collection is asked by itself, and one that is away keeps nobody from asking the others."""

from __future__ import annotations

from threading import Lock

import pytest
from helpers.cloud import Cloud

from contents_service.errors import ReplicaUnavailable
from contents_service.solr.client import SolrClient
from contents_service.solr.failover import Nodes
from contents_service.solr.index import SolrIndex
from contents_service.solr.replicas import Replicas, replicas_of

pytestmark = [pytest.mark.solr]

NOBODY = "http://127.0.0.1:1/solr"


def all_of(core: SolrClient) -> int:
    """How many documents one core has by itself."""
    return int(core.query({"q": "*:*", "rows": 0, "distrib": "false"})["response"]["numFound"])


def test_a_solr_that_is_no_cloud_is_one_replica(solr_url: str) -> None:
    replicas = replicas_of("contents", Nodes([solr_url]), solr_url)

    assert (len(replicas.cores), replicas.away, replicas.total(all_of) >= 0) == (1, 0, True)


@pytest.mark.timeout(200)
def test_every_copy_of_every_shard_is_a_replica(solr_cloud: Cloud) -> None:
    SolrIndex.at(solr_cloud.urls).commit()  # else what was just written is not seen on all of them alike
    replicas = replicas_of("contents", Nodes(solr_cloud.urls[:1]), solr_cloud.urls[0])

    assert (len(replicas.cores), replicas.away) == (len(solr_cloud.replicas()), 0)
    in_all = SolrClient(Nodes(solr_cloud.urls), "contents", timeout_s=9, connections=1).query({"q": "*:*", "rows": 0})
    assert replicas.total(all_of) == 2 * in_all["response"]["numFound"]  # of each shard there are two


@pytest.mark.parametrize("away", [0, 1])
def test_where_one_is_away_the_others_are_asked_and_then_it_is_said(solr_url: str, away: int) -> None:
    cores = [SolrClient(Nodes([url]), "contents", timeout_s=9, connections=1) for url in (NOBODY, solr_url)]
    answers, lock = list[int](), Lock()

    def ask(core: SolrClient) -> int:
        found = all_of(core)
        with lock:
            answers.append(found)
        return found

    with pytest.raises(ReplicaUnavailable, match=f"{1 + away} of {2 + away} "):
        Replicas(cores, away).total(ask)
    assert len(answers) == 1
