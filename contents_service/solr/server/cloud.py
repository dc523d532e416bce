"""A SolrCloud on this machine, for trying it out: ZooKeeper, some nodes, and one collection spread over them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import requests

from contents_service.processes.child import Program
from contents_service.processes.port import free_port
from contents_service.solr.server.admin import LOOPBACK, AdminClient
from contents_service.solr.server.cloud_home import CloudHome
from contents_service.solr.server.jars import JarCache, Progress
from contents_service.solr.server.jvm import Jvm
from contents_service.solr.server.node import CannotStartSolr, ignore_progress, node_arguments
from contents_service.solr.server.solr_home import CORE, SOLR_FILES

REPLICAS = 2
"""Copies of each shard: with two, any one node may die."""
ZOOKEEPER_MEMORY = "128m"  # it holds a few hundred kilobytes
MAKES_COLLECTION_WITHIN_S = 120.0  # 5 s as a rule
SETS_UP_WITHIN_S = 60.0  # 2 s as a rule
LOOKS_FOR_S = 1.0  # a node that is starting takes a request and is silent; others are to be looked after meanwhile
OF_ZOOKEEPER = "org.apache.solr.common.cloud"


class SolrCloud:
    """ZooKeeper and Solr nodes, each a process of its own, with the collection `contents` of as many shards as nodes.

    All listen on loopback only. Nodes let in only who has the password that is in `urls`, and what they keep in
    ZooKeeper can be read and changed by them alone.
    """

    def __init__(self, data: Path, nodes: int, port: int, memory: str = "512m", *, jars: JarCache) -> None:
        self._home = CloudHome(data.absolute() / "cloud")
        self._logs = data.absolute() / "logs"
        self._memory = memory
        self._jars = jars
        self._requested_ports = range(port, port + nodes)
        self._ports: list[int] = []
        self._zookeeper_port = 0
        self._is_secured = False

    @property
    def urls(self) -> str:
        """The nodes' addresses, with user and password, as SOLR_URL takes them."""
        return ",".join(admin.url for admin in self._admins())

    def _admins(self) -> list[AdminClient]:
        return [AdminClient(port, self._home.password) for port in self._ports]

    def programs(self, on_progress: Progress = ignore_progress) -> list[Sequence[Program]]:
        """Make all ready (jars, Java, folder, ports), and give what starts ZooKeeper, and after it the nodes."""
        jvm = Jvm.found(self._jars, on_progress)
        self._ports = [free_port(LOOPBACK, port) for port in self._requested_ports]
        self._zookeeper_port = free_port(LOOPBACK)
        self._home.prepare()
        return [[self._zookeeper(jvm)], [self._node(jvm, number) for number in range(1, len(self._ports) + 1)]]

    def create_collection(self) -> None:
        """Make the collection, unless it is there."""
        admin = self._admins()[0]
        try:
            if CORE in admin.get("admin/collections", action="LIST")["collections"]:
                return
            admin.get(
                "admin/collections",
                within_s=MAKES_COLLECTION_WITHIN_S,
                action="CREATE",
                name=CORE,
                numShards=str(len(self._ports)),
                replicationFactor=str(REPLICAS),
                **{"collection.configName": CORE, "router.name": "compositeId"},
            )
        except requests.RequestException as problem:
            raise CannotStartSolr(
                f"The nodes are up, but the collection was not made ({type(problem).__name__}). "
                f"Their logs are in {self._logs}."
            ) from problem

    def _zookeeper(self, jvm: Jvm) -> Program:
        logs = self._logs / "zookeeper"
        configuration = self._home.write_zookeeper_config(LOOPBACK, self._zookeeper_port)
        command = jvm.command(
            "org.apache.zookeeper.server.quorum.QuorumPeerMain",
            configuration,
            memory=ZOOKEEPER_MEMORY,
            logs=logs,
            scratch=self._home.folder,
        )
        ready = partial(self._secure_zookeeper, jvm)
        return jvm.program("zookeeper", command, logs, lock=self._home.lock, is_ready=ready)

    def _secure_zookeeper(self, jvm: Jvm) -> bool:
        """Whether ZooKeeper holds who may ask the nodes, which is told to it first of all: no node is ever open."""
        if not self._is_secured:
            command = jvm.command(
                "-XX:TieredStopAtLevel=1",  # it is over before better code would pay
                *self._zookeeper_options(),
                "org.apache.solr.cloud.ZkCLI",
                *("--zk-host", self._zookeeper_address, "-cmd", "putfile", "/security.json", self._home.security),
                memory=ZOOKEEPER_MEMORY,
                logs=self._logs / "zookeeper",
                scratch=self._home.folder,
            )
            done = subprocess.run(
                command, env=jvm.environment, capture_output=True, timeout=SETS_UP_WITHIN_S, check=False
            )
            self._is_secured = done.returncode == 0
        return self._is_secured

    @property
    def _zookeeper_address(self) -> str:
        return f"{LOOPBACK}:{self._zookeeper_port}"

    def _node(self, jvm: Jvm, number: int) -> Program:
        name, port = f"solr-{number}", self._ports[number - 1]
        logs = self._logs / name
        words = node_arguments(
            port,
            self._home.write_node_config(number),
            *self._zookeeper_options(),
            f"-DzkHost={self._zookeeper_address}",
            f"-Dbootstrap_confdir={RECIPE / 'configset' / 'conf'}",
            f"-Dcollection.configName={CORE}",
        )
        command = jvm.command(*words, memory=self._memory, logs=logs, scratch=self._home.folder)
        ready = partial(_is_well, AdminClient(port, self._home.password))
        return jvm.program(name, command, logs, lock=self._home.lock, is_ready=ready)

    def _zookeeper_options(self) -> Sequence[str]:
        """What lets a program at what nodes keep in ZooKeeper; the secret is in a file, since all users see options."""
        return (
            f"-DzkCredentialsProvider={OF_ZOOKEEPER}.DigestZkCredentialsProvider",
            f"-DzkACLProvider={OF_ZOOKEEPER}.DigestZkACLProvider",
            f"-DzkCredentialsInjector={OF_ZOOKEEPER}.VMParamsZkCredentialsInjector",
            f"-DzkDigestCredentialsFile={self._home.secret}",
        )


def _is_well(node: AdminClient) -> bool:
    """Whether a node is one of the cloud, and all its replicas have caught up with what they missed.

    Its own health check says so too early: it knows of no replica that is still to be loaded.
    """
    try:
        cluster = node.get("admin/collections", within_s=LOOKS_FOR_S, action="CLUSTERSTATUS")["cluster"]
    except (requests.RequestException, ValueError, KeyError):
        return False
    name = f"{LOOPBACK}:{node.port}_solr"
    shards = [shard for collection in cluster["collections"].values() for shard in collection["shards"].values()]
    ours = [each for shard in shards for each in shard["replicas"].values() if each["node_name"] == name]
    return name in cluster["live_nodes"] and all(replica["state"] == "active" for replica in ours)
