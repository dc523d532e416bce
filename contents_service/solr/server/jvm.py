"""The Java programs that Solr's jars hold: how one of them is started."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from msgspec import Struct

from contents_service.processes.child import Program
from contents_service.solr.server.jars import JarCache, Progress, fetch_jars, read_lock
from contents_service.solr.server.java import Java, find_java
from contents_service.solr.server.solr_home import SOLR_FILES

READY_WITHIN_S = 120.0  # 3 s as a rule; after a crash the update log is replayed first
ENDS_WITHIN_S = 20.0  # it commits and closes the index, 1 s as a rule
COMPILED_LATER = (
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4MinInvocationThreshold=10000",
    "-XX:Tier4CompileThreshold=150000",
    "-XX:Tier4BackEdgeThreshold=400000",
)
"""Java's second compiler takes up code ten times as late as by default. On two cores it took two thirds of Solr's
processor time for the first minutes, from readings and searches; these are no slower for it later."""


class Jvm(Struct, frozen=True):
    """A Java, and the jars that it runs."""

    java: Java
    jars: Sequence[Path]

    @classmethod
    def found(cls, cache: JarCache, on_progress: Progress) -> Self:
        """The Java of this machine, and the jars of the lock, fetched where they are not there."""
        java = find_java()
        return cls(java, fetch_jars(cache, read_lock(SOLR_FILES / "jars.lock"), on_progress))

    @property
    def environment(self) -> dict[str, str]:
        """What it finds the jars by: as an argument they would fill a screen of every list of processes."""
        return {**os.environ, "CLASSPATH": os.pathsep.join(map(str, self.jars))}

    def command(self, *words: str | Path, memory: str, logs: Path, scratch: Path) -> Sequence[str | Path]:
        """What runs a class, named by the words with its own options and arguments."""
        return (
            self.java.path,
            *self.java.options,
            f"-Xmx{memory}",
            *COMPILED_LATER,
            "-XX:+ExitOnOutOfMemoryError",  # whoever supervises it starts it again; a half-dead one would only hang
            "-XX:+PerfDisableSharedMem",
            "-Djava.awt.headless=true",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            f"-Djava.io.tmpdir={scratch}",
            f"-Dlog4j2.configurationFile={RECIPE / 'log4j2.xml'}",
            f"-Dsolr.log.dir={logs}",
            *words,
        )

    def program(
        self,
        name: str,
        command: Sequence[str | Path],
        logs: Path,
        *,
        lock: int,
        is_ready: Callable[[], bool],
        needs_restart: Callable[[], bool] = lambda: False,
    ) -> Program:
        """A command as a program that is kept running; while it lives, it holds on to the lock."""
        logs.mkdir(parents=True, exist_ok=True)
        return Program(
            name=name,
            command=command,
            environment=self.environment,
            output_file=logs / f"{name}-console.log",
            keep_open=(lock,),
            is_ready=is_ready,
            ready_timeout_s=READY_WITHIN_S,
            needs_restart=needs_restart,
            stop_timeout_s=ENDS_WITHIN_S,
        )
