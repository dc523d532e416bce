"""One Solr node on this machine, run from its jars: started, known to answer, and stopped."""

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
from contents_service.solr.server.jvm import ENDS_WITHIN_S, READY_WITHIN_S, Jvm
from contents_service.solr.server.solr_home import CORE, FORMER, NEXT, SOLR_FILES, SolrHome

LOOK_EVERY_S = 0.1
ROOM_BYTES = 50_000_000  # without some room on the disk it would only die again as it starts
MAKES_CORE_WITHIN_S = 60.0  # 1 s as a rule


class CannotStartSolr(ContentsError):
    """Solr was started and does not answer."""


def ignore_progress(_done: int, _of: int) -> None:
    """Take a report that nobody wants."""


def node_arguments(port: int, home: Path, *options: str) -> Sequence[str | Path]:
    """What makes a Java a Solr node: its port, the folder of its cores, and more options where it has any."""
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
    """The address of the Solr that a running service has over a data folder, with user and password; None without."""
    home = SolrHome(data.absolute() / "solr")
    port = home.port_in_use()
    return None if port is None else AdminClient(port, home.password).url


def has_other_schema(data: Path) -> bool:
    """Whether a data folder has an index whose schema is not this version's."""
    return SolrHome(data.absolute() / "solr").needs_migration()


@contextmanager
def next_core(data: Path) -> Iterator[None]:
    """A core of this version's schema beside that of an older version which serves a data folder: ours to fill."""
    home = SolrHome(data.absolute() / "solr")
    with home.lock_for_upgrade():
        port = home.port_in_use()
        if port is not None:
            _make_next(home, AdminClient(port, home.password))
        yield


def _make_next(home: SolrHome, admin: AdminClient) -> None:
    try:
        runs = bool(admin.get("admin/cores", action="STATUS", core=NEXT)["status"][NEXT])
        if runs and home.has_filled_next():
            return
        if runs:  # of yet another version
            admin.get("admin/cores", action="UNLOAD", core=NEXT, deleteInstanceDir="true")
        _make_core(home, admin, NEXT)
    except requests.RequestException as problem:
        raise CannotStartSolr(f"Solr did not make the core {NEXT} ({type(problem).__name__}). Try again.") from problem


def _make_core(home: SolrHome, admin: AdminClient, name: str) -> None:
    home.prepare_core(name)
    admin.get("admin/cores", within_s=MAKES_CORE_WITHIN_S, action="CREATE", name=name, instanceDir=name)


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
        self._requested_port = port
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Solr's address, with user and password; its core is below it."""
        return self._admin.url

    @property
    def _admin(self) -> AdminClient:
        return AdminClient(self._port, self._solr.password)

    def program(self, on_progress: Progress = ignore_progress) -> Program:
        """Make all ready for Solr to start (jars, Java, folder, port), and give what starts it."""
        jvm = Jvm.found(self._jars, on_progress)
        self._port = free_port(LOOPBACK, self._requested_port)
        self._solr.prepare()
        self._solr.note_port(self._port)
        words = node_arguments(self._port, self._solr.home)
        command = jvm.command(*words, memory=self._memory, logs=self.logs, scratch=self._solr.folder)
        return jvm.program(
            "solr", command, self.logs, lock=self._solr.lock, is_ready=self.answers, needs_restart=self.has_stopped_writing
        )

    def start(self, on_progress: Progress = ignore_progress) -> Self:
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
            child.stop(self._process, ENDS_WITHIN_S)
            self._process = None
        self._solr.release()

    def needs_migration(self) -> bool:
        """Whether there is an index of another schema: once it is started, the core `contents-former`."""
        return self._solr.needs_migration()

    def create_core(self, name: str) -> None:
        """Make another core of our schema, beside `contents`."""
        _make_core(self._solr, self._admin, name)

    def delete_former(self) -> None:
        """Delete that index, once all that it holds was brought over."""
        self._admin.get("admin/cores", action="UNLOAD", core=FORMER)
        self._solr.delete_former()

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
            return all(self._answers_queries(core) and self._has_replayed_log(core) for core in self._cores)
        except (requests.RequestException, ValueError, KeyError):
            return False

    def has_stopped_writing(self) -> bool:
        """Whether it has closed its index to writing, and could open it again if it were started anew.

        It does so for good when a disk is full, whatever room there is later: searches go on, all else fails.
        """
        if shutil.disk_usage(self._solr.folder).free < ROOM_BYTES:
            return False
        try:
            self._admin.get(f"{CORE}/update", commit="true", softCommit="true")
        except requests.HTTPError as refusal:
            return refusal.response.status_code == 500
        except requests.RequestException:  # it is busy, or about to end
            return False
        return False

    @property
    def _cores(self) -> Sequence[str]:
        return (CORE, FORMER) if self._solr.former.exists() else (CORE,)

    def _answers_queries(self, core: str) -> bool:
        found = self._admin.get(f"{core}/select", q="*:*", rows="0")
        return bool(found["responseHeader"]["status"] == 0)

    def _has_replayed_log(self, core: str) -> bool:
        key = state_of_log(core)
        return bool(self._admin.get("admin/metrics", key=key)["metrics"][key] == LOG_REPLAYED)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + READY_WITHIN_S
        while not self.answers():
            if process.poll() is not None:
                raise CannotStartSolr(f"Solr ended as it started (status {process.returncode}). {self._last_output()}")
            if time.monotonic() > deadline:
                raise CannotStartSolr(f"Solr did not answer within {READY_WITHIN_S:.0f} s. {self._last_output()}")
            time.sleep(LOOK_EVERY_S)

    def _last_output(self) -> str:
        """What it said last, and where the rest stands."""
        printed = (self.logs / "solr-console.log").read_text(encoding="utf-8", errors="replace").strip()
        return f"Its log is in {self.logs}." + (f" It printed last: {printed[-400:]}" if printed else "")
