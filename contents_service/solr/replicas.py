"""The replicas that a collection is kept in, each asked by itself: what is asked of a SolrCloud reaches but some."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from msgspec import Struct

from contents_service.errors import IndexUnavailable, ReplicaUnavailable
from contents_service.solr.client import QueryRefused, SolrClient
from contents_service.solr.connection import ADMIN
from contents_service.solr.failover import Nodes

SAYS_WITHIN_S = 30.0
"""What a node is given to answer before it counts as away; what takes it long by its nature is given more."""


class Replicas(Struct, frozen=True):
    """All copies of all shards as they are just now, or the one core of a Solr that is no cloud."""

    cores: Sequence[SolrClient]
    away: int = 0
    """How many cannot be asked: their nodes are down, or they still catch up with the others."""

    def total(self, of: Callable[[SolrClient], int]) -> int:
        """Ask something of every replica at once, and add up what they say.

        Where one is away or fails, ReplicaUnavailable is raised, once the others are done.
        """

        def said(core: SolrClient) -> int | None:
            try:
                return of(core)
            except IndexUnavailable:
                return None

        with ThreadPoolExecutor(max(1, len(self.cores))) as pool:
            answers = list(pool.map(said, self.cores))
        there = [answer for answer in answers if answer is not None]
        away = self.away + len(answers) - len(there)
        if away:
            raise ReplicaUnavailable(f"{away} of {len(answers) + self.away} replicas of the index cannot be reached.")
        return sum(there)


def replicas_of(collection: str, nodes: Nodes, named: str) -> Replicas:
    """The replicas of a collection, at the addresses that their nodes give themselves, where one is `named` so."""
    cluster = SolrClient(nodes, ADMIN, timeout_s=SAYS_WITHIN_S, connections=1)
    try:
        status = cluster.query({"action": "CLUSTERSTATUS", "collection": collection}, "collections")["cluster"]
    except QueryRefused:  # it is no SolrCloud
        return Replicas([_core(nodes, collection)])
    shards = [shard for each in status["collections"].values() for shard in each["shards"].values()]
    replicas = [replica for shard in shards for replica in shard["replicas"].values()]
    there = [replica for replica in replicas if replica["state"] == "active"]
    cores = [_core(Nodes([_with_password_of(named, replica)]), replica["core"]) for replica in there]
    return Replicas(cores, away=len(replicas) - len(cores))


def _core(nodes: Nodes, name: str) -> SolrClient:
    return SolrClient(nodes, name, timeout_s=SAYS_WITHIN_S, connections=1)


def _with_password_of(named: str, replica: Mapping[str, str]) -> str:
    """The address of a replica's node, with the user and password that the name of another has."""
    who, at, _ = urlsplit(named).netloc.rpartition("@")
    node = urlsplit(replica["base_url"])
    return node._replace(netloc=f"{who}{at}{node.netloc}").geturl()
