"""The text of a page as PDFium finds it: lines in reading order, each with its place and its type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pypdfium2 as pdfium
from msgspec import Struct

from contents_service.parsing.readers.pdf.columns import in_reading_order, is_laid_out
from contents_service.parsing.readers.pdf.forms import Field, with_fields
from contents_service.parsing.readers.pdf.glyph_metrics import Ruler
from contents_service.parsing.readers.pdf.line import Line, whole_rows

BROKEN = "\ufffe"
"""What PDFium writes for a hyphen at a line's end, in place of the line break too."""

WIDEST_GAP = 2.0
"""Times the height: what PDFium has parted by more is not one line, but the two ends of a running head."""

_PIECE = re.compile(f"[^\r\n{BROKEN}]+")


class Text(Struct, frozen=True):
    """All the text of a page, as lines in reading order."""

    lines: list[Line]
    shortened: bool


def text_of(page: pdfium.PdfPage, limit: int, fields: Sequence[Field] = ()) -> Text:
    """The lines of a page in reading order, of at most so many characters, and what is filled into its form."""
    textpage = page.get_textpage()
    try:
        count: int = textpage.count_chars()
        said = _in_units(textpage.get_text_range(0, min(count, limit))) if count else ""
        ruler = Ruler(page, textpage, exact=len(said) == count)
        return Text(_lines(said, ruler, fields), count > limit)
    finally:
        textpage.close()


def _lines(said: str, ruler: Ruler, fields: Sequence[Field]) -> list[Line]:
    pieces = _pieces(said)
    if not fields and not is_laid_out(ruler.rectangles()):
        return whole_rows(filter(ruler.shows, (ruler.line(*piece) for piece in pieces)), WIDEST_GAP)
    segments = (ruler.line(*part) for piece in pieces for part in ruler.parts(*piece))
    return in_reading_order(with_fields(filter(ruler.shows, segments), fields, ruler.turned), ruler.rules)


def _pieces(said: str) -> Iterator[tuple[str, int, bool]]:
    """What stands between line ends: its text, where that begins, and whether it ends inside a word."""
    for found in _PIECE.finditer(said):
        text = found.group()
        if bare := text.strip():
            start = found.start() + text.index(bare[0])
            yield bare, start, said[found.end() : found.end() + 1] == BROKEN


def _in_units(text: str) -> str:
    """A text as PDFium counts it: a character beyond U+FFFF is two."""
    if not text or max(text) <= "\uffff":
        return text
    return "".join(map(chr, memoryview(text.encode("utf-16-le")).cast("H")))
