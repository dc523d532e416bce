"""The jars that make Solr are those of the lock, or there is no Solr."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from contents_service.processes.port import free_port
from contents_service.solr.server.jars import Jar, JarCache, JarsMissing, fetch_jars, read_lock
from contents_service.solr.server.solr_home import SOLR_FILES

BYTES = b"a jar's bytes"
ACME = Jar(group="org.acme", name="anvil", classifier="", version="1.2", sha256=hashlib.sha256(BYTES).hexdigest())


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 — the name that it has there
        pass


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """The folder of a repository at the other end of a wire."""
    folder = tmp_path / "remote"
    folder.mkdir()
    return folder


@pytest.fixture
def mirror(remote: Path) -> Iterator[str]:
    """The address of that repository."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(remote))) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def cache(tmp_path: Path, mirror: str) -> JarCache:
    return JarCache(folder=tmp_path / "cache", local=tmp_path / "local", mirror=mirror)


def put(repository: Path, jar: Jar, content: bytes) -> None:
    folder = repository / jar.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / jar.filename).write_bytes(content)


def fetch(cache: JarCache, *jars: Jar) -> tuple[Path, ...]:
    return fetch_jars(cache, jars, lambda _done, _of: None)


def test_a_jar_is_fetched_and_is_what_the_lock_says(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, BYTES)

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES
    assert [entry.name for entry in cache.folder.iterdir()] == ["anvil-1.2.jar"]


def test_a_classifier_is_part_of_what_is_fetched(cache: JarCache, remote: Path) -> None:
    native = Jar(group="org.acme", name="anvil", classifier="linux", version="1.2", sha256=ACME.sha256)
    put(remote, native, BYTES)

    (path,) = fetch(cache, native)

    assert path.name == "anvil-1.2-linux.jar"


def test_a_jar_with_other_bytes_is_refused_and_never_kept(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, b"something else")

    with pytest.raises(JarsMissing, match=r"anvil-1\.2\.jar came with other bytes"):
        fetch(cache, ACME)

    assert list(cache.folder.iterdir()) == []


def test_a_jar_that_was_changed_in_the_cache_is_fetched_again(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, BYTES)
    cache.folder.mkdir()
    (cache.folder / ACME.filename).write_bytes(BYTES[:5])

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES


def test_a_jar_that_is_there_is_not_fetched(cache: JarCache) -> None:
    cache.folder.mkdir()
    (cache.folder / ACME.filename).write_bytes(BYTES)

    assert fetch(cache, ACME) == (cache.folder / ACME.filename,)


def test_a_local_repository_is_asked_first(cache: JarCache) -> None:
    put(cache.local, ACME, BYTES)

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES


def test_a_local_repository_with_other_bytes_is_not_believed(cache: JarCache, remote: Path) -> None:
    put(cache.local, ACME, b"something else")
    put(remote, ACME, BYTES)

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES


def test_without_a_network_one_is_told_what_to_do_and_what_came_is_kept(tmp_path: Path) -> None:
    nobody = f"http://127.0.0.1:{free_port('127.0.0.1')}"
    cache = JarCache(folder=tmp_path / "cache", local=tmp_path / "local", mirror=nobody)
    there = Jar(group="org.acme", name="hammer", classifier="", version="1", sha256=ACME.sha256)
    put(cache.local, there, BYTES)

    with pytest.raises(JarsMissing, match=r"anvil-1\.2\.jar could not be fetched .* start again"):
        fetch(cache, there, ACME)

    assert [entry.name for entry in cache.folder.iterdir()] == ["hammer-1.jar"]


def test_progress_counts_to_the_end(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, BYTES)
    told: list[tuple[int, int]] = []

    fetch_jars(cache, [ACME, ACME], lambda done, of: told.append((done, of)))

    assert told == [(1, 2), (2, 2)]


def test_every_line_of_our_lock_names_one_jar_of_one_version() -> None:
    jars = read_lock(SOLR_FILES / "jars.lock")

    assert len({jar.filename for jar in jars}) == len(jars) > 100
    assert all(len(bytes.fromhex(jar.sha256)) == 32 for jar in jars)
    assert not any(set(jar.version) & set("[](),") or jar.version in ("LATEST", "RELEASE") for jar in jars)
    assert any(jar.classifier == "linux-x86_64" for jar in jars)
