"""When a file of another store was last changed: each spells it in its way."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zlib import crc32

SECOND_NS = 1_000_000_000
MIN_MILLISECONDS = 1e11
"""As seconds it would be past the year 5000: HDFS counts milliseconds."""

FTP_TIME_FORMAT = "%Y%m%d%H%M%S"

MODIFIED_KEYS = (
    "mtime",
    "LastModified",
    "last_modified",
    "updated",
    "modified",
    "modificationTime",
    "modify",
    "created",
)
"""How the stores spell when a file was last changed; one without any of them puts a new file in its place."""

CONTENT_KEYS = ("ETag", "etag", "md5Hash", "content_md5")
"""How they spell what changes with a file's bytes."""


def modified_ns(found: dict[str, Any]) -> int:
    """When a file was last changed, in nanoseconds; 0 where the store does not say.

    A store that counts whole seconds cannot tell two changes within one apart: what it says of the bytes then stands
    in place of the nanoseconds.
    """
    told = _time(next((found[name] for name in MODIFIED_KEYS if found.get(name)), 0))
    etag = next((found[name] for name in CONTENT_KEYS if found.get(name)), None)
    return told + crc32(str(etag).encode()) % SECOND_NS if etag and told % SECOND_NS == 0 else told


def _time(said: datetime | float | str) -> int:
    if isinstance(said, str):
        said = _ftp_time(said) if said[:14].isdigit() else datetime.fromisoformat(said)
    if isinstance(said, datetime):
        said = (said if said.tzinfo else said.replace(tzinfo=UTC)).timestamp()
    return int(said * 1_000_000) if said > MIN_MILLISECONDS else int(said * SECOND_NS)


def _ftp_time(said: str) -> datetime:
    return datetime.strptime(said[:14], FTP_TIME_FORMAT).replace(tzinfo=UTC)
