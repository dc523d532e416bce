"""The Home Folders in a store other than the local disk: any that fsspec has a protocol for."""

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
"""Number of upload locks: enough that uploads to different paths rarely wait for each other."""


class FsspecStore:
    """Folders below the root that a URL names, in a store that fsspec supports.

    Such a store may guarantee less than the local disk:

    - If two processes put different files at the same new path at once, the later one may win, unless the store can
      create a file only if there is none. The same goes for two processes that replace the same file.
    - Reading a file while it is being replaced may fail as `Busy`. On S3 it does, and never returns a mixture of both.
    - If the store has links (SFTP, SMB), its own permissions must keep them from leading out of a person's folder.
    """

    def __init__(self, files: AbstractFileSystem, root: str) -> None:
        self._files = files
        self._root = root.rstrip("/")
        self._can_move = type(files).mv is not AbstractFileSystem.mv  # the inherited one copies, then deletes
        self._locks = tuple(Lock() for _ in range(LOCKS))

    @classmethod
    def at(cls, url: str) -> Self:
        """Return the store at a URL such as `s3://bucket/homes`; the store's library looks for its own credentials."""
        return cls(*url_to_fs(url))

    def open(self, path: Parts) -> OpenedFile:
        """Open a file; `NotReadable` if it may not be read."""
        with translate_read_errors():
            info = self._info(path)
            if info["type"] != "file":
                raise file_not_found()
            stream = self._files.open(self._url_path(path), "rb", block_size=CHUNK_BYTES)
            return OpenedFile(BufferedReader(LocalCopy(stream)), int(info["size"]), modified_ns(info))

    def file_info(self, path: Parts) -> FileInfo:
        """Return what kind of file or folder is at a path, its size and its modification time."""
        with translate_read_errors():
            info = self._info(path)
        if info["type"] == "file":
            return FileInfo("file", int(info["size"]), modified_ns(info))
        if info["type"] == "directory":
            return FileInfo("folder", 0, modified_ns(info))
        raise file_not_found()

    def children(self, folder: Parts) -> Sequence[FolderEntry]:
        """Return the entries of a folder in no particular order, without those that have an invalid name."""
        if self.file_info(folder).kind != "folder":
            raise file_not_found()
        url_path = self._url_path(folder)
        with translate_read_errors():
            entries = self._files.ls(url_path, detail=True)
        listed = [(entry["name"].rstrip("/"), entry["type"] == "directory") for entry in entries]
        # Some stores list an empty folder as its own entry.
        inside = [(name.rpartition("/")[2], is_folder) for name, is_folder in listed if not url_path.endswith(name)]
        return [FolderEntry(name, is_folder) for name, is_folder in inside if is_file_name(name)]

    def put(self, path: Parts, stream: IO[bytes], *, expecting: str | None, limit: int) -> Fingerprint:
        """Store a file, whole or not at all, and make the folders above it.

        The body is kept on this machine until it is complete, so an upload that breaks off leaves nothing in the store.
        Uploads of this process to one path take turns; see the class about other processes.
        """
        with TemporaryFile() as body:  # nameless, so it is gone when this process ends, however it ends
            with translate_write_errors():
                sha256, length = copy_and_hash(stream, body, limit)
                body.flush()
            with self._locks[hash(path) % LOCKS], translate_write_errors():
                existing = self._existing(path)
                if existing and existing.sha256 == sha256:
                    return existing
                check_replacement(existing, expecting)
                self._write(path, f"/proc/self/fd/{body.fileno()}", new=existing is None)
                return Fingerprint(bytes=length, sha256=sha256, modified_ns=modified_ns(self._info(path)))

    def _write(self, path: Parts, body: str, *, new: bool) -> None:
        """Write a draft and move it to its path; or write directly, if the store only ever shows whole files."""
        if not self._can_move:
            self._files.put_file(body, self._url_path(path), mode="create" if new else "overwrite")
            return
        draft = self._url_path((*path[:-1], DRAFT_PREFIX + token_hex(8)))
        try:
            self._files.makedirs(self._url_path(path[:-1]), exist_ok=True)
            self._files.put_file(body, draft)
            self._files.mv(draft, self._url_path(path))
        except BaseException:
            with suppress(Exception):  # perhaps there is no draft yet; the first error is the one to raise
                self._files.rm_file(draft)
            raise

    def _existing(self, path: Parts) -> Fingerprint | None:
        """Return the file at a path, if any; Conflict for a folder there, or for a file where a folder must be."""
        try:
            with self.open(path) as opened:
                return opened.fingerprint()
        except (NotFound, NotReadable):
            folders_above = (path[:depth] for depth in range(2, len(path)))
            if self._kind(path) is None and all(self._kind(folder) in {None, "directory"} for folder in folders_above):
                return None
        raise Conflict("There is already something at this path that is not a file.")

    def _kind(self, path: Parts) -> str | None:
        try:
            return str(self._info(path)["type"])
        except (FileNotFoundError, NotADirectoryError):
            return None

    def _info(self, path: Parts) -> dict[str, Any]:
        url_path = self._url_path(path)
        self._files.invalidate_cache(url_path)  # other processes write there too
        return dict(self._files.info(url_path))

    def _url_path(self, path: Parts) -> str:
        return "/".join((self._root, *path))
