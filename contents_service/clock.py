"""The current time, and the format of times in answers and records."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the current time by this machine's clock."""
    return datetime.now(UTC)


def rfc3339(moment: datetime) -> str:
    """Return a UTC time in RFC 3339 format with milliseconds."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
