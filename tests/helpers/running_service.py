"""The whole service as its operator runs it: `contents serve --dev`, whose programs a test may kill."""

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

from contents_service.commands.client import Client, Json
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person
from contents_service.processes.port import free_port
from helpers.polling import poll_until

UP_WITHIN_S = 90.0
READ_WITHIN_S = 60.0
LOOK_EVERY_S = 0.1


@dataclass
class RunningService:
    """A running service, its log, and a client for one person."""

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
        """The lines of the log about one event."""
        whole_lines = self.log.read_text(encoding="utf-8").rpartition("\n")[0]  # without one that is being written
        lines = [line for line in whole_lines.splitlines() if line.startswith("{")]
        return [said for line in lines if (said := json.loads(line)).get("event") == event]

    def pid(self, program: str) -> int:
        """The process that a program is just now."""
        started = [said for said in self.events("started") if said["program"].startswith(program)]
        return int(started[-1]["pid"])

    def kill(self, program: str) -> None:
        """End one program as the kernel does when memory is out: at once."""
        os.kill(self.pid(program), signal.SIGKILL)

    def wait_until_up(self) -> None:
        poll_until(self._ready, "the service is ready", within_s=UP_WITHIN_S)

    def _ready(self) -> bool:
        assert self.process.poll() is None, self.log.read_text(encoding="utf-8")[-2000:]
        try:
            return requests.get(f"{self.url}/readyz", timeout=5).ok
        except requests.RequestException:
            return False

    def read_document(self, client: Client, document: str) -> Json:
        """A document once its reading has ended, whatever happens to the service meanwhile."""
        found: Json = {}

        def ended() -> bool:
            nonlocal found
            try:
                found = client.call("GET", f"/documents/{document}")
            except Exception:  # noqa: BLE001  # while a program is down the service may say so, or nothing at all
                return False
            return bool(found["state"] != "reading")

        poll_until(ended, "its reading ends", within_s=READ_WITHIN_S)
        return found


@contextmanager
def running_service(data: Path, **settings: str) -> Iterator[RunningService]:
    """Start it, with some settings, wait until it is ready, and end it in order."""
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
        service.wait_until_up()
        yield service
    finally:
        process.terminate()
        process.wait(60)
