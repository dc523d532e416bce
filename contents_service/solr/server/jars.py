"""The jars that make Solr: exactly those of `jars.lock`, fetched once and checked before every start."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import requests
from jgo.constants import default_maven_repo
from jgo.maven import MavenContext
from msgspec import Struct

from contents_service.errors import ContentsError
from contents_service.settings import Settings

AT_ONCE = 8  # most jars are small, so that fetching is waiting; more at once were not quicker
ATTEMPTS = 3
ANSWERS_WITHIN_S = 30

Progress = Callable[[int, int], None]
"""Told how many of how many jars are there."""


class JarsMissing(ContentsError):
    """The jars that make Solr are not all there, and could not be fetched."""


class Jar(Struct, frozen=True, kw_only=True):
    """One line of the lock: `group:name:jar[:classifier]:version sha256:digest`."""

    group: str
    name: str
    classifier: str
    version: str
    sha256: str

    @property
    def filename(self) -> str:
        """Its file's name, as Maven gives it."""
        return "-".join(filter(None, (self.name, self.version, self.classifier))) + ".jar"

    @property
    def folder(self) -> Path:
        """Its folder in any Maven repository."""
        return Path(*self.group.split("."), self.name, self.version)


def read_lock(lock: Path) -> tuple[Jar, ...]:
    """The jars that a lock names, in its order, which is that of the class path."""
    return tuple(_jar(line) for line in lock.read_text(encoding="utf-8").splitlines() if line.strip())


def _jar(line: str) -> Jar:
    coordinates, _, digest = line.partition(" sha256:")
    group, name, _, *classifier, version = coordinates.split(":")
    return Jar(group=group, name=name, classifier="".join(classifier), version=version, sha256=digest.strip())


class JarCache(Struct, frozen=True, kw_only=True):
    """Where jars are kept, and whence those come that are not there."""

    folder: Path
    local: Path
    """A Maven repository on this machine, asked before the network and believed only if the digest agrees."""
    mirror: str | None = None
    """The address of a Maven repository to ask in place of Maven Central."""

    @classmethod
    def of(cls, settings: Settings) -> JarCache:
        """The one that is set: of this person, for all their data folders, unless another was said."""
        return cls(folder=settings.cache / "jars", local=default_maven_repo(), mirror=settings.maven_mirror)


def fetch_jars(cache: JarCache, jars: Sequence[Jar], on_progress: Progress) -> tuple[Path, ...]:
    """See that all these jars are in the cache, byte for byte as locked, and give their paths in order.

    What is there already stays, so that a fetch that was cut off goes on where it was.
    """
    cache.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for done, _ in enumerate(pool.map(partial(_settle, cache), jars), start=1):
                on_progress(done, len(jars))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return tuple(cache.folder / jar.filename for jar in jars)


def _settle(cache: JarCache, jar: Jar) -> None:
    """Put one jar in its place; it appears there whole and checked, or not at all."""
    place = cache.folder / jar.filename
    if _is(jar, place):
        return
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=cache.folder) as scratch:
        at_hand = cache.local / jar.folder / jar.filename
        if _is(jar, at_hand):
            got = Path(shutil.copyfile(at_hand, Path(scratch) / jar.filename))
        else:
            got = _download(jar, cache.mirror, Path(scratch))
        if not _is(jar, got):
            raise JarsMissing(
                f"{jar.filename} came with other bytes than jars.lock asks for, and was thrown away. If a mirror or a "
                "proxy stands between, it changes what it hands on; otherwise try again."
            )
        got.replace(place)


def _download(jar: Jar, mirror: str | None, scratch: Path) -> Path:
    """Fetch this one jar: its version is given, so that nothing is resolved and nothing else is fetched."""
    remotes = {"mirror": mirror} if mirror else None  # None is Maven Central
    for attempt in range(1, ATTEMPTS + 1):
        context = MavenContext(repo_cache=scratch / str(attempt), remote_repos=remotes, timeout=ANSWERS_WITHIN_S)
        component = context.project(jar.group, jar.name).at_version(jar.version)
        try:
            return component.artifact(classifier=jar.classifier, packaging="jar").resolve()
        except (requests.RequestException, RuntimeError, OSError) as problem:
            last = problem
    raise JarsMissing(
        f"{jar.filename} could not be fetched ({type(last).__name__}). Starting Solr for the first time takes Maven "
        "Central or a mirror (CONTENTS_MAVEN_MIRROR): see that this machine reaches it, and start again; what has come "
        "is kept."
    ) from last


def _is(jar: Jar, path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except FileNotFoundError:
        return False
