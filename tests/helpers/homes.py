"""Home Folders in every kind of store, and shortcuts to use them."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fsspec.spec import AbstractFileSystem

from contents_service.home.folders import HomeFolders
from contents_service.home.store import OpenedFile, Store
from contents_service.model import Format, Why

MEGABYTE = 1_000_000
FILES = {"eric/support/guide.md": b"# Guide\n", "maria/diary.md": b"secret", "../outside.md": b"outside"}


def detect_as_text(opened: OpenedFile, name: str) -> tuple[Format, Why | None]:
    return "text", None


@dataclass(frozen=True)
class StoreFiles:
    """The files of a store, written and listed without going through the Home Folders."""

    store: Store
    files: AbstractFileSystem
    root: str

    def with_sample_files(self) -> StoreFiles:
        """Write files of two people and one outside all Home Folders."""
        for path, data in FILES.items():
            self.write(path, data)
        return self

    @property
    def home(self) -> HomeFolders:
        return HomeFolders(self.store, detect_as_text)

    def write(self, path: str, data: bytes) -> None:
        place = f"{self.root.rpartition('/')[0]}/{path[3:]}" if path.startswith("../") else f"{self.root}/{path}"
        self.files.makedirs(place.rpartition("/")[0], exist_ok=True)
        self.files.pipe_file(place, data)

    def names(self, folder: str) -> list[str]:
        return sorted(Path(name).name for name in self.files.ls(f"{self.root}/{folder}", detail=False))


def text_of(home: HomeFolders, path: str, person: str = "eric") -> bytes:
    with home.open(person, path) as opened:
        return opened.file.read()


def put(home: HomeFolders, path: str, data: bytes, expecting: str | None = None) -> str:
    return home.put("eric", path, BytesIO(data), expecting=expecting, limit=MEGABYTE).sha256


def names(home: HomeFolders, folder: str | None = None) -> list[str]:
    return [entry.name for entry in home.entries("eric", folder).entries]
