"""One Solr node on this machine: starting it from its jars, checking that it answers, and stopping it."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import requests

from contents_service.errors import ContentsError
from contents_service.processes import child
from contents_service.processes.child import Program
from contents_service.processes.port import free_port
from contents_service.solr.connection import LOG_REPLAYED, state_of_log
from contents_service.solr.server.admin import LOOPBACK, AdminClient
from contents_service.solr.server.jars import JarCache, Progress
from contents_service.solr.server.jvm import READY_TIMEOUT_S, STOP_TIMEOUT_S, Jvm
from contents_service.solr.server.solr_home import CORE, FORMER, NEXT, SOLR_FILES, SolrHome

POLL_S = 0.1
MIN_FREE_BYTES = 50_000_000
"""Free disk space, in bytes, without which a restarted Solr would stop again."""
CREATE_CORE_TIMEOUT_S = 60.0
"""Seconds to wait for a new core; usually it takes 1."""


class CannotStartSolr(ContentsError):
    """Solr was started but does not answer."""


def ignore_progress(_done: int, _of: int) -> None:
    """Ignore a progress report."""


def node_arguments(port: int, home: Path, *options: str) -> Sequence[str | Path]:
    """Return the Java arguments for a Solr node: its port, the folder of its cores, and more options."""
    return (
        f"-Dsolr.port={port}",
        f"-Dsolr.solr.home={home}",
        f"-Dsolr.install.dir={home.parent}",
        "-Ddisable.configEdit=true",
        *options,
        "org.eclipse.jetty.xml.XmlConfiguration",
        SOLR_FILES / "jetty.xml",
    )


def running_solr_url(data: Path) -> str | None:
    """Return the URL, with user and password, of the Solr that runs over a data folder, or None if none does."""
    home = SolrHome(data.absolute() / "solr")
    port = home.port_in_use()
    return None if port is None else AdminClient(port, home.password).url


def has_other_schema(data: Path) -> bool:
    """Whether a data folder has an index with a schema other than this version's."""
    return SolrHome(data.absolute() / "solr").needs_migration()


@contextmanager
def next_core(data: Path) -> Iterator[None]:
    """Create a core with this version's schema next to the one that an older version serves, locked for us to fill."""
    home = SolrHome(data.absolute() / "solr")
    with home.lock_for_upgrade():
        port = home.port_in_use()
        if port is not None:
            _create_next_core(home, AdminClient(port, home.password))
        yield


def _create_next_core(home: SolrHome, admin: AdminClient) -> None:
    try:
        is_loaded = bool(admin.get("admin/cores", action="STATUS", core=NEXT)["status"][NEXT])
        if is_loaded and home.has_next_core():
            return
        if is_loaded:  # it was made by a third version
            admin.get("admin/cores", action="UNLOAD", core=NEXT, deleteInstanceDir="true")
        _create_core(home, admin, NEXT)
    except requests.RequestException as problem:
        raise CannotStartSolr(
            f"Solr could not create the core {NEXT} ({type(problem).__name__}). Try again."
        ) from problem


def _create_core(home: SolrHome, admin: AdminClient, name: str) -> None:
    home.prepare_core(name)
    admin.get("admin/cores", timeout_s=CREATE_CORE_TIMEOUT_S, action="CREATE", name=name, instanceDir=name)


class SolrNode:
    """A Solr with the core `contents`, whose index is in a data folder.

    It listens on loopback only, on a free port unless one is given, and requires the password that is in `url`.
    """

    def __init__(self, data: Path, port: int | None = None, memory: str = "512m", *, jars: JarCache) -> None:
        self.data = data.absolute()
        self.logs = self.data / "logs"
        self._solr = SolrHome(self.data / "solr")
        self._jars = jars
        self._memory = memory
        self._requested_port = port
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Solr's URL with user and password; its cores are below it."""
        return self._admin.url

    @property
    def _admin(self) -> AdminClient:
        return AdminClient(self._port, self._solr.password)

    def program(self, on_progress: Progress = ignore_progress) -> Program:
        """Prepare jars, Java, folder and port, and return the program that starts Solr."""
        jvm = Jvm.find(self._jars, on_progress)
        self._port = free_port(LOOPBACK, self._requested_port)
        self._solr.prepare()
        self._solr.write_port(self._port)
        arguments = node_arguments(self._port, self._solr.home)
        command = jvm.command(*arguments, memory=self._memory, logs=self.logs, scratch=self._solr.folder)
        return jvm.program(
            "solr",
            command,
            self.logs,
            lock=self._solr.lock,
            is_ready=self.is_ready,
            needs_restart=self.has_stopped_writing,
        )

    def start(self, on_progress: Progress = ignore_progress) -> Self:
        """Start Solr as a child of this process, and wait until it answers."""
        program = self.program(on_progress)
        self._process = child.start(program)
        try:
            self._wait_until_ready(self._process)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Stop Solr and unlock its folder."""
        if self._process is not None:
            child.stop(self._process, STOP_TIMEOUT_S)
            self._process = None
        self._solr.release()

    def needs_migration(self) -> bool:
        """Whether there is an index with another schema, which becomes the core `contents-former` at the start."""
        return self._solr.needs_migration()

    def create_core(self, name: str) -> None:
        """Create another core with our schema."""
        _create_core(self._solr, self._admin, name)

    def delete_former(self) -> None:
        """Delete the core `contents-former` after its index was copied."""
        self._admin.get("admin/cores", action="UNLOAD", core=FORMER)
        self._solr.delete_former()

    @property
    def pid(self) -> int | None:
        """The process id of Solr if `start` has started it."""
        return self._process.pid if self._process is not None else None

    def is_running(self) -> bool:
        """Whether the Solr that `start` has started still runs."""
        return self._process is not None and self._process.poll() is None

    def is_ready(self) -> bool:
        """Whether Solr answers queries and has all acknowledged updates.

        After a crash it answers pings and queries before it has replayed its update log.
        """
        try:
            return all(self._answers_queries(core) and self._has_replayed_log(core) for core in self._cores)
        except (requests.RequestException, ValueError, KeyError):
            return False

    def has_stopped_writing(self) -> bool:
        """Whether Solr has stopped accepting writes but would accept them after a restart.

        When the disk is full it stops for good, even if there is space later: searches go on, everything else fails.
        """
        if shutil.disk_usage(self._solr.folder).free < MIN_FREE_BYTES:
            return False
        try:
            self._admin.get(f"{CORE}/update", commit="true", softCommit="true")
        except requests.HTTPError as refusal:
            return refusal.response.status_code == 500
        except requests.RequestException:  # it is busy or about to end
            return False
        return False

    @property
    def _cores(self) -> Sequence[str]:
        return (CORE, FORMER) if self._solr.former.exists() else (CORE,)

    def _answers_queries(self, core: str) -> bool:
        answer = self._admin.get(f"{core}/select", q="*:*", rows="0")
        return bool(answer["responseHeader"]["status"] == 0)

    def _has_replayed_log(self, core: str) -> bool:
        key = state_of_log(core)
        return bool(self._admin.get("admin/metrics", key=key)["metrics"][key] == LOG_REPLAYED)

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + READY_TIMEOUT_S
        while not self.is_ready():
            if process.poll() is not None:
                raise CannotStartSolr(
                    f"Solr ended during its start (status {process.returncode}). {self._last_output()}"
                )
            if time.monotonic() > deadline:
                raise CannotStartSolr(f"Solr did not answer within {READY_TIMEOUT_S:.0f} s. {self._last_output()}")
            time.sleep(POLL_S)

    def _last_output(self) -> str:
        """Return the end of Solr's output and the folder of its log."""
        output = (self.logs / "solr-console.log").read_text(encoding="utf-8", errors="replace").strip()
        return f"Its log is in {self.logs}." + (f" Its last output: {output[-400:]}" if output else "")
