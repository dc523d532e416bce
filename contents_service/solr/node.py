"""One Solr node on this machine, run from its jars: started, known to answer, and stopped."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import requests

from contents_service.errors import ContentsError
from contents_service.processes import child
from contents_service.processes.child import Program
from contents_service.processes.port import free_port
from contents_service.solr.home import CORE, RECIPE, USER, SolrHome
from contents_service.solr.jars import JarCache, Progress, fetch_jars, read_lock
from contents_service.solr.java import Java, find_java

READY_WITHIN_S = 120.0  # 3 s as a rule; after a crash the update log is replayed first
ENDS_WITHIN_S = 20.0  # it commits and closes the index, 1 s as a rule
LOOK_EVERY_S = 0.1
ANSWERS_WITHIN_S = 5.0
LOOPBACK = "127.0.0.1"
LOG_REPLAYED = 3  # the ordinal of UpdateLog.State.ACTIVE


class CannotStartSolr(ContentsError):
    """Solr was started and does not answer."""


def _nobody(_done: int, _of: int) -> None:
    """Take a report that nobody wants."""


class SolrNode:
    """A Solr with the core `contents`, whose index stays in a data folder.

    It listens on loopback only, on a free port unless one is given, and lets in only who has the password that is in
    `url`.
    """

    def __init__(self, data: Path, port: int | None = None, memory: str = "512m", *, jars: JarCache) -> None:
        self.data = data.absolute()
        self.logs = self.data / "logs"
        self._solr = SolrHome(self.data / "solr")
        self._jars = jars
        self._memory = memory
        self._wished_port = port
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Solr's address, with user and password; its core is below it."""
        return f"http://{USER}:{self._solr.password}@{LOOPBACK}:{self._port}/solr"

    def program(self, on_progress: Progress = _nobody) -> Program:
        """Make all ready for Solr to start (jars, Java, folder, port), and give what starts it."""
        java = find_java()
        jars = fetch_jars(self._jars, read_lock(RECIPE / "jars.lock"), on_progress)
        self._port = free_port(LOOPBACK, self._wished_port)
        self._solr.prepare()
        self.logs.mkdir(parents=True, exist_ok=True)
        return Program(
            name="solr",
            command=self._command(java),
            environment={**os.environ, "CLASSPATH": os.pathsep.join(map(str, jars))},
            output=self.logs / "solr-console.log",
            keep_open=(self._solr.lock,),
            ready=self.answers,
            ready_within_s=READY_WITHIN_S,
            ends_within_s=ENDS_WITHIN_S,
        )

    def start(self, on_progress: Progress = _nobody) -> Self:
        """Start Solr as a child of this process, and wait until it answers."""
        program = self.program(on_progress)
        self._process = child.start(program)
        try:
            self._wait(self._process)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """End Solr, and let others have its folder."""
        if self._process is not None:
            child.end(self._process, ENDS_WITHIN_S)
            self._process = None
        self._solr.release()

    @property
    def pid(self) -> int | None:
        """The id of the process that `start` started."""
        return self._process.pid if self._process is not None else None

    def alive(self) -> bool:
        """Whether the process that `start` started runs."""
        return self._process is not None and self._process.poll() is None

    def answers(self) -> bool:
        """Whether it answers a query over all that it was told before.

        After a crash a node answers pings, and queries too, before it has replayed its update log.
        """
        try:
            return self._finds_all() and self._has_replayed_its_log()
        except (requests.RequestException, ValueError, KeyError):
            return False

    def _finds_all(self) -> bool:
        found = self._get(f"{CORE}/select", q="*:*", rows="0")
        return bool(found["responseHeader"]["status"] == 0)

    def _has_replayed_its_log(self) -> bool:
        key = f"solr.core.{CORE}:TLOG.state"
        return bool(self._get("admin/metrics", key=key)["metrics"][key] == LOG_REPLAYED)

    def _get(self, path: str, **parameters: str) -> dict[str, dict[str, object]]:
        with requests.Session() as session:
            session.trust_env = False  # a proxy has no business with loopback
            answer = session.get(
                f"http://{LOOPBACK}:{self._port}/solr/{path}",
                params={**parameters, "wt": "json"},
                auth=(USER, self._solr.password),
                timeout=ANSWERS_WITHIN_S,
            )
        answer.raise_for_status()
        value: dict[str, dict[str, object]] = answer.json()
        return value

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + READY_WITHIN_S
        while not self.answers():
            if process.poll() is not None:
                raise CannotStartSolr(f"Solr ended as it started (status {process.returncode}). {self._last_words()}")
            if time.monotonic() > deadline:
                raise CannotStartSolr(f"Solr did not answer within {READY_WITHIN_S:.0f} s. {self._last_words()}")
            time.sleep(LOOK_EVERY_S)

    def _last_words(self) -> str:
        """What it said last, and where the rest stands."""
        printed = (self.logs / "solr-console.log").read_text(encoding="utf-8", errors="replace").strip()
        return f"Its log is in {self.logs}." + (f" It printed last: {printed[-400:]}" if printed else "")

    def _command(self, java: Java) -> Sequence[str | Path]:
        home = self._solr.home
        return (
            java.path,
            *java.options,
            f"-Xmx{self._memory}",
            "-XX:+ExitOnOutOfMemoryError",  # whoever supervises it starts it again; a half-dead one would only hang
            "-XX:+PerfDisableSharedMem",
            "-Djava.awt.headless=true",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            f"-Djava.io.tmpdir={self._solr.folder}",
            f"-Dlog4j2.configurationFile={RECIPE / 'log4j2.xml'}",
            f"-Dsolr.log.dir={self.logs}",
            f"-Dsolr.port={self._port}",
            f"-Dsolr.solr.home={home}",
            f"-Dsolr.install.dir={self._solr.folder}",
            "-Ddisable.configEdit=true",
            "org.eclipse.jetty.xml.XmlConfiguration",
            RECIPE / "jetty.xml",
        )
