"""A whole service for one benchmark: Solr, a reader and web, on free ports with a temporary data folder."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

from contents_service.errors import Unavailable
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.model import Person, Principal
from contents_service.processes import child
from contents_service.processes.child import Program
from contents_service.processes.port import free_port
from contents_service.settings import settings_from
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode

READY_TIMEOUT_S = 60.0
LOOPBACK = "127.0.0.1"
PERSON = "bench"


@dataclass(frozen=True)
class RunningService:
    """The URLs of the service and its Solr, the key that signs its tokens, and the person's Home Folder."""

    url: str
    solr_url: str
    key: DevelopmentSigner
    home: Path

    @property
    def token(self) -> str:
        """A token for the person."""
        return self.token_for(Person(PERSON))

    def token_for(self, principal: Principal) -> str:
        """Return a token for a principal."""
        return self.key.token(principal)


@contextmanager
def running_service() -> Iterator[RunningService]:
    """Start the service, wait until it is ready, and stop it after the block."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="contents-bench-")))
        solr = SolrNode(data, jars=JarCache.of(settings_from()))
        stack.callback(solr.stop)
        solr.start()
        port = free_port(LOOPBACK, 0)
        url = f"http://{LOOPBACK}:{port}"
        environment = {
            **os.environ,
            "SOLR_URL": solr.url,
            "CONTENTS_DATA": str(data),
            "CONTENTS_HOME": str(data / "home"),
            "CONTENTS_BIND": f"{LOOPBACK}:{port}",
            "CONTENTS_ADMIN_BIND": f"{LOOPBACK}:{free_port(LOOPBACK, 0)}",
            "CONTENTS_DEV": "1",
            "CONTENTS_LOG_LEVEL": "WARNING",
        }
        for name in ("reader", "web"):
            program = Program(
                name=name, command=(sys.executable, "-m", "contents_service", name), environment=environment
            )
            process = child.start(program)
            stack.callback(child.stop, process, program.stop_timeout_s)
        _wait_until_ready(url)
        yield RunningService(url, solr.url, DevelopmentSigner(data / "keys"), data / "home" / PERSON)


def _wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + READY_TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            if requests.get(f"{url}/readyz", timeout=2).ok:
                return
        except requests.RequestException:
            pass
        time.sleep(0.2)
    raise Unavailable(f"The service was not ready within {READY_TIMEOUT_S:.0f} s.")
