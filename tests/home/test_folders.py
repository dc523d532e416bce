"""The Home Folder, in every kind of store: nobody else's file is opened, and no file is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from fsspec.implementations.local import LocalFileSystem
from fsspec.implementations.memory import MemoryFileSystem
from helpers.homes import MEGABYTE, StoreFiles, names, put, text_of

from contents_service.errors import Conflict, ContentsError, FileTooLarge, InvalidRequest, NotFound, VersionConflict
from contents_service.home import open_beneath as openers
from contents_service.home.folders import HomeFolders
from contents_service.home.fsspec_store import FsspecStore
from contents_service.home.local import LocalStore


def local_store(opener: openers.Opener, folder: Path) -> StoreFiles:
    return StoreFiles(LocalStore(folder / "home", opener), LocalFileSystem(), f"{folder}/home")


def memory_store(folder: Path) -> StoreFiles:
    files, root = MemoryFileSystem(global_store=False, skip_instance_cache=True), f"{folder}/home"
    return StoreFiles(FsspecStore(files, root), files, root)


def store_with_moves(folder: Path) -> StoreFiles:
    files = LocalFileSystem()
    return StoreFiles(FsspecStore(files, f"{folder}/home"), files, f"{folder}/home")


STORES: Mapping[str, Callable[[Path], StoreFiles]] = {
    "openat2": lambda folder: local_store(openers.open_with_openat2, folder),
    "part by part": lambda folder: local_store(openers.open_part_by_part, folder),
    "objects": memory_store,
    "moves": store_with_moves,
}


@pytest.fixture(params=STORES)
def store_files(tmp_path: Path, request: pytest.FixtureRequest) -> StoreFiles:
    return STORES[request.param](tmp_path).with_sample_files()


@pytest.fixture
def home(store_files: StoreFiles) -> HomeFolders:
    return store_files.home


def test_a_file_is_hashed_and_read_from_one_opening(home: HomeFolders) -> None:
    with home.open("eric", "eric/support/guide.md") as opened:
        put(home, "eric/support/guide.md", b"other", expecting=sha256(b"# Guide\n").hexdigest())
        assert opened.fingerprint().sha256 == sha256(b"# Guide\n").hexdigest()
        assert opened.file.read() == b"# Guide\n"


@pytest.mark.parametrize(
    "path",
    [
        "", "/", "eric", "eric/", "eric/support", "eric/support/", "eric//support/guide.md", "/eric/support/guide.md",
        "eric/./support/guide.md", "eric/../maria/diary.md", "eric/support/../../maria/diary.md", "../outside.md",
        "maria/diary.md", "eric/%2e%2e/maria/diary.md", "eric\\support\\guide.md", "eric/support/guide.md\0.txt",
        "eric/support/\ud800", "Eric/support/guide.md", "eric/support/guide.md/x", "eric/" + "a" * 300,
        "eric" + "/a" * 3000,
    ],
)  # fmt: skip
def test_a_path_that_is_not_a_file_of_the_person_is_not_found(home: HomeFolders, path: str) -> None:
    with pytest.raises(NotFound):
        home.open("eric", path)


def test_a_stored_file_is_found_with_its_hash(home: HomeFolders) -> None:
    assert put(home, "eric/new/deep/fee.md", b"fee") == sha256(b"fee").hexdigest()
    assert text_of(home, "eric/new/deep/fee.md") == b"fee"


def test_a_person_without_a_folder_gets_one_with_the_first_file(home: HomeFolders) -> None:
    assert home.entries("nora", None).entries == ()
    home.put("nora", "nora/a.md", BytesIO(b"a"), expecting=None, limit=MEGABYTE)
    assert text_of(home, "nora/a.md", "nora") == b"a"


def test_a_different_file_is_not_overwritten_without_its_hash(home: HomeFolders) -> None:
    first = put(home, "eric/a.md", b"first")
    with pytest.raises(Conflict) as conflict:
        put(home, "eric/a.md", b"second")
    assert conflict.value.sha256 == first
    assert text_of(home, "eric/a.md") == b"first"


def test_the_same_bytes_again_change_nothing(home: HomeFolders) -> None:
    put(home, "eric/a.md", b"first")
    before = home.stat("eric", "eric/a.md")
    put(home, "eric/a.md", b"first")
    assert home.stat("eric", "eric/a.md") == before


def test_a_file_is_replaced_with_its_hash(home: HomeFolders) -> None:
    first = put(home, "eric/a.md", b"first")
    put(home, "eric/a.md", b"second", expecting=first)
    assert text_of(home, "eric/a.md") == b"second"
    with pytest.raises(VersionConflict):
        put(home, "eric/a.md", b"third", expecting=first)
    with pytest.raises(VersionConflict):
        put(home, "eric/none.md", b"third", expecting=first)
    assert text_of(home, "eric/a.md") == b"second"


@pytest.mark.parametrize("path", ["eric/support", "eric/support/guide.md/below.md"])
def test_no_file_is_stored_over_a_folder_or_below_a_file(home: HomeFolders, path: str) -> None:
    with pytest.raises(Conflict):
        put(home, path, b"x")


def test_many_uploads_into_a_new_folder_at_once_all_succeed(home: HomeFolders) -> None:
    bodies = {f"eric/new/{number}.md": f"text {number}".encode() for number in range(40)}
    with ThreadPoolExecutor(16) as pool:
        hashes = list(pool.map(lambda path: put(home, path, bodies[path]), bodies))
    assert hashes == [sha256(body).hexdigest() for body in bodies.values()]
    assert sorted(names(home, "eric/new")) == sorted(path.rpartition("/")[2] for path in bodies)


def test_only_one_of_many_concurrent_replacements_succeeds(home: HomeFolders) -> None:
    first = put(home, "eric/a.md", b"first")

    def replace(number: int) -> bool:
        try:
            put(home, "eric/a.md", f"other {number}".encode(), expecting=first)
        except VersionConflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(replace, range(8))) == 1


class EndlessUpload(BytesIO):
    """A body that never ends, and counts the bytes that were read."""

    read_bytes = 0

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.read_bytes += size
        return b"x" * size


def test_an_upload_over_the_limit_is_refused_without_reading_the_rest(
    home: HomeFolders, store_files: StoreFiles
) -> None:
    body = EndlessUpload()
    with pytest.raises(FileTooLarge):
        home.put("eric", "eric/big.md", body, expecting=None, limit=MEGABYTE)
    assert body.read_bytes == MEGABYTE + 1
    assert store_files.names("eric") == ["support"]


class BrokenUpload(BytesIO):
    """A body whose sender hangs up."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise ConnectionResetError


def test_an_upload_that_breaks_off_leaves_nothing(home: HomeFolders, store_files: StoreFiles) -> None:
    with pytest.raises(ContentsError):
        home.put("eric", "eric/cut.md", BrokenUpload(), expecting=None, limit=MEGABYTE)
    assert store_files.names("eric") == ["support"]


@pytest.mark.parametrize("path", ["eric/a\nb.md", "eric/\x7f.md", "eric/" + "ü" * 128, "eric" + "/a" * 3000, "eric"])
def test_a_name_that_cannot_be_displayed_or_stored_is_refused(home: HomeFolders, path: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        put(home, path, b"x")
    assert refusal.value.pointers == ("/path",)


def test_names_that_only_look_alike_name_two_files(home: HomeFolders) -> None:
    composed, decomposed = "eric/caf\u00e9.md", "eric/cafe\u0301.md"
    put(home, composed, b"one")
    put(home, decomposed, b"two")
    assert text_of(home, composed) == b"one"
    assert text_of(home, decomposed) == b"two"


@pytest.mark.parametrize(
    "name", ["Preise „neu“.md", "価格.md", "🙂.md", " leading.md", "a'b\"c.md", "a\\b.md", "-rf", "%2e%2e"]
)
def test_every_other_name_is_kept_exactly(home: HomeFolders, store_files: StoreFiles, name: str) -> None:
    put(home, f"eric/{name}", name.encode())
    assert text_of(home, f"eric/{name}") == name.encode()
    assert name in store_files.names("eric")
    assert name in names(home)


def test_a_folder_is_listed_in_pages_folders_first(home: HomeFolders, store_files: StoreFiles) -> None:
    for name in ("Zeta/z.md", "b.md", "A.md", "c.md", ".hidden"):
        store_files.write(f"eric/{name}", b"12345")
    assert list(pages(home, limit=2)) == [["support", "Zeta"], ["A.md", "b.md"], ["c.md"]]
    first = home.entries("eric", "eric").entries[2]
    assert (first.path, first.kind, first.bytes, first.readable) == ("eric/A.md", "file", 5, True)


def pages(home: HomeFolders, limit: int) -> Iterator[list[str]]:
    cursor = None
    while True:
        listing = home.entries("eric", None, cursor=cursor, limit=limit)
        yield [entry.name for entry in listing.entries]
        cursor = listing.next
        if not cursor:
            return


@pytest.mark.parametrize("cursor", ["?", "é", "Zg", "_w=="])
def test_an_invalid_cursor_is_refused(home: HomeFolders, cursor: str) -> None:
    with pytest.raises(InvalidRequest):
        home.entries("eric", None, cursor=cursor)


@pytest.mark.parametrize("folder", ["maria", "eric/..", "eric/none", "eric/support/guide.md", ""])
def test_only_the_persons_own_folders_are_listed(home: HomeFolders, folder: str) -> None:
    with pytest.raises(NotFound):
        home.entries("eric", folder)
