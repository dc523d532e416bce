"""The interface of a place where the Home Folders are stored.

Paths are given in parts. The first is the person; the caller has checked that each is a valid name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BufferedReader
from typing import IO, Literal, Protocol, Self

from contents_service.home.paths import Parts
from contents_service.model import Fingerprint


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """An open regular file, so that its hash and its text come from the same bytes."""

    file: BufferedReader
    bytes: int
    modified_ns: int

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def fingerprint(self) -> Fingerprint:
        """Return the fingerprint of the file's bytes, and go back to its beginning."""
        self.file.seek(0)
        digest = hashlib.file_digest(self.file, "sha256").hexdigest()
        length = self.file.tell()
        self.file.seek(0)
        return Fingerprint(bytes=length, sha256=digest, modified_ns=self.modified_ns)


@dataclass(frozen=True, slots=True)
class FileInfo:
    """The kind, size and modification time of a file or folder."""

    kind: Literal["file", "folder"]
    bytes: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A name in a folder, and whether it is the name of a folder."""

    name: str
    is_folder: bool


class Store(Protocol):
    """A place for files. Anything but a regular file or a folder is `NotFound`."""

    def open(self, path: Parts) -> OpenedFile:
        """Open a file; `NotReadable` if it may not be read."""
        ...

    def file_info(self, path: Parts) -> FileInfo:
        """Return what kind of file or folder is at a path, its size and its modification time."""
        ...

    def children(self, folder: Parts) -> Sequence[FolderEntry]:
        """Return the entries of a folder in no particular order, without those whose names are not valid text."""
        ...

    def put(self, path: Parts, stream: IO[bytes], *, expecting: str | None, limit: int) -> Fingerprint:
        """Store a file, whole or not at all, and make the folders above it.

        A different file at the path is replaced only if `expecting` is its SHA-256: `Conflict` if `expecting` is None,
        `VersionConflict` if it is another hash. A file of more than `limit` bytes is `FileTooLarge`, and is read no
        further.
        """
        ...
