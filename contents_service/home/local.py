"""The Home Folders on the local disk."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from contents_service.errors import Busy, Conflict, ContentsError, InvalidRequest, NotFound, NotReadable
from contents_service.home.open_beneath import Opener, open_beneath
from contents_service.home.paths import NO_SUCH_FILE, Parts
from contents_service.home.store import FileInfo, FolderEntry, OpenedFile
from contents_service.home.upload import DRAFT_PREFIX, check_replacement, copy_and_hash
from contents_service.model import Fingerprint

DRAFT_MAX_AGE_S = 24 * 3600
"""Age in seconds from which a draft must be left over from a process that died; no upload takes a day."""

READ_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
"""Flags to open a file for reading; not blocking, since a pipe without a writer would block before we see its type."""

HOME_UNAVAILABLE = "The Home Folder cannot be read at the moment. Try again later."

CREATE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

_NOT_FOUND = {
    errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EXDEV, errno.ENXIO, errno.ENODEV, errno.ENAMETOOLONG,
    errno.EINVAL, errno.ESTALE,
}  # fmt: skip
_NOT_ALLOWED = {errno.EACCES, errno.EPERM}
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
_NOT_WRITABLE = _NOT_ALLOWED | {errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.EEXIST}


class LocalStore:
    """Folders below one root, opened in such a way that no path or link leads out of the person's own."""

    def __init__(self, root: Path, opener: Opener = open_beneath) -> None:
        self._root = root
        self._open_beneath = opener

    def open(self, path: Parts) -> OpenedFile:
        """Open a file; `NotReadable` if it may not be read."""
        with _translate_read_errors():
            return _open_regular(self._descriptor(path, READ_FLAGS))

    def file_info(self, path: Parts) -> FileInfo:
        """Return what kind of file or folder is at a path, its size and its modification time."""
        with _translate_read_errors():
            descriptor = self._descriptor(path, os.O_PATH)
            try:
                return _file_info(os.fstat(descriptor))
            finally:
                os.close(descriptor)

    def children(self, folder: Parts) -> Sequence[FolderEntry]:
        """Return the entries of a folder in no particular order, without those whose names are not valid text."""
        with _translate_read_errors():
            descriptor = self._descriptor(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                with os.scandir(descriptor) as entries:
                    return [
                        FolderEntry(each.name, each.is_dir(follow_symlinks=False))
                        for each in entries
                        if _has_valid_name(each)
                    ]
            finally:
                os.close(descriptor)

    def put(self, path: Parts, stream: IO[bytes], *, expecting: str | None, limit: int) -> Fingerprint:
        """Store a file, whole or not at all, and make the folders above it.

        It is written to a draft in the same folder, which is then moved under a lock that all our processes take. So
        two uploads that expect the same file cannot both replace it.
        """
        with _translate_write_errors(), self._make_and_open(path[:-1]) as folder:
            _delete_old_drafts(folder)
            with _write_draft(folder, stream, limit) as draft, _locked(folder):
                return draft.move_to(path[-1].encode(), expecting)

    def _descriptor(self, path: Parts, flags: int) -> int:
        person, *below = path
        home = self._folder_of(person)
        try:
            return self._open_beneath(home, [name.encode() for name in below], flags)
        finally:
            os.close(home)

    def _folder_of(self, person: str) -> int:
        """Open a person's folder; Busy if the root is missing, since then the disk is unmounted and no file is gone."""
        try:
            return os.open(self._root / person, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError as error:
            if self._root.exists():
                raise
            raise Busy(HOME_UNAVAILABLE) from error

    @contextmanager
    def _make_and_open(self, folder: Parts) -> Iterator[int]:
        """Open a folder for reading, after making the folders that are missing."""
        with suppress(FileExistsError, FileNotFoundError):  # the root is never made, since it may just be unmounted
            (self._root / folder[0]).mkdir()
        for depth in range(1, len(folder)):
            parent = self._descriptor(folder[:depth], os.O_RDONLY | os.O_DIRECTORY)
            try:
                with suppress(FileExistsError):
                    os.mkdir(folder[depth].encode(), dir_fd=parent)
            finally:
                os.close(parent)
        descriptor = self._descriptor(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            yield descriptor
        finally:
            os.close(descriptor)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A file that is written but not yet at its path."""

    folder: int
    name: bytes
    file: Fingerprint

    def move_to(self, name: bytes, expecting: str | None) -> Fingerprint:
        existing = _existing(self.folder, name)
        if existing and existing.sha256 == self.file.sha256:
            return existing
        check_replacement(existing, expecting)
        if existing is None:
            os.link(self.name, name, src_dir_fd=self.folder, dst_dir_fd=self.folder, follow_symlinks=False)
        else:
            os.rename(self.name, name, src_dir_fd=self.folder, dst_dir_fd=self.folder)
        os.fsync(self.folder)
        return self.file


@contextmanager
def _write_draft(folder: int, stream: IO[bytes], limit: int) -> Iterator[_Draft]:
    name = (DRAFT_PREFIX + secrets.token_hex(8)).encode()
    descriptor = os.open(name, CREATE_FLAGS, 0o666, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            digest, length = copy_and_hash(stream, file, limit)
            file.flush()
            os.fsync(file.fileno())
            modified_ns = os.fstat(file.fileno()).st_mtime_ns
        yield _Draft(folder, name, Fingerprint(bytes=length, sha256=digest, modified_ns=modified_ns))
    finally:
        with suppress(FileNotFoundError):  # it was moved to its path
            os.unlink(name, dir_fd=folder)


@contextmanager
def _locked(folder: int) -> Iterator[None]:
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(folder, fcntl.LOCK_UN)


def _existing(folder: int, name: bytes) -> Fingerprint | None:
    """Return the file at a path, if any; Conflict for a folder, link or pipe there."""
    try:
        with _open_regular(os.open(name, READ_FLAGS | os.O_NOFOLLOW, dir_fd=folder)) as opened:
            return opened.fingerprint()
    except FileNotFoundError:
        return None
    except (OSError, NotFound) as error:
        raise Conflict("There is already something at this path that is not a file.") from error


def _open_regular(descriptor: int) -> OpenedFile:
    """Return a descriptor as an open file; if it is not a regular file, close it and raise NotFound."""
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise NotFound(NO_SUCH_FILE)
    return OpenedFile(os.fdopen(descriptor, "rb"), status.st_size, status.st_mtime_ns)


def _file_info(status: os.stat_result) -> FileInfo:
    if stat.S_ISDIR(status.st_mode):
        return FileInfo("folder", 0, status.st_mtime_ns)
    if stat.S_ISREG(status.st_mode):
        return FileInfo("file", status.st_size, status.st_mtime_ns)
    raise NotFound(NO_SUCH_FILE)


def _has_valid_name(entry: os.DirEntry[str]) -> bool:
    try:
        entry.name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _delete_old_drafts(folder: int) -> None:
    """Delete the drafts that processes left in a folder when they died."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(DRAFT_PREFIX):
                with suppress(FileNotFoundError):  # it was moved to its path, or another upload deleted it
                    if entry.stat(follow_symlinks=False).st_mtime < time.time() - DRAFT_MAX_AGE_S:
                        os.unlink(entry.name, dir_fd=folder)


@contextmanager
def _translate_read_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _read_error(error) from error


def _read_error(error: OSError) -> ContentsError:
    if error.errno in _NOT_FOUND:
        return NotFound(NO_SUCH_FILE)
    if error.errno in _NOT_ALLOWED:
        return NotReadable("not_allowed")
    return Busy(HOME_UNAVAILABLE)


@contextmanager
def _translate_write_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _write_error(error) from error


def _write_error(error: OSError) -> ContentsError:
    if error.errno in _NO_ROOM:
        return Busy("There is no space left in the Home Folder.")
    if error.errno == errno.ENAMETOOLONG:
        return InvalidRequest("The name is too long.", ["/path"])
    if error.errno in _NOT_WRITABLE:
        return Conflict("A file cannot be put at this path.")
    return _read_error(error)
