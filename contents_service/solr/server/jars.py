"""The jars of Solr that `jars.lock` lists, downloaded once and checked before every start."""

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

PARALLEL_DOWNLOADS = 8
"""Downloads at the same time; more were not faster."""
ATTEMPTS = 3
TIMEOUT_S = 30

Progress = Callable[[int, int], None]
"""A function that is called with the number of jars done and the number of all jars."""


class JarsMissing(ContentsError):
    """Some of Solr's jars are missing and could not be downloaded."""


class Jar(Struct, frozen=True, kw_only=True):
    """A jar as one line of the lock names it: `group:name:jar[:classifier]:version sha256:digest`."""

    group: str
    name: str
    classifier: str
    version: str
    sha256: str

    @property
    def filename(self) -> str:
        """The file name that Maven gives it."""
        return "-".join(filter(None, (self.name, self.version, self.classifier))) + ".jar"

    @property
    def folder(self) -> Path:
        """Its folder in a Maven repository."""
        return Path(*self.group.split("."), self.name, self.version)


def read_lock(lock: Path) -> tuple[Jar, ...]:
    """Return the jars in a lock file, in the order of the class path."""
    return tuple(_parse_line(line) for line in lock.read_text(encoding="utf-8").splitlines() if line.strip())


def _parse_line(line: str) -> Jar:
    coordinates, _, digest = line.partition(" sha256:")
    group, name, _, *classifier, version = coordinates.split(":")
    return Jar(group=group, name=name, classifier="".join(classifier), version=version, sha256=digest.strip())


class JarCache(Struct, frozen=True, kw_only=True):
    """The folder that holds the jars, and the repositories from which missing ones come."""

    folder: Path
    local: Path
    """A Maven repository on this machine, tried before the network; a jar from it must match its digest."""
    mirror: str | None = None
    """The URL of a Maven repository to use instead of Maven Central."""

    @classmethod
    def of(cls, settings: Settings) -> JarCache:
        """Return the cache that the settings name, by default one for all data folders of this user."""
        return cls(folder=settings.cache / "jars", local=default_maven_repo(), mirror=settings.maven_mirror)


def fetch_jars(cache: JarCache, jars: Sequence[Jar], on_progress: Progress) -> tuple[Path, ...]:
    """Download the jars that are missing in the cache, check all digests, and return the paths in order.

    Jars that are there stay, so an interrupted download continues where it stopped.
    """
    cache.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(PARALLEL_DOWNLOADS) as pool:
        try:
            for done, _ in enumerate(pool.map(partial(_ensure_jar, cache), jars), start=1):
                on_progress(done, len(jars))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return tuple(cache.folder / jar.filename for jar in jars)


def _ensure_jar(cache: JarCache, jar: Jar) -> None:
    """Put one jar into the cache, whole and checked or not at all."""
    path = cache.folder / jar.filename
    if _is_intact(jar, path):
        return
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=cache.folder) as scratch:
        local = cache.local / jar.folder / jar.filename
        if _is_intact(jar, local):
            downloaded = Path(shutil.copyfile(local, Path(scratch) / jar.filename))
        else:
            downloaded = _download(jar, cache.mirror, Path(scratch))
        if not _is_intact(jar, downloaded):
            raise JarsMissing(
                f"{jar.filename} does not match its digest in jars.lock and was discarded. Try again; if a mirror or "
                "proxy is used, it may change files."
            )
        downloaded.replace(path)


def _download(jar: Jar, mirror: str | None, scratch: Path) -> Path:
    """Download this one jar; since its version is given, nothing else is resolved or downloaded."""
    remotes = {"mirror": mirror} if mirror else None  # None is Maven Central
    for attempt in range(1, ATTEMPTS + 1):
        context = MavenContext(repo_cache=scratch / str(attempt), remote_repos=remotes, timeout=TIMEOUT_S)
        component = context.project(jar.group, jar.name).at_version(jar.version)
        try:
            return component.artifact(classifier=jar.classifier, packaging="jar").resolve()
        except (requests.RequestException, RuntimeError, OSError) as problem:
            last = problem
    raise JarsMissing(
        f"{jar.filename} could not be downloaded ({type(last).__name__}). The first start of Solr needs Maven Central "
        "or a mirror (CONTENTS_MAVEN_MIRROR). Make sure that this machine can reach it, and start again; the jars "
        "downloaded so far are kept."
    ) from last


def _is_intact(jar: Jar, path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256
    except FileNotFoundError:
        return False
