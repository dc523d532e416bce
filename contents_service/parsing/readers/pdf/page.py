"""A page as it was read, before its lines become paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.page_kind import Kind


class Page(Struct, frozen=True, kw_only=True):
    """What stands on a page; sizes in points, pages count from 1."""

    number: int
    lines: Sequence[Line]
    kind: Kind = "text"
    width: float = 612.0
    height: float = 792.0
    tags: Mapping[int, int] | None = None
    """The heading level of each marked content that is a heading; None where tags are missing or partial."""
    is_filled: bool = False
    """Whether something was filled into its form."""
    shortened: bool = False
    """Whether it holds more text than is read of one page."""
