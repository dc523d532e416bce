"""The text of a page as items in reading order, before headings and context are known."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from contents_service.model import Span

Zone = Literal["", "main", "main_by_id", "header_footer", "header_by_id", "sidebar"]
"""The part of a page: unknown, the main content by its tag or role, the main content only by its id,
the header or footer, the header only by its id, or navigation and sidebars."""

HEADERS_FOOTERS: frozenset[Zone] = frozenset(("header_footer", "header_by_id"))


class Item(Struct, frozen=True, kw_only=True):
    """A heading (level 1 to 6), a paragraph, a table row or a piece of code."""

    kind: Literal["heading", "prose", "code", "row"]
    text: str
    lines: Span
    zone: Zone
    level: int = 0
    context: str | None = None
    keep_with_next: bool = False
    is_bold: bool = False
    left_level: int = 0
    """The level of the heading that ended before it, together with the panel below that heading."""
    extra: str = ""
    """Words that it is found by and that are not shown: how its characters are read."""
