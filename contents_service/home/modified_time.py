"""The modification time of a file in another store: each store reports it differently."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zlib import crc32

SECOND_NS = 1_000_000_000
MIN_MILLISECONDS = 1e11
"""Numbers above this are milliseconds (HDFS): as seconds they would be past the year 5000."""

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
"""Names under which stores report the modification time; `created` is for stores that never change a file."""

CONTENT_KEYS = ("ETag", "etag", "md5Hash", "content_md5")
"""Names under which stores report something that changes with a file's bytes."""


def modified_ns(info: dict[str, Any]) -> int:
    """Return a file's modification time in nanoseconds; 0 if the store does not report it.

    A store that counts whole seconds cannot tell two changes within a second apart. The nanoseconds are then made from
    its ETag or hash.
    """
    modified = _to_nanoseconds(next((info[name] for name in MODIFIED_KEYS if info.get(name)), 0))
    etag = next((info[name] for name in CONTENT_KEYS if info.get(name)), None)
    return modified + crc32(str(etag).encode()) % SECOND_NS if etag and modified % SECOND_NS == 0 else modified


def _to_nanoseconds(value: datetime | float | str) -> int:
    if isinstance(value, str):
        value = _ftp_time(value) if value[:14].isdigit() else datetime.fromisoformat(value)
    if isinstance(value, datetime):
        value = (value if value.tzinfo else value.replace(tzinfo=UTC)).timestamp()
    return int(value * 1_000_000) if value > MIN_MILLISECONDS else int(value * SECOND_NS)


def _ftp_time(value: str) -> datetime:
    return datetime.strptime(value[:14], FTP_TIME_FORMAT).replace(tzinfo=UTC)
