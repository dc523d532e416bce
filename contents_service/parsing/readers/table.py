"""A table and its header, however they are written."""

from __future__ import annotations

from msgspec import Struct

from contents_service.model import Span


class Table(Struct, frozen=True):
    """A table's rows, the header's first if it has one, and the header's own words."""

    rows: tuple[Span, ...]
    header: str | None = None
