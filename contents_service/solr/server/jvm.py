"""Command lines and environments for the Java programs in Solr's jars."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from msgspec import Struct

from contents_service.processes.child import Program
from contents_service.solr.server.class_archive import archive_options
from contents_service.solr.server.jars import JarCache, Progress, fetch_jars, read_lock
from contents_service.solr.server.java import Java, find_java
from contents_service.solr.server.solr_home import SOLR_FILES

READY_TIMEOUT_S = 120.0
"""Seconds to wait for a program to answer: usually 3, more after a crash, when Solr replays its update log first."""
STOP_TIMEOUT_S = 20.0
"""Seconds to wait for a program to end: usually 1, in which Solr commits and closes the index."""
COMPILER_OPTIONS = (
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4MinInvocationThreshold=10000",
    "-XX:Tier4CompileThreshold=150000",
    "-XX:Tier4BackEdgeThreshold=400000",
)
"""Options that start Java's second compiler ten times later than by default. On two cores it took two thirds of Solr's
processor time in the first minutes, and later searches and readings are no slower with these options."""


class Jvm(Struct, frozen=True):
    """A Java and the jars that it runs."""

    java: Java
    jars: Sequence[Path]

    @classmethod
    def find(cls, cache: JarCache, on_progress: Progress) -> Self:
        """Return the Java of this machine with the locked jars, and download those that are missing."""
        java = find_java()
        return cls(java, fetch_jars(cache, read_lock(SOLR_FILES / "jars.lock"), on_progress))

    @property
    def environment(self) -> dict[str, str]:
        """The environment with the class path, which as an argument would clutter every process list."""
        return {**os.environ, "CLASSPATH": os.pathsep.join(map(str, self.jars))}

    @property
    def _archives(self) -> Path:
        return self.jars[0].parent.with_name("class-archives") if self.jars else Path()

    def command(self, *arguments: str | Path, memory: str, logs: Path, scratch: Path) -> Sequence[str | Path]:
        """Return the command for a Java class; the arguments are its options, its name and its own arguments."""
        return (
            self.java.path,
            *self.java.options,
            f"-Xmx{memory}",
            *COMPILER_OPTIONS,
            *archive_options(self._archives, _main_class(arguments), self.java, self.jars),
            "-XX:+ExitOnOutOfMemoryError",  # the supervisor restarts it; otherwise it would hang
            "-XX:+PerfDisableSharedMem",
            "-Djava.awt.headless=true",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            f"-Djava.io.tmpdir={scratch}",
            f"-Dlog4j2.configurationFile={SOLR_FILES / 'log4j2.xml'}",
            f"-Dsolr.log.dir={logs}",
            *arguments,
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
        """Return a command as a program to keep running; it inherits the lock, and holds it until it ends."""
        logs.mkdir(parents=True, exist_ok=True)
        return Program(
            name=name,
            command=command,
            environment=self.environment,
            output_file=logs / f"{name}-console.log",
            keep_open=(lock,),
            is_ready=is_ready,
            ready_timeout_s=READY_TIMEOUT_S,
            needs_restart=needs_restart,
            stop_timeout_s=STOP_TIMEOUT_S,
        )


def _main_class(arguments: Sequence[str | Path]) -> str:
    """Return the class that the arguments run: the first that is not an option."""
    return next((str(argument) for argument in arguments if not str(argument).startswith("-")), "")
