"""Whether a document's file is still the one that was read."""

from __future__ import annotations

from functools import lru_cache

from contents_service.errors import ContentsError, NotFound
from contents_service.home.folders import HomeFolders
from contents_service.model import Fingerprint, Original, Record

CACHED_HASHES = 4_096
"""Largest number of hashes in memory; they are of files whose time has changed, but perhaps not their bytes."""


def original_state(home: HomeFolders, record: Record) -> Original:
    """Return how a document's file compares with what was last read of it: by length and time, then by hash."""
    last_read = record.active.file if record.active else record.file
    try:
        current = home.stat(record.giver, record.path)
        if current.kind != "file":
            return "missing"
        if current.bytes != last_read.bytes:
            return "changed"
        if current.modified_ns == last_read.modified_ns:
            return "same"
        return "same" if _hash(home, record.giver, record.path, current.modified_ns) == last_read.sha256 else "changed"
    except NotFound:
        return "missing"
    except (ContentsError, OSError):
        return "unknown"


@lru_cache(CACHED_HASHES)
def _hash(home: HomeFolders, person: str, path: str, modified_ns: int) -> str:  # noqa: ARG001  # the time is part of the key
    return fingerprint(home, person, path).sha256


def fingerprint(home: HomeFolders, person: str, path: str) -> Fingerprint:
    """Return the length, hash and time of a file as it is now."""
    with home.open(person, path) as opened:
        return opened.fingerprint()
