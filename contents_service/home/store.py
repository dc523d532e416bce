"""What we ask of the place where the Home Folders are kept.

A path is given in parts, the first of which is the person; whoever calls has checked that each is a plain name.
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
    """A regular file, open; its hash and its text are to be taken from this one opening."""

    file: BufferedReader
    bytes: int
    modified_ns: int

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def fingerprint(self) -> Fingerprint:
        """What the file is, by its bytes; afterwards it stands at its beginning again."""
        self.file.seek(0)
        digest = hashlib.file_digest(self.file, "sha256").hexdigest()
        length = self.file.tell()
        self.file.seek(0)
        return Fingerprint(bytes=length, sha256=digest, modified_ns=self.modified_ns)


@dataclass(frozen=True, slots=True)
class FileInfo:
    """A file or folder as it is seen from outside, without opening it."""

    kind: Literal["file", "folder"]
    bytes: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A name in a folder, and whether it is a folder's."""

    name: str
    is_folder: bool


class Store(Protocol):
    """A place of files. What is not there, or is neither a regular file nor a folder, is `NotFound`."""

    def open(self, path: Parts) -> OpenedFile:
        """Open a file; `NotReadable` if it may not be read."""
        ...

    def file_info(self, path: Parts) -> FileInfo:
        """See what stands at a path."""
        ...

    def children(self, folder: Parts) -> Sequence[FolderEntry]:
        """All names in a folder, in no order; those that are no valid text are left out."""
        ...

    def put(self, path: Parts, stream: IO[bytes], *, expecting: str | None, limit: int) -> Fingerprint:
        """Put a file there whole or not at all, and make the folders above it.

        A different file that stands there is replaced only if `expecting` is its SHA-256: `Conflict` without it,
        `VersionConflict` if it is another's. More than `limit` bytes are `FileTooLarge`; the rest of them is not read.
        """
        ...
