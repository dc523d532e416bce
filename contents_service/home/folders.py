"""The Home Folder: a person's files, where the documents stay.

Every call says whose folder it means; what stands in anybody else's is not found.
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

Judge = Callable[[OpenedFile, str], tuple[Format, Why | None]]
"""Says from a file's first bytes and its name what format it is, and why it would not be read."""


class Listing(Struct, frozen=True):
    """Some entries of a folder, and the cursor of those that follow."""

    entries: tuple[Entry, ...]
    next: str | None


class HomeFolders:
    """The files of every person, one folder a person, in one store."""

    def __init__(self, store: Store, judge: Judge) -> None:
        self._store = store
        self._judge = judge

    def open(self, person: str, path: str) -> OpenedFile:
        """Open a person's file, to take its hash and its text from the same bytes.

        NotFound if there is no such regular file, NotReadable if it may not be read.
        """
        return self._store.open(split_path(person, path))

    def stat(self, person: str, path: str) -> FileInfo:
        """See whether a file is there, how long it is and when it was changed, without opening it."""
        return self._store.file_info(split_path(person, path))

    def put(self, person: str, path: str, stream: IO[bytes], *, expecting: str | None, limit: int) -> Fingerprint:
        """Store a file in a person's folder, whole or not at all; the same bytes at the same path change nothing.

        A different file is overwritten only if `expecting` is its SHA-256: Conflict without it, VersionConflict if it
        is another's. Over `limit` bytes it is FileTooLarge, and the rest of the stream is not read.
        """
        return self._store.put(split_new_path(person, path), stream, expecting=expecting, limit=limit)

    def entries(self, person: str, folder: str | None, *, cursor: str | None = None, limit: int = 200) -> Listing:
        """What stands in a folder of a person (None: all of theirs): folders first, then files, by name.

        Names that begin with a dot are left out. A page may be shorter than `limit`: pipes and sockets take a place.
        """
        parts = split_path(person, person if folder is None else folder)
        after = _read_cursor(cursor)
        shown = [child for child in self._children(parts) if not child.name.startswith(".") and _order(child) > after]
        page = nsmallest(limit, shown, key=_order)
        entries = tuple(entry for child in page if (entry := self._entry((*parts, child.name))))
        return Listing(entries, _cursor(page[-1]) if len(shown) > len(page) else None)

    def _children(self, folder: Parts) -> list[FolderEntry]:
        try:
            return list(self._store.children(folder))
        except NotFound:
            if len(folder) == 1:  # a person who has put nothing there yet has an empty folder
                return []
            raise

    def _entry(self, path: Parts) -> Entry | None:
        """The entry of what stands at a path; None for pipes and sockets, and for links that lead out."""
        try:
            seen = self._store.file_info(path)
            form, reason = self._judged(path) if seen.kind == "file" else (None, None)
        except NotFound:
            return None
        return Entry(
            name=path[-1],
            path="/".join(path),
            kind=seen.kind,
            bytes=seen.bytes if seen.kind == "file" else None,
            modified=_time(seen.modified_ns),
            format=form,
            readable=reason is None,
            why=reason,
        )

    def _judged(self, path: Parts) -> tuple[Format | None, Why | None]:
        try:
            with self._store.open(path) as opened:
                return self._judge(opened, path[-1])
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
        said = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError) as error:
        raise InvalidRequest("This cursor is not one that was given.", ["/cursor"]) from error
    return _order(FolderEntry(said[1:], said.startswith("/")))


def _time(modified_ns: int) -> str:
    return datetime.fromtimestamp(modified_ns // 1_000_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
