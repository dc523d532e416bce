"""The replicas of a collection, to ask each one by itself: a request to a SolrCloud reaches only some of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from msgspec import Struct

from contents_service.errors import IndexUnavailable, ReplicaUnavailable
from contents_service.solr.client import QueryRefused, SolrClient
from contents_service.solr.connection import ADMIN
from contents_service.solr.failover import Nodes

REPLICA_TIMEOUT_S = 30.0
"""Seconds after which a replica counts as away; merges may take longer."""


class Replicas(Struct, frozen=True):
    """All replicas of all shards at this moment, or the one core of a Solr that is not a SolrCloud."""

    cores: Sequence[SolrClient]
    away: int = 0
    """The number of replicas that cannot be asked: their nodes are down, or they have not caught up."""

    def total(self, count: Callable[[SolrClient], int]) -> int:
        """Call a function for every replica at the same time, and return the sum.

        Raise ReplicaUnavailable if one is away or fails, once the others are done.
        """

        def count_or_none(core: SolrClient) -> int | None:
            try:
                return count(core)
            except IndexUnavailable:
                return None

        with ThreadPoolExecutor(max(1, len(self.cores))) as pool:
            counts = list(pool.map(count_or_none, self.cores))
        present = [each for each in counts if each is not None]
        away = self.away + len(counts) - len(present)
        if away:
            raise ReplicaUnavailable(f"{away} of {len(counts) + self.away} replicas of the index cannot be reached.")
        return sum(present)


def replicas_of(collection: str, nodes: Nodes, configured_url: str) -> Replicas:
    """Return the replicas of a collection by their nodes' own addresses, with the password of the configured one."""
    cluster = SolrClient(nodes, ADMIN, timeout_s=REPLICA_TIMEOUT_S, connections=1)
    try:
        status = cluster.query({"action": "CLUSTERSTATUS", "collection": collection}, "collections")["cluster"]
    except QueryRefused:  # not a SolrCloud
        return Replicas([_core(nodes, collection)])
    shards = [shard for each in status["collections"].values() for shard in each["shards"].values()]
    replicas = [replica for shard in shards for replica in shard["replicas"].values()]
    active = [replica for replica in replicas if replica["state"] == "active"]
    cores = [_core(Nodes([_with_password_of(configured_url, replica)]), replica["core"]) for replica in active]
    return Replicas(cores, away=len(replicas) - len(cores))


def _core(nodes: Nodes, name: str) -> SolrClient:
    return SolrClient(nodes, name, timeout_s=REPLICA_TIMEOUT_S, connections=1)


def _with_password_of(configured_url: str, replica: Mapping[str, str]) -> str:
    """Return the address of a replica's node with the user and password of the configured address."""
    who, at, _ = urlsplit(configured_url).netloc.rpartition("@")
    node = urlsplit(replica["base_url"])
    return node._replace(netloc=f"{who}{at}{node.netloc}").geturl()
