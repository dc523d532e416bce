"""A SolrCloud as `contents solr --nodes 2` runs it; tests may kill its processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

from contents_service.processes.port import PortTaken, free_port
from helpers.background_work import BackgroundWork
from helpers.polling import poll_until

START_TIMEOUT_S = 300.0
NODES = ("solr-1", "solr-2")
PROGRAMS = (*NODES, "zookeeper")


@dataclass
class Cloud:
    """ZooKeeper and two Solr nodes, with the log and the output of the command that runs them."""

    process: subprocess.Popen[bytes]
    log: Path
    stdout: Path

    @property
    def data(self) -> Path:
        """The folder with the data of all programs."""
        return self.log.parent

    @property
    def solr_url(self) -> str:
        """The addresses of both nodes, as SOLR_URL takes them."""
        return self.stdout.read_text(encoding="utf-8").strip().removeprefix("SOLR_URL=")

    @property
    def urls(self) -> list[str]:
        return self.solr_url.split(",")

    def _events(self, event: str, program: str) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
        return [entry for entry in lines if (entry["event"], entry["program"]) == (event, program)]

    def pid(self, program: str) -> int:
        """Return the process id that a program has at the moment."""
        pid: int = self._events("started", program)[-1]["pid"]
        return pid

    def kill(self, program: str) -> None:
        """Kill a program at once, as the kernel does when memory runs out."""
        os.kill(self.pid(program), signal.SIGKILL)

    def kill_and_wait(self, program: str) -> None:
        """Kill a program and wait until it is ready again, with all its replicas."""
        ready = len(self._events("ready", program))
        self.kill(program)
        poll_until(lambda: len(self._events("ready", program)) > ready, f"{program} is back", within_s=START_TIMEOUT_S)

    def wait_until_ready(self) -> None:
        poll_until(self._is_ready, "the cloud is ready", within_s=START_TIMEOUT_S)

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, self.log.read_text(encoding="utf-8")[-2000:]
        return self.stdout.read_text(encoding="utf-8").endswith("\n")

    def kill_in_turn(self, background: BackgroundWork, programs: Sequence[str]) -> None:
        """Kill programs one after the other during work, each when the one before is back and work has continued."""
        for program in programs:
            poll_until(background.has_continued(), "work continues")
            self.kill_and_wait(program)

    def replicas(self) -> list[dict[str, Any]]:
        """Return every replica with its shard, node, address, state, and whether it is the leader."""
        shards = self._cluster()["collections"]["contents"]["shards"]
        return [{"shard": name, **replica} for name, shard in shards.items() for replica in shard["replicas"].values()]

    def replicas_on(self, program: str) -> list[dict[str, Any]]:
        """Return the replicas on a node."""
        port = self.urls[NODES.index(program)].rpartition(":")[2].partition("/")[0]
        return [replica for replica in self.replicas() if f":{port}/" in replica["base_url"]]

    def is_leader(self, program: str) -> bool:
        """Whether a node is the leader of a shard."""
        return any(replica.get("leader") == "true" for replica in self.replicas_on(program))

    def is_down(self, program: str) -> bool:
        """Whether the cluster state says that a node is down."""
        return all(replica["state"] == "down" for replica in self.replicas_on(program))

    def _cluster(self) -> dict[str, Any]:
        for url in self.urls:
            try:
                answer = requests.get(f"{url}/admin/collections", {"action": "CLUSTERSTATUS", "wt": "json"}, timeout=5)
                answer.raise_for_status()
            except requests.RequestException:
                continue
            found: dict[str, Any] = answer.json()["cluster"]
            return found
        raise requests.ConnectionError


def find_free_ports() -> int:
    """Return a free port such that the following ports, for the other nodes, are free as well."""
    while True:
        first = free_port("127.0.0.1")
        with suppress(PortTaken):
            for at in range(1, len(NODES)):
                free_port("127.0.0.1", first + at)
            return first


@contextmanager
def solr_cloud_in(data: Path) -> Iterator[Cloud]:
    """Run a SolrCloud until the end of the block; it is ready when the block begins."""
    log, stdout = data / "cloud.log", data / "cloud.stdout"
    port = find_free_ports()
    command = [sys.executable, "-m", "contents_service", "solr", "--nodes", "2"]
    command += ["--data", str(data), "--port", str(port), "--memory", "256m"]
    environment = {**os.environ, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"}  # starts faster; none runs for long
    with log.open("wb") as errors, stdout.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=errors)
    cloud = Cloud(process, log, stdout)
    try:
        cloud.wait_until_ready()
        yield cloud
    finally:
        process.terminate()
        process.wait(60)
        assert not [program for program in PROGRAMS if Path(f"/proc/{cloud.pid(program)}").exists()]
