"""Whether a file is still the one that was read."""

from __future__ import annotations

from functools import lru_cache

from contents_service.errors import ContentsError, NotFound
from contents_service.home.folders import HomeFolders
from contents_service.model import Fingerprint, Original, Record

FILES_REMEMBERED = 4_096
"""Hashes kept in memory, of files that were touched and did not change."""


def original_of(home: HomeFolders, record: Record) -> Original:
    """How a document's file compares with what was last read of it: by length and time, then by hash."""
    read = record.active.file if record.active else record.file
    try:
        seen = home.stat(record.giver, record.path)
        if seen.kind != "file":
            return "missing"
        if seen.bytes != read.bytes:
            return "changed"
        if seen.modified_ns == read.modified_ns:
            return "same"
        return "same" if _hash(home, record.giver, record.path, seen.modified_ns) == read.sha256 else "changed"
    except NotFound:
        return "missing"
    except (ContentsError, OSError):
        return "unknown"


@lru_cache(FILES_REMEMBERED)
def _hash(home: HomeFolders, person: str, path: str, modified_ns: int) -> str:  # noqa: ARG001  # the time is part of the key
    return fingerprint(home, person, path).sha256


def fingerprint(home: HomeFolders, person: str, path: str) -> Fingerprint:
    """What a file is now, by its bytes."""
    with home.open(person, path) as opened:
        return opened.fingerprint()
