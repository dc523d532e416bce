"""The Home Folders in another store than this machine's disk: whatever fsspec has a protocol for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from io import BufferedReader
from secrets import token_hex
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, Self

from fsspec.core import url_to_fs
from fsspec.spec import AbstractFileSystem

from contents_service.errors import Conflict, NotFound, NotReadable
from contents_service.home.local_copy import LocalCopy
from contents_service.home.modified_time import modified_ns
from contents_service.home.paths import Parts, is_file_name
from contents_service.home.store import FileInfo, FolderEntry, OpenedFile
from contents_service.home.store_errors import file_not_found, translate_read_errors, translate_write_errors
from contents_service.home.upload import CHUNK_BYTES, DRAFT_PREFIX, check_replacement, copy_and_hash
from contents_service.model import Fingerprint

LOCKS = 64
"""Uploads to different paths seldom wait for each other."""


class FsspecStore:
    """Folders beneath the root that a URL names, in a store that fsspec knows.

    What a disk of this machine promises and such a store may not: of two processes that put different files at one
    new path at the same moment, the later may win where the store cannot create a file only if there is none; the same
    goes for two that replace the same file. A file that is replaced while it is read may break off as `Busy` (S3 does
    so, and never mixes the two). Where the store has links (SFTP, SMB), it is the store's own rights that must keep
    them from leading out of a person's folder.
    """

    def __init__(self, files: AbstractFileSystem, root: str) -> None:
        self._files = files
        self._root = root.rstrip("/")
        self._moves = type(files).mv is not AbstractFileSystem.mv  # what all inherit copies, then deletes
        self._locks = tuple(Lock() for _ in range(LOCKS))

    @classmethod
    def at(cls, url: str) -> Self:
        """The store at a URL such as `s3://bucket/homes`; its credentials are where its own library looks for them."""
        return cls(*url_to_fs(url))

    def open(self, path: Parts) -> OpenedFile:
        """Open a file; `NotReadable` if it may not be read."""
        with translate_read_errors():
            found = self._info(path)
            if found["type"] != "file":
                raise file_not_found()
            stream = self._files.open(self._place(path), "rb", block_size=CHUNK_BYTES)
            return OpenedFile(BufferedReader(LocalCopy(stream)), int(found["size"]), modified_ns(found))

    def file_info(self, path: Parts) -> FileInfo:
        """See what stands at a path."""
        with translate_read_errors():
            found = self._info(path)
        if found["type"] == "file":
            return FileInfo("file", int(found["size"]), modified_ns(found))
        if found["type"] == "directory":
            return FileInfo("folder", 0, modified_ns(found))
        raise file_not_found()

    def children(self, folder: Parts) -> Sequence[FolderEntry]:
        """All names in a folder, in no order; those that are no name of ours are left out."""
        if self.file_info(folder).kind != "folder":
            raise file_not_found()
        place = self._place(folder)
        with translate_read_errors():
            entries = self._files.ls(place, detail=True)
        named = [(entry["name"].rstrip("/"), entry["type"] == "directory") for entry in entries]
        # Some stores name an empty folder among what is in it.
        inside = [(name.rpartition("/")[2], is_folder) for name, is_folder in named if not place.endswith(name)]
        return [FolderEntry(name, is_folder) for name, is_folder in inside if is_file_name(name)]

    def put(self, path: Parts, stream: IO[bytes], *, expecting: str | None, limit: int) -> Fingerprint:
        """Put a file there whole or not at all, and make the folders above it.

        The body is kept on this machine until all of it has come, so that one that breaks off leaves nothing in the
        store. Uploads of this process to one path take turns; for those of others see the class.
        """
        with TemporaryFile() as body:  # without a name: whatever becomes of this process, it is gone
            with translate_write_errors():
                sha256, length = copy_and_hash(stream, body, limit)
                body.flush()
            with self._locks[hash(path) % LOCKS], translate_write_errors():
                there = self._standing(path)
                if there and there.sha256 == sha256:
                    return there
                check_replacement(there, expecting)
                self._write(path, f"/proc/self/fd/{body.fileno()}", new=there is None)
                return Fingerprint(bytes=length, sha256=sha256, modified_ns=modified_ns(self._info(path)))

    def _write(self, path: Parts, body: str, *, new: bool) -> None:
        """Send a file to its place: through a draft that is moved there, or where objects appear whole, at once."""
        if not self._moves:
            self._files.put_file(body, self._place(path), mode="create" if new else "overwrite")
            return
        draft = self._place((*path[:-1], DRAFT_PREFIX + token_hex(8)))
        try:
            self._files.makedirs(self._place(path[:-1]), exist_ok=True)
            self._files.put_file(body, draft)
            self._files.mv(draft, self._place(path))
        except BaseException:
            with suppress(Exception):  # it may not have come so far; what is told is why it failed
                self._files.rm_file(draft)
            raise

    def _standing(self, path: Parts) -> Fingerprint | None:
        """The file at a place; a folder there, or a file where a folder must be, is a conflict in any case."""
        try:
            with self.open(path) as opened:
                return opened.fingerprint()
        except (NotFound, NotReadable):
            above = (path[:depth] for depth in range(2, len(path)))
            if self._kind(path) is None and all(self._kind(folder) in {None, "directory"} for folder in above):
                return None
        raise Conflict("Something else than a file stands at this path.")

    def _kind(self, path: Parts) -> str | None:
        try:
            return str(self._info(path)["type"])
        except (FileNotFoundError, NotADirectoryError):
            return None

    def _info(self, path: Parts) -> dict[str, Any]:
        place = self._place(path)
        self._files.invalidate_cache(place)  # others write there too
        return dict(self._files.info(place))

    def _place(self, path: Parts) -> str:
        return "/".join((self._root, *path))
