"""The text of a page as PDFium extracts it: lines in reading order, with position and style."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from typing import Any

import pypdfium2 as pdfium
from msgspec import Struct
from msgspec.structs import replace

from contents_service.parsing.readers.pdf.columns import has_side_by_side_text, sort_by_reading_order
from contents_service.parsing.readers.pdf.forms import FormField, insert_fields
from contents_service.parsing.readers.pdf.glyph_metrics import GlyphMetrics
from contents_service.parsing.readers.pdf.line import TextLine, merge_rows
from contents_service.parsing.readers.pdf.margin_numbers import strip_margin_numbers
from contents_service.parsing.readers.pdf.turned_text import find_rotations, rotated, turn_lines

HYPHEN_SIGN = "\ufffe"
"""What PDFium writes for a hyphen at a line end, instead of the line break."""

MAX_WORD_GAP = 2.0
"""Maximum gap within a line, as a multiple of the height; wider ones separate the two ends of a running header."""

_RAW_LINE = re.compile(f"[^\r\n{HYPHEN_SIGN}]+")


class PageText(Struct, frozen=True):
    """The text of a page as lines in reading order; text in other directions than most comes last."""

    lines: list[TextLine]
    rotation: int
    """The page's rotation, in degrees, at which most of its text is upright; the lines' positions are those then."""
    truncated: bool
    """Whether the page has more text than was read."""


def read_text(page: pdfium.PdfPage, limit: int, fields: Sequence[FormField] = ()) -> PageText:
    """Return the lines of a page in reading order, up to `limit` characters, with the values of its form fields."""
    with closing(page.get_textpage()) as textpage:
        first, *others = find_rotations(page, textpage)
        if first == page.get_rotation() and not others:
            return _read_direction(page, textpage, limit, fields, None)
    with rotated(page, first):
        text = _read_rotated(page, limit, fields, first if others else None)
    lines = list(text.lines)
    for rotation in others:
        with rotated(page, rotation):
            size = page.get_width(), page.get_height()
            lines += turn_lines(_read_rotated(page, limit, (), rotation).lines, *size, first - rotation)
    return replace(text, lines=lines)


def _read_rotated(page: pdfium.PdfPage, limit: int, fields: Sequence[FormField], rotation: int | None) -> PageText:
    with closing(page.get_textpage()) as textpage:
        return _read_direction(page, textpage, limit, fields, rotation)


def _read_direction(
    page: pdfium.PdfPage, textpage: Any, limit: int, fields: Sequence[FormField], rotation: int | None
) -> PageText:
    """Read a page's text, or only that which is upright at one rotation."""
    count: int = textpage.count_chars()
    text = _to_utf16_units(textpage.get_text_range(0, min(count, limit))) if count else ""
    metrics = GlyphMetrics(page, textpage, is_exact=len(text) == count)
    if rotation is not None:
        text = "".join(
            "\n" if metrics.rotation_at(at) not in (rotation, None) else character for at, character in enumerate(text)
        )
    lines = _measure_lines(text, metrics, fields, is_mixed=rotation is not None)
    return PageText(lines, page.get_rotation(), count > limit)


def _measure_lines(text: str, metrics: GlyphMetrics, fields: Sequence[FormField], *, is_mixed: bool) -> list[TextLine]:
    raw_lines = strip_margin_numbers(list(_split_raw_lines(text)), metrics.box_at)
    if not fields and not is_mixed and not has_side_by_side_text(metrics.rectangles()):
        lines = (metrics.measure_line(*raw_line) for raw_line in raw_lines)
        return merge_rows(filter(metrics.is_visible, lines), MAX_WORD_GAP)
    raw_segments = chain.from_iterable(metrics.split_at_gaps(*raw_line) for raw_line in raw_lines)
    segments = (metrics.measure_line(*raw_segment) for raw_segment in raw_segments)
    filled = insert_fields(filter(metrics.is_visible, segments), fields, metrics.transform)
    return sort_by_reading_order(filled, metrics.rulings)


def _split_raw_lines(page_text: str) -> Iterator[tuple[str, int, bool]]:
    """Yield each line's text, the index where it begins, and whether it ends inside a word."""
    for found in _RAW_LINE.finditer(page_text):
        text = found.group()
        if stripped := text.strip():
            start = found.start() + text.index(stripped[0])
            yield stripped, start, page_text[found.end() : found.end() + 1] == HYPHEN_SIGN


def _to_utf16_units(text: str) -> str:
    """Return a text as PDFium counts it: a character beyond U+FFFF is two."""
    if not text or max(text) <= "\uffff":
        return text
    return "".join(map(chr, memoryview(text.encode("utf-16-le")).cast("H")))
