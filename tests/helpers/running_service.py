"""The whole service as an operator runs it, `contents serve --dev`; tests may kill its processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

from contents_service.commands.support.client import Client, Json
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person
from contents_service.processes.port import free_port
from helpers.polling import poll_until

START_TIMEOUT_S = 300.0
READING_TIMEOUT_S = 300.0


@dataclass
class RunningService:
    """A running service, its data folder and its log."""

    process: subprocess.Popen[bytes]
    data: Path
    url: str
    log: Path

    def client(self, app: str, person: str = "eric") -> Client:
        return Client(self.url, app, DevelopmentSigner(self.data / "keys").token(Person(person)))

    def write(self, path: str, content: str | bytes) -> None:
        file = self.data / "home" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def events(self, event: str) -> list[Json]:
        """Return the log lines of one event."""
        whole_lines = self.log.read_text(encoding="utf-8").rpartition("\n")[0]  # the last may still be being written
        lines = [line for line in whole_lines.splitlines() if line.startswith("{")]
        return [entry for line in lines if (entry := json.loads(line)).get("event") == event]

    def pid(self, program: str) -> int:
        """Return the process id that a program has at the moment."""
        started = [entry for entry in self.events("started") if entry["program"].startswith(program)]
        return int(started[-1]["pid"])

    def kill(self, program: str) -> None:
        """Kill one program at once, as the kernel does when memory runs out."""
        os.kill(self.pid(program), signal.SIGKILL)

    def wait_until_ready(self) -> None:
        poll_until(self._is_ready, "the service is ready", within_s=START_TIMEOUT_S)

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, self.log.read_text(encoding="utf-8")[-2000:]
        try:
            return requests.get(f"{self.url}/readyz", timeout=5).ok
        except requests.RequestException:
            return False

    def read_document(self, client: Client, document: str) -> Json:
        """Return a document once its reading has ended, even if the service fails meanwhile."""
        current: Json = {}

        def has_ended() -> bool:
            nonlocal current
            try:
                current = client.call("GET", f"/documents/{document}")
            except Exception:  # noqa: BLE001  # while a program is down the service may say so, or nothing at all
                return False
            return bool(current["state"] != "reading")

        poll_until(has_ended, "its reading ends", within_s=READING_TIMEOUT_S)
        return current


@contextmanager
def running_service(data: Path, **settings: str) -> Iterator[RunningService]:
    """Run the service with these settings; it is ready when the block begins and stopped when it ends."""
    port, admin = free_port("127.0.0.1", 0), free_port("127.0.0.1", 0)
    url = f"http://127.0.0.1:{port}"
    log = data / "serve.log"
    environment = {
        **os.environ,
        "CONTENTS_LEASE_S": "3",
        "CONTENTS_LOG_LEVEL": "INFO",
        "CONTENTS_DATA": str(data),
        "CONTENTS_HOME": str(data / "home"),
        **settings,
    }
    command = [sys.executable, "-m", "contents_service", "serve", "--dev"]
    command += ["--bind", f"127.0.0.1:{port}", "--admin-bind", f"127.0.0.1:{admin}"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
    service = RunningService(process, data, url, log)
    try:
        service.wait_until_ready()
        yield service
    finally:
        process.terminate()
        process.wait(60)
