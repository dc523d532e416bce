"""The Home Folder: a person's files, where the documents stay.

Every call names the person whose folder it means; anybody else's files are not found.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from datetime import UTC, datetime
from heapq import nsmallest
from typing import IO

from msgspec import Struct

from contents_service.errors import InvalidRequest, NotFound, NotReadable
from contents_service.home.paths import Parts, split_new_path, split_path
from contents_service.home.store import FileInfo, FolderEntry, OpenedFile, Store
from contents_service.model import Entry, Fingerprint, Format, Why
from contents_service.reasons import why

DetectFormat = Callable[[OpenedFile, str], tuple[Format, Why | None]]
"""Returns a file's format, detected from its first bytes and its name, and why it would not be read, if so."""


class Listing(Struct, frozen=True):
    """A page of a folder's entries, and the cursor of the next page."""

    entries: tuple[Entry, ...]
    next: str | None


class HomeFolders:
    """Everybody's files in one store, a folder for each person."""

    def __init__(self, store: Store, detect_format: DetectFormat) -> None:
        self._store = store
        self._detect_format = detect_format

    def open(self, person: str, path: str) -> OpenedFile:
        """Open a person's file, so that its hash and its text come from the same bytes.

        NotFound if there is no such regular file, NotReadable if it may not be read.
        """
        return self._store.open(split_path(person, path))

    def stat(self, person: str, path: str) -> FileInfo:
        """Return a file's size and modification time without opening it; NotFound if there is none."""
        return self._store.file_info(split_path(person, path))

    def put(self, person: str, path: str, stream: IO[bytes], *, expecting: str | None, limit: int) -> Fingerprint:
        """Store a file in a person's folder, whole or not at all; the same bytes at the same path change nothing.

        A different file is overwritten only if `expecting` is its SHA-256: Conflict if `expecting` is None,
        VersionConflict if it is another hash. A file of more than `limit` bytes is FileTooLarge.
        """
        return self._store.put(split_new_path(person, path), stream, expecting=expecting, limit=limit)

    def entries(self, person: str, folder: str | None, *, cursor: str | None = None, limit: int = 200) -> Listing:
        """Return the entries of a person's folder (None: the Home Folder itself): folders first, then files, by name.

        Names that begin with a dot are left out. A page may have fewer than `limit` entries, because pipes and sockets
        are left out of it.
        """
        parts = split_path(person, person if folder is None else folder)
        after = _read_cursor(cursor)
        remaining = [
            child for child in self._children(parts) if not child.name.startswith(".") and _order(child) > after
        ]
        page = nsmallest(limit, remaining, key=_order)
        entries = tuple(entry for child in page if (entry := self._entry((*parts, child.name))))
        return Listing(entries, _cursor(page[-1]) if len(remaining) > len(page) else None)

    def _children(self, folder: Parts) -> list[FolderEntry]:
        try:
            return list(self._store.children(folder))
        except NotFound:
            if len(folder) == 1:  # a person without files has an empty folder
                return []
            raise

    def _entry(self, path: Parts) -> Entry | None:
        """Return the entry of a file or folder; None for pipes, sockets, and links that lead out of the folder."""
        try:
            info = self._store.file_info(path)
            format_, reason = self._detect(path) if info.kind == "file" else (None, None)
        except NotFound:
            return None
        return Entry(
            name=path[-1],
            path="/".join(path),
            kind=info.kind,
            bytes=info.bytes if info.kind == "file" else None,
            modified=_time(info.modified_ns),
            format=format_,
            readable=reason is None,
            why=reason,
        )

    def _detect(self, path: Parts) -> tuple[Format | None, Why | None]:
        try:
            with self._store.open(path) as opened:
                return self._detect_format(opened, path[-1])
        except NotReadable as error:
            return None, why(error.code, **error.details)


Order = tuple[bool, str, str]


def _order(child: FolderEntry) -> Order:
    return (not child.is_folder, child.name.casefold(), child.name)


def _cursor(child: FolderEntry) -> str:
    return base64.urlsafe_b64encode(f"{'/' if child.is_folder else ' '}{child.name}".encode()).decode()


def _read_cursor(cursor: str | None) -> Order:
    if cursor is None:
        return (False, "", "")
    try:
        text = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError) as error:
        raise InvalidRequest("Invalid cursor. Use the `next` of the page before.", ["/cursor"]) from error
    return _order(FolderEntry(text[1:], text.startswith("/")))


def _time(modified_ns: int) -> str:
    return datetime.fromtimestamp(modified_ns // 1_000_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
