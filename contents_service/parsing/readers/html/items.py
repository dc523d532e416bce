"""What a page says, piece by piece in reading order, before headings and context are known."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from contents_service.model import Span

Zone = Literal["", "named", "main", "edge", "aside"]
"""Of what is only named as the main content, of the main content, of what stands above or below either, of navigation
and sidebars, or of none of them."""


class Item(Struct, frozen=True, kw_only=True):
    """A heading (level 1 to 6), a paragraph, a table's row or a stretch of code."""

    kind: Literal["heading", "prose", "code", "row"]
    text: str
    lines: Span
    zone: Zone
    level: int = 0
    context: str | None = None
    keep_with_next: bool = False
    strong: bool = False
