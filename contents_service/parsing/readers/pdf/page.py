"""A page of a PDF as read, before its lines are joined into paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.parsing.readers.pdf.page_kind import PageKind


class PdfPage(Struct, frozen=True, kw_only=True):
    """The lines and properties of a page; sizes in points."""

    number: int
    """Position of the page in the document, from 1."""
    lines: Sequence[TextLine]
    kind: PageKind = "text"
    width: float = 612.0
    height: float = 792.0
    heading_levels: Mapping[int, int] | None = None
    """Heading level of each marked content that is tagged as a heading; None if tags are missing or incomplete."""
    turned: int = 0
    """By how many degrees, clockwise, the page was turned so that most of its text reads upright: `lines`, `width` and
    `height` are those of the turned page."""
    has_filled_fields: bool = False
    """Whether any AcroForm field on it is filled in."""
    truncated: bool = False
    """Whether it holds more text than is read from one page."""
