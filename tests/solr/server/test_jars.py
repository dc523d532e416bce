"""Solr runs only with exactly the jars in the lock."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from contents_service.solr.server.jars import Jar, JarCache, JarsMissing, fetch_jars, read_lock
from contents_service.solr.server.solr_home import SOLR_FILES

BYTES = b"a jar's bytes"
ACME = Jar(group="org.acme", name="anvil", classifier="", version="1.2", sha256=hashlib.sha256(BYTES).hexdigest())


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 — the name that it has there
        pass


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """The folder of a remote repository."""
    folder = tmp_path / "remote"
    folder.mkdir()
    return folder


@pytest.fixture
def mirror(remote: Path) -> Iterator[str]:
    """The URL of that repository."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(remote))) as server:
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


def test_a_jar_is_downloaded_as_the_lock_has_it(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, BYTES)

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES
    assert [entry.name for entry in cache.folder.iterdir()] == ["anvil-1.2.jar"]


def test_a_classifier_is_part_of_the_file_name(cache: JarCache, remote: Path) -> None:
    native = Jar(group="org.acme", name="anvil", classifier="linux", version="1.2", sha256=ACME.sha256)
    put(remote, native, BYTES)

    (path,) = fetch(cache, native)

    assert path.name == "anvil-1.2-linux.jar"


def test_a_jar_with_another_digest_is_refused_and_not_kept(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, b"something else")

    with pytest.raises(JarsMissing, match=r"anvil-1\.2\.jar does not match its digest"):
        fetch(cache, ACME)

    assert list(cache.folder.iterdir()) == []


def test_a_damaged_jar_in_the_cache_is_downloaded_again(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, BYTES)
    cache.folder.mkdir()
    (cache.folder / ACME.filename).write_bytes(BYTES[:5])

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES


def test_a_jar_in_the_cache_is_not_downloaded(cache: JarCache) -> None:
    cache.folder.mkdir()
    (cache.folder / ACME.filename).write_bytes(BYTES)

    assert fetch(cache, ACME) == (cache.folder / ACME.filename,)


def test_the_local_repository_is_tried_first(cache: JarCache) -> None:
    put(cache.local, ACME, BYTES)

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES


def test_a_wrong_jar_in_the_local_repository_is_not_used(cache: JarCache, remote: Path) -> None:
    put(cache.local, ACME, b"something else")
    put(remote, ACME, BYTES)

    (path,) = fetch(cache, ACME)

    assert path.read_bytes() == BYTES


def test_without_a_network_the_error_says_what_to_do_and_jars_so_far_are_kept(tmp_path: Path) -> None:
    cache = JarCache(folder=tmp_path / "cache", local=tmp_path / "local", mirror="http://127.0.0.1:1")
    hammer = Jar(group="org.acme", name="hammer", classifier="", version="1", sha256=ACME.sha256)
    put(cache.local, hammer, BYTES)

    with pytest.raises(JarsMissing, match=r"anvil-1\.2\.jar could not be downloaded .* start again"):
        fetch(cache, hammer, ACME)

    assert [entry.name for entry in cache.folder.iterdir()] == ["hammer-1.jar"]


def test_progress_is_reported_up_to_the_last_jar(cache: JarCache, remote: Path) -> None:
    put(remote, ACME, BYTES)
    reports: list[tuple[int, int]] = []

    fetch_jars(cache, [ACME, ACME], lambda done, of: reports.append((done, of)))

    assert reports == [(1, 2), (2, 2)]


def test_every_line_of_our_lock_names_one_jar_with_a_fixed_version() -> None:
    jars = read_lock(SOLR_FILES / "jars.lock")

    assert len({jar.filename for jar in jars}) == len(jars) > 100
    assert all(len(bytes.fromhex(jar.sha256)) == 32 for jar in jars)
    assert not any(set(jar.version) & set("[](),") or jar.version in ("LATEST", "RELEASE") for jar in jars)
    assert any(jar.classifier == "linux-x86_64" for jar in jars)
