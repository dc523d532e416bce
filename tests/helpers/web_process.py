"""A web process on its own, run by gunicorn, and a client that sends raw bytes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person
from contents_service.processes.port import free_port
from helpers.polling import poll_until

THREADS = 4


@dataclass(frozen=True)
class WebProcess:
    """One web process with few threads, and the token of a person."""

    port: int
    home: Path
    log: Path
    token: str
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_alive(self) -> bool:
        try:
            return requests.get(f"{self.url}/livez", timeout=5).ok
        except requests.RequestException:
            return False

    def connect(self, sent: bytes) -> socket.socket:
        """Open a connection and send these bytes."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=90)
        connection.sendall(sent)
        return connection

    def exchange(self, sent: bytes) -> bytes:
        """Send these bytes and nothing more, and return the whole response."""
        with self.connect(sent) as connection:
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65_536), b""))

    def head(self, line: str, **headers: object) -> bytes:
        """Return a request line and headers, with the person's token."""
        fields = {"Host": f"127.0.0.1:{self.port}", "Authorization": f"Bearer {self.token}", **headers}
        lines = [f"{line} HTTP/1.1", *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    def files(self) -> list[str]:
        return sorted(file.name for file in self.home.rglob("*") if file.is_file())


@contextmanager
def web_process(data: Path, solr_url: str) -> Iterator[WebProcess]:
    """Run a web process until the end of the block."""
    port, admin, log = free_port("127.0.0.1", 0), free_port("127.0.0.1", 0), data / "web.log"
    environment = {
        **os.environ,
        "CONTENTS_DEV": "1",
        "CONTENTS_DATA": str(data),
        "CONTENTS_HOME": str(data / "home"),
        "CONTENTS_BIND": f"127.0.0.1:{port}",
        "CONTENTS_ADMIN_BIND": f"127.0.0.1:{admin}",
        "CONTENTS_WEB_WORKERS": "1",
        "CONTENTS_WEB_THREADS": str(THREADS),
        "SOLR_URL": solr_url,
    }
    command = [sys.executable, "-m", "contents_service", "web"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
    token = DevelopmentSigner(data / "keys").token(Person("eric"))
    web = WebProcess(port, data / "home", log, token, process)
    try:
        poll_until(web.is_alive, "the web process answers")
        yield web
    finally:
        process.terminate()
        process.wait(60)
