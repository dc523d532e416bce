"""Each replica of a collection is queried by itself; one that is down does not prevent querying the others."""

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

UNREACHABLE = "http://127.0.0.1:1/solr"


def count_documents(core: SolrClient) -> int:
    """Return the number of documents in one core."""
    return int(core.query({"q": "*:*", "rows": 0, "distrib": "false"})["response"]["numFound"])


def test_a_solr_without_a_cloud_is_one_replica(solr_url: str) -> None:
    replicas = replicas_of("contents", Nodes([solr_url]), solr_url)

    assert (len(replicas.cores), replicas.away, replicas.total(count_documents) >= 0) == (1, 0, True)


@pytest.mark.timeout(900)
def test_every_copy_of_every_shard_is_a_replica(solr_cloud: Cloud) -> None:
    SolrIndex.at(solr_cloud.urls).commit()  # so that all replicas show the same documents
    replicas = replicas_of("contents", Nodes(solr_cloud.urls[:1]), solr_cloud.urls[0])

    assert (len(replicas.cores), replicas.away) == (len(solr_cloud.replicas()), 0)
    in_all = SolrClient(Nodes(solr_cloud.urls), "contents", timeout_s=9, connections=1).query({"q": "*:*", "rows": 0})
    assert replicas.total(count_documents) == 2 * in_all["response"]["numFound"]  # each shard has two replicas


@pytest.mark.parametrize("away", [0, 1])
def test_when_replicas_are_away_the_others_are_queried_before_the_error(solr_url: str, away: int) -> None:
    cores = [SolrClient(Nodes([url]), "contents", timeout_s=9, connections=1) for url in (UNREACHABLE, solr_url)]
    answers, lock = list[int](), Lock()

    def ask(core: SolrClient) -> int:
        found = count_documents(core)
        with lock:
            answers.append(found)
        return found

    with pytest.raises(ReplicaUnavailable, match=f"{1 + away} of {2 + away} "):
        Replicas(cores, away).total(ask)
    assert len(answers) == 1
