"""The time, and how answers and records say it."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The time by this machine's clock."""
    return datetime.now(UTC)


def rfc3339(moment: datetime) -> str:
    """A time as answers say it: RFC 3339, UTC, milliseconds."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
