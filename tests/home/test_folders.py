"""The Home Folder: nothing of anybody else's is opened, and nothing that stands there is lost."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contents_service.errors import ChangedMeanwhile, Conflict, ContentsError, InvalidRequest, NotFound, TooBig
from contents_service.home import beneath
from contents_service.home.folders import HomeFolders
from contents_service.home.local import DRAFT, DRAFT_KEPT_S, LocalStore
from contents_service.home.paths import is_plain
from contents_service.home.store import Opened
from contents_service.model import Format, Why

MEGABYTE = 1_000_000


def everything_is_text(opened: Opened, name: str) -> tuple[Format, Why | None]:
    return "text", None


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "home"
    (root / "eric" / "support").mkdir(parents=True)
    (root / "maria").mkdir()
    (root / "eric" / "support" / "guide.md").write_bytes(b"# Guide\n")
    (root / "maria" / "diary.md").write_bytes(b"secret")
    (tmp_path / "outside.md").write_bytes(b"outside")
    return root


@pytest.fixture(params=[beneath.by_openat2, beneath.by_walking], ids=["openat2", "walking"])
def home(root: Path, request: pytest.FixtureRequest) -> HomeFolders:
    return HomeFolders(LocalStore(root, request.param), everything_is_text)


def text_of(home: HomeFolders, path: str, person: str = "eric") -> bytes:
    with home.open(person, path) as opened:
        return opened.file.read()


def put(home: HomeFolders, path: str, data: bytes, expecting: str | None = None) -> str:
    return home.put("eric", path, BytesIO(data), expecting=expecting, limit=MEGABYTE).sha256


def files_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def names(home: HomeFolders, folder: str | None = None) -> list[str]:
    return [entry.name for entry in home.entries("eric", folder).entries]


def test_a_file_is_hashed_and_read_from_one_opening(home: HomeFolders, root: Path) -> None:
    with home.open("eric", "eric/support/guide.md") as opened:
        (root / "eric/support/guide.md").rename(root / "eric/support/old.md")
        (root / "eric/support/guide.md").write_bytes(b"other")
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
def test_a_path_that_is_not_a_file_of_ones_own_is_not_found(home: HomeFolders, path: str) -> None:
    with pytest.raises(NotFound):
        home.open("eric", path)


@pytest.mark.parametrize(
    "target", ["../maria/diary.md", "../../outside.md", "{root}/maria/diary.md", "/proc/self/environ"]
)
def test_a_link_that_leads_out_is_not_followed(home: HomeFolders, root: Path, target: str) -> None:
    (root / "eric/link.md").symlink_to(target.format(root=root))
    with pytest.raises(NotFound):
        home.open("eric", "eric/link.md")
    assert "link.md" not in names(home)


def test_a_folder_that_is_a_link_out_is_not_followed(home: HomeFolders, root: Path) -> None:
    (root / "eric/theirs").symlink_to(root / "maria")
    (root / "mallory").symlink_to(root / "maria")
    for person, path in (("eric", "eric/theirs/diary.md"), ("mallory", "mallory/diary.md")):
        with pytest.raises(NotFound):
            home.open(person, path)
    with pytest.raises((NotFound, Conflict)):
        put(home, "eric/theirs/new.md", b"x")
    assert not (root / "maria/new.md").exists()


def test_a_link_within_ones_own_folder_is_followed_where_the_kernel_can_bound_it(root: Path) -> None:
    (root / "eric/current.md").symlink_to("support/guide.md")
    home = HomeFolders(LocalStore(root, beneath.by_openat2), everything_is_text)
    assert text_of(home, "eric/current.md") == b"# Guide\n"


def test_a_pipe_or_a_socket_is_not_found_and_does_not_block(home: HomeFolders, root: Path) -> None:
    os.mkfifo(root / "eric/pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(root / "eric/socket"))
        for name in ("pipe", "socket"):
            with pytest.raises(NotFound):
                home.open("eric", f"eric/{name}")
        assert names(home) == ["support"]


def test_an_opening_that_fails_leaves_no_descriptor_behind(home: HomeFolders, root: Path) -> None:
    os.mkfifo(root / "eric/pipe")
    before = len(files_in(Path("/proc/self/fd")))
    for path in ("eric/pipe", "eric/none", "eric/support", "maria/diary.md"):
        with pytest.raises(NotFound):
            home.open("eric", path)
    assert len(files_in(Path("/proc/self/fd"))) == before


def test_a_stored_file_is_found_with_its_hash(home: HomeFolders) -> None:
    assert put(home, "eric/new/deep/fee.md", b"fee") == sha256(b"fee").hexdigest()
    assert text_of(home, "eric/new/deep/fee.md") == b"fee"


def test_a_person_without_a_folder_gets_one_with_the_first_file(home: HomeFolders) -> None:
    assert home.entries("nora", None).entries == ()
    home.put("nora", "nora/a.md", BytesIO(b"a"), expecting=None, limit=MEGABYTE)
    assert text_of(home, "nora/a.md", "nora") == b"a"


def test_a_different_file_is_never_overwritten_unasked(home: HomeFolders) -> None:
    first = put(home, "eric/a.md", b"first")
    with pytest.raises(Conflict) as conflict:
        put(home, "eric/a.md", b"second")
    assert conflict.value.sha256 == first
    assert text_of(home, "eric/a.md") == b"first"


def test_the_same_bytes_again_change_nothing(home: HomeFolders, root: Path) -> None:
    put(home, "eric/a.md", b"first")
    before = (root / "eric/a.md").stat()
    put(home, "eric/a.md", b"first")
    assert (root / "eric/a.md").stat().st_ino == before.st_ino


def test_a_file_is_replaced_by_who_knows_its_hash(home: HomeFolders) -> None:
    first = put(home, "eric/a.md", b"first")
    put(home, "eric/a.md", b"second", expecting=first)
    assert text_of(home, "eric/a.md") == b"second"
    with pytest.raises(ChangedMeanwhile):
        put(home, "eric/a.md", b"third", expecting=first)
    with pytest.raises(ChangedMeanwhile):
        put(home, "eric/none.md", b"third", expecting=first)
    assert text_of(home, "eric/a.md") == b"second"


def test_a_folder_or_a_link_is_not_overwritten(home: HomeFolders, root: Path) -> None:
    (root / "eric/link.md").symlink_to("nowhere")
    for path in ("eric/support", "eric/link.md", "eric/support/guide.md/below.md"):
        with pytest.raises(Conflict):
            put(home, path, b"x")


class Endless(BytesIO):
    """A body that never ends, and counts what was taken of it."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.taken += size
        return b"x" * size


def test_too_long_an_upload_is_refused_without_reading_the_rest(home: HomeFolders, root: Path) -> None:
    body = Endless()
    with pytest.raises(TooBig):
        home.put("eric", "eric/big.md", body, expecting=None, limit=MEGABYTE)
    assert body.taken == MEGABYTE + 1
    assert files_in(root / "eric") == ["support"]


class Broken(BytesIO):
    """A body whose sender hangs up."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise ConnectionResetError


def test_an_upload_that_breaks_off_leaves_nothing(home: HomeFolders, root: Path) -> None:
    with pytest.raises(ContentsError):
        home.put("eric", "eric/cut.md", Broken(), expecting=None, limit=MEGABYTE)
    assert files_in(root / "eric") == ["support"]


def test_what_a_process_that_died_had_begun_is_swept_and_never_listed(home: HomeFolders, root: Path) -> None:
    old, young = root / "eric" / f"{DRAFT}old", root / "eric" / f"{DRAFT}young"
    old.write_bytes(b"half")
    young.write_bytes(b"half")
    os.utime(old, (1, young.stat().st_mtime - DRAFT_KEPT_S - 60))
    put(home, "eric/a.md", b"a")
    assert not old.exists()
    assert young.exists()
    assert names(home) == ["support", "a.md"]


@pytest.mark.parametrize("path", ["eric/a\nb.md", "eric/\x7f.md", "eric/" + "ü" * 128, "eric" + "/a" * 3000, "eric"])
def test_a_name_that_cannot_be_shown_or_kept_is_refused_with_where_it_stands(home: HomeFolders, path: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        put(home, path, b"x")
    assert refused.value.pointers == ("/path",)


def test_names_that_only_look_alike_are_two(home: HomeFolders) -> None:
    composed, decomposed = "eric/caf\u00e9.md", "eric/cafe\u0301.md"
    put(home, composed, b"one")
    put(home, decomposed, b"two")
    assert text_of(home, composed) == b"one"
    assert text_of(home, decomposed) == b"two"


@pytest.mark.parametrize(
    "name", ["Preise „neu“.md", "価格.md", "🙂.md", " leading.md", "a'b\"c.md", "a\\b.md", "-rf", "%2e%2e"]
)
def test_any_name_is_kept_exactly(home: HomeFolders, root: Path, name: str) -> None:
    put(home, f"eric/{name}", name.encode())
    assert text_of(home, f"eric/{name}") == name.encode()
    assert name in files_in(root / "eric")
    assert name in names(home)


def test_a_name_that_is_no_text_is_left_out_of_the_list(home: HomeFolders, root: Path) -> None:
    Path(os.fsdecode(bytes(root) + b"/eric/\xff.md")).write_bytes(b"x")
    assert names(home) == ["support"]


def test_a_folder_is_listed_in_pages_folders_first(home: HomeFolders, root: Path) -> None:
    (root / "eric/Zeta").mkdir()
    for name in ("b.md", "A.md", "c.md", ".hidden"):
        (root / "eric" / name).write_bytes(b"12345")
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
def test_a_cursor_that_was_not_given_is_refused(home: HomeFolders, cursor: str) -> None:
    with pytest.raises(InvalidRequest):
        home.entries("eric", None, cursor=cursor)


@pytest.mark.parametrize("folder", ["maria", "eric/..", "eric/none", "eric/support/guide.md", ""])
def test_only_folders_of_ones_own_are_listed(home: HomeFolders, folder: str) -> None:
    with pytest.raises(NotFound):
        home.entries("eric", folder)


@given(st.text(max_size=40))
def test_a_plain_name_names_one_thing_in_its_folder(name: str) -> None:
    if is_plain(name):
        assert os.path.normpath(f"/person/{name}") == f"/person/{name}"
        assert str(Path(f"/person/{name}").parent) == "/person"
