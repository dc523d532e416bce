"""Stores that fsspec supports behave alike, although they differ."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fsspec.implementations.memory import MemoryFileSystem
from helpers.homes import StoreFiles, names, put, text_of
from hypothesis import given
from hypothesis import strategies as st

from contents_service.errors import Busy, Conflict, NotReadable
from contents_service.home.fsspec_store import FsspecStore
from contents_service.home.local_copy import LocalCopy
from contents_service.home.modified_time import modified_ns

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
NOON_NS = int(NOON.timestamp()) * 1_000_000_000


@pytest.mark.parametrize(
    "info",
    [
        {"mtime": NOON.timestamp()}, {"LastModified": NOON}, {"last_modified": NOON}, {"created": NOON},
        {"updated": "2026-11-30T12:00:00.000Z"}, {"modify": "20261130120000"}, {"modify": "20261130120000.000"},
        {"modificationTime": int(NOON.timestamp() * 1000)}, {"mtime": NOON.replace(tzinfo=None)},
        {"mtime": NOON.timestamp(), "created": 1.0},
    ],
    ids=str,
)  # fmt: skip
def test_the_modification_time_is_read_however_the_store_reports_it(info: dict[str, Any]) -> None:
    assert modified_ns(info) == NOON_NS


def test_two_changes_within_a_second_are_distinguished_by_the_etag() -> None:
    first, second = (modified_ns({"LastModified": NOON, "ETag": etag}) for etag in ('"a"', '"b"'))
    assert first != second
    assert {first // 10**9, second // 10**9} == {NOON_NS // 10**9}


def test_a_store_without_modification_times_is_not_an_error() -> None:
    assert modified_ns({"name": "a.md", "size": 1, "type": "file"}) == 0


SEEKS = st.lists(st.tuples(st.integers(0, 250), st.integers(0, 250)), max_size=8)


@given(st.binary(max_size=200), SEEKS)
def test_each_byte_is_fetched_once_whatever_seeks_there_are(data: bytes, seeks: list[tuple[int, int]]) -> None:
    stream = CountingStream(data)
    with LocalCopy(stream) as copy:
        for start, length in seeks:
            copy.seek(start)
            assert copy.read(length) == data[start : start + length]
        assert copy.seek(0, 2) == len(data)
    assert stream.read_bytes == len(data)


class CountingStream(BytesIO):
    """A stream that counts the bytes that were read."""

    read_bytes = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.read_bytes += len(data)
        return data


class BreakingStream(BytesIO):
    """A stream whose store goes away in the middle."""

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() > 3:
            raise RuntimeError("connection lost")
        return super().read(size)


def test_a_store_that_goes_away_while_a_file_is_read_is_busy() -> None:
    with LocalCopy(BreakingStream(b"0123456789")) as copy:
        copy.read(4)
        with pytest.raises(Busy):
            copy.read(4)


class FailingStore(MemoryFileSystem):  # type: ignore[misc]  # fsspec has no types
    """A store whose library has errors of its own, or that allows nothing."""

    error: Exception = RuntimeError("of the library")

    def info(self, path: str, **more: Any) -> dict[str, Any]:
        raise self.error


@pytest.mark.parametrize(
    ("error", "when_read", "when_written"),
    [(RuntimeError("its own"), Busy, Busy), (PermissionError(), NotReadable, Conflict), (TimeoutError(), Busy, Busy)],
    ids=lambda it: getattr(it, "__name__", repr(it)),
)
def test_an_error_of_the_store_becomes_one_of_ours(
    error: Exception, when_read: type[Exception], when_written: type[Exception]
) -> None:
    files = FailingStore(global_store=False, skip_instance_cache=True)
    files.error = error
    home = StoreFiles(FsspecStore(files, "/home"), files, "/home").home
    with pytest.raises(when_read):
        home.open("eric", "eric/a.md")
    with pytest.raises(when_written):
        put(home, "eric/a.md", b"x")


class StoreWithRace(MemoryFileSystem):  # type: ignore[misc]  # fsspec has no types
    """A store in which another process puts a file after our check and before our write."""

    def put_file(self, lpath: str, rpath: str, *arguments: Any, **more: Any) -> None:
        self.pipe_file(rpath, b"theirs")
        super().put_file(lpath, rpath, *arguments, **more)


def test_a_file_stored_meanwhile_is_not_overwritten_if_the_store_can_tell() -> None:
    files = StoreWithRace(global_store=False, skip_instance_cache=True)
    home = StoreFiles(FsspecStore(files, "/home"), files, "/home").home
    with pytest.raises(Conflict):
        put(home, "eric/a.md", b"ours")
    assert text_of(home, "eric/a.md") == b"theirs"


def test_a_store_is_found_by_its_url() -> None:
    store = FsspecStore.at("memory://homes-found-by-url")
    MemoryFileSystem().pipe_file("/homes-found-by-url/eric/a.md", b"a")
    home = StoreFiles(store, MemoryFileSystem(), "/homes-found-by-url").home
    assert names(home) == ["a.md"]


def test_a_name_with_a_wildcard_is_taken_literally() -> None:
    files = MemoryFileSystem(global_store=False, skip_instance_cache=True)
    home = StoreFiles(FsspecStore(files, "/home"), files, "/home").home
    first = put(home, "eric/*.md", b"star")
    put(home, "eric/a.md", b"a")
    put(home, "eric/*.md", b"star 2", expecting=first)
    assert (text_of(home, "eric/*.md"), text_of(home, "eric/a.md")) == (b"star 2", b"a")


def test_an_opened_file_can_seek() -> None:
    files = MemoryFileSystem(global_store=False, skip_instance_cache=True)
    store_files = StoreFiles(FsspecStore(files, "/home"), files, "/home").with_sample_files()
    with store_files.home.open("eric", "eric/support/guide.md") as opened:
        assert (opened.file.read(3), opened.file.seek(0), opened.file.read()) == (b"# G", 0, b"# Guide\n")


def test_an_upload_that_is_cut_off_leaves_nothing_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    temporary_files: list[list[Path]] = []

    class WatchedUpload(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            temporary_files.append(list(tmp_path.iterdir()))
            return super().read(size)

    home = FsspecStore.at("memory://watched")
    home.put(("eric", "a.md"), WatchedUpload(b"x" * 3_000_000), expecting=None, limit=4_000_000)
    assert temporary_files
    assert not any(temporary_files)
    with home.open(("eric", "a.md")) as opened:
        assert opened.bytes == 3_000_000
