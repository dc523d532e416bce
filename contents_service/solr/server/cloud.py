"""A SolrCloud on this machine for trials: ZooKeeper, several nodes, and one collection spread over them."""

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
"""Copies of each shard; with two, any one node may die."""
ZOOKEEPER_MEMORY = "128m"
"""Java heap size of ZooKeeper, which holds a few hundred kilobytes."""
CREATE_COLLECTION_TIMEOUT_S = 120.0
"""Seconds to wait for the new collection; usually it takes 5."""
SECURE_ZOOKEEPER_TIMEOUT_S = 60.0
"""Seconds to wait for the access rules; usually it takes 2."""
HEALTH_TIMEOUT_S = 1.0
"""Seconds to wait for a health check; few, because a starting node accepts requests but does not answer, and the other
programs need attention."""
ZOOKEEPER_CLASSES = "org.apache.solr.common.cloud"
"""The Java package of Solr's classes for access to ZooKeeper."""


class SolrCloud:
    """ZooKeeper and Solr nodes, each in its own process, with the collection `contents` in one shard per node.

    All listen on loopback only. The nodes require the password that is in `urls`, and only they can read or change
    their data in ZooKeeper.
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
        """The URLs of the nodes with user and password, in the form of SOLR_URL."""
        return ",".join(admin.url for admin in self._admins())

    def _admins(self) -> list[AdminClient]:
        return [AdminClient(port, self._home.password) for port in self._ports]

    def programs(self, on_progress: Progress = ignore_progress) -> list[Sequence[Program]]:
        """Prepare jars, Java, folder and ports, and return the programs: first ZooKeeper, then the nodes."""
        jvm = Jvm.find(self._jars, on_progress)
        self._ports = [free_port(LOOPBACK, port) for port in self._requested_ports]
        self._zookeeper_port = free_port(LOOPBACK)
        self._home.prepare()
        return [[self._zookeeper(jvm)], [self._node(jvm, number) for number in range(1, len(self._ports) + 1)]]

    def create_collection(self) -> None:
        """Create the collection unless it exists."""
        admin = self._admins()[0]
        try:
            if CORE in admin.get("admin/collections", action="LIST")["collections"]:
                return
            admin.get(
                "admin/collections",
                timeout_s=CREATE_COLLECTION_TIMEOUT_S,
                action="CREATE",
                name=CORE,
                numShards=str(len(self._ports)),
                replicationFactor=str(REPLICAS),
                **{"collection.configName": CORE, "router.name": "compositeId"},
            )
        except requests.RequestException as problem:
            raise CannotStartSolr(
                f"The nodes are up, but the collection could not be created ({type(problem).__name__}). "
                f"The logs are in {self._logs}."
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
        is_ready = partial(self._secure_zookeeper, jvm)
        return jvm.program("zookeeper", command, logs, lock=self._home.lock, is_ready=is_ready)

    def _secure_zookeeper(self, jvm: Jvm) -> bool:
        """Put the access rules for all nodes into ZooKeeper before any node starts; return whether they are there."""
        if not self._is_secured:
            command = jvm.command(
                "-XX:TieredStopAtLevel=1",  # it ends before better-compiled code would pay off
                *self._zookeeper_options(),
                "org.apache.solr.cloud.ZkCLI",
                *("--zk-host", self._zookeeper_address, "-cmd", "putfile", "/security.json", self._home.security_file),
                memory=ZOOKEEPER_MEMORY,
                logs=self._logs / "zookeeper",
                scratch=self._home.folder,
            )
            result = subprocess.run(
                command, env=jvm.environment, capture_output=True, timeout=SECURE_ZOOKEEPER_TIMEOUT_S, check=False
            )
            self._is_secured = result.returncode == 0
        return self._is_secured

    @property
    def _zookeeper_address(self) -> str:
        return f"{LOOPBACK}:{self._zookeeper_port}"

    def _node(self, jvm: Jvm, number: int) -> Program:
        name, port = f"solr-{number}", self._ports[number - 1]
        logs = self._logs / name
        arguments = node_arguments(
            port,
            self._home.write_node_config(number),
            *self._zookeeper_options(),
            f"-DzkHost={self._zookeeper_address}",
            f"-Dbootstrap_confdir={SOLR_FILES / 'configset' / 'conf'}",
            f"-Dcollection.configName={CORE}",
        )
        command = jvm.command(*arguments, memory=self._memory, logs=logs, scratch=self._home.folder)
        is_ready = partial(_is_healthy, AdminClient(port, self._home.password))
        return jvm.program(name, command, logs, lock=self._home.lock, is_ready=is_ready)

    def _zookeeper_options(self) -> Sequence[str]:
        """Return the options for access to ZooKeeper; the secret is in a file, because all users can see options."""
        return (
            f"-DzkCredentialsProvider={ZOOKEEPER_CLASSES}.DigestZkCredentialsProvider",
            f"-DzkACLProvider={ZOOKEEPER_CLASSES}.DigestZkACLProvider",
            f"-DzkCredentialsInjector={ZOOKEEPER_CLASSES}.VMParamsZkCredentialsInjector",
            f"-DzkDigestCredentialsFile={self._home.secret_file}",
        )


def _is_healthy(node: AdminClient) -> bool:
    """Whether a node has joined the cloud and all its replicas are up to date.

    Its own health check succeeds too early, because it does not count replicas that are not loaded yet.
    """
    try:
        cluster = node.get("admin/collections", timeout_s=HEALTH_TIMEOUT_S, action="CLUSTERSTATUS")["cluster"]
    except (requests.RequestException, ValueError, KeyError):
        return False
    name = f"{LOOPBACK}:{node.port}_solr"
    shards = [shard for collection in cluster["collections"].values() for shard in collection["shards"].values()]
    replicas = [one for shard in shards for one in shard["replicas"].values() if one["node_name"] == name]
    return name in cluster["live_nodes"] and all(replica["state"] == "active" for replica in replicas)
