"""Home Folders on the local disk: no link, pipe or socket leads out of a person's own."""

from __future__ import annotations

import os
import socket
from hashlib import sha256
from pathlib import Path

import pytest
from helpers.homes import detect_as_text, names, put, text_of

from contents_service.errors import Busy, Conflict, NotFound
from contents_service.home import open_beneath
from contents_service.home.folders import HomeFolders
from contents_service.home.local import DRAFT_MAX_AGE_S, LocalStore
from contents_service.home.upload import DRAFT_PREFIX


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "home"
    (root / "eric" / "support").mkdir(parents=True)
    (root / "maria").mkdir()
    (root / "eric" / "support" / "guide.md").write_bytes(b"# Guide\n")
    (root / "maria" / "diary.md").write_bytes(b"secret")
    (tmp_path / "outside.md").write_bytes(b"outside")
    return root


@pytest.fixture(
    params=[open_beneath.open_with_openat2, open_beneath.open_part_by_part], ids=["openat2", "part by part"]
)
def home(root: Path, request: pytest.FixtureRequest) -> HomeFolders:
    return HomeFolders(LocalStore(root, request.param), detect_as_text)


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


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


def test_a_link_inside_ones_own_folder_is_followed_if_the_kernel_can_confine_it(root: Path) -> None:
    (root / "eric/current.md").symlink_to("support/guide.md")
    home = HomeFolders(LocalStore(root, open_beneath.open_with_openat2), detect_as_text)
    assert text_of(home, "eric/current.md") == b"# Guide\n"


def test_while_the_disk_of_the_home_folders_is_unmounted_every_call_is_busy(home: HomeFolders, root: Path) -> None:
    unmounted = root.rename(root.with_name("unmounted"))
    for call in (lambda: home.open("eric", "eric/support/guide.md"), lambda: put(home, "eric/new.md", b"x")):
        with pytest.raises(Busy):
            call()
    unmounted.rename(root)
    assert text_of(home, "eric/support/guide.md") == b"# Guide\n"


def test_a_pipe_or_a_socket_is_not_found_and_does_not_block(home: HomeFolders, root: Path) -> None:
    os.mkfifo(root / "eric/pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(root / "eric/socket"))
        for name in ("pipe", "socket"):
            with pytest.raises(NotFound):
                home.open("eric", f"eric/{name}")
        assert names(home) == ["support"]


def test_a_failed_opening_leaves_no_descriptor_open(home: HomeFolders, root: Path) -> None:
    os.mkfifo(root / "eric/pipe")
    before = open_descriptors()
    for path in ("eric/pipe", "eric/none", "eric/support", "maria/diary.md"):
        with pytest.raises(NotFound):
            home.open("eric", path)
    assert open_descriptors() == before


def test_old_drafts_are_deleted_and_no_draft_is_listed(home: HomeFolders, root: Path) -> None:
    old, young = root / "eric" / f"{DRAFT_PREFIX}old", root / "eric" / f"{DRAFT_PREFIX}young"
    old.write_bytes(b"half")
    young.write_bytes(b"half")
    os.utime(old, (1, young.stat().st_mtime - DRAFT_MAX_AGE_S - 60))
    put(home, "eric/a.md", b"a")
    assert not old.exists()
    assert young.exists()
    assert names(home) == ["support", "a.md"]


def test_a_name_that_is_not_valid_text_is_not_listed(home: HomeFolders, root: Path) -> None:
    Path(os.fsdecode(bytes(root) + b"/eric/\xff.md")).write_bytes(b"x")
    assert names(home) == ["support"]


@pytest.mark.parametrize("target", ["nowhere", "support/guide.md", "../maria/diary.md"])
@pytest.mark.parametrize("same_bytes", [False, True], ids=["other bytes", "same bytes"])
@pytest.mark.parametrize("knows_the_hash", [False, True], ids=["without its hash", "with its hash"])
def test_an_upload_never_goes_through_a_link(
    home: HomeFolders, root: Path, *, target: str, same_bytes: bool, knows_the_hash: bool
) -> None:
    link, file = root / "eric/link.md", root / "eric" / target
    link.symlink_to(target)
    before = file.read_bytes() if file.exists() else None
    expecting = sha256(before or b"").hexdigest() if knows_the_hash else None
    with pytest.raises(Conflict) as conflict:
        put(home, "eric/link.md", (before or b"") if same_bytes else b"x", expecting=expecting)
    assert conflict.value.sha256 is None
    assert link.is_symlink()
    assert (file.read_bytes() if file.exists() else None) == before


def test_a_link_to_a_folder_is_not_listed_as_a_folder(root: Path) -> None:
    (root / "eric/theirs").symlink_to(root / "maria")
    (root / "eric/again").symlink_to("support")
    kinds = {entry.name: entry.is_folder for entry in LocalStore(root).children(("eric",))}
    assert kinds == {"support": True, "theirs": False, "again": False}


def test_a_link_to_a_folder_is_listed_after_the_folders_if_at_all(home: HomeFolders, root: Path) -> None:
    (root / "eric/again").symlink_to("support")
    put(home, "eric/a.md", b"a")
    assert [name for name in names(home) if name != "again"] == ["support", "a.md"]
    assert names(home)[0] == "support"
