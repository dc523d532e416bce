"""Positions and styles of a page's glyphs, as PDFium reports them."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct
from msgspec.structs import replace

from contents_service.parsing.readers.pdf.accents import compose_accents
from contents_service.parsing.readers.pdf.font_style import is_bold, is_monospaced
from contents_service.parsing.readers.pdf.letter_spacing import is_spaced_out, join_letters
from contents_service.parsing.readers.pdf.line import MIN_DROP_CAP_SIZE, Box, TextLine
from contents_service.parsing.readers.pdf.link_targets import find_link_targets, show_link_targets
from contents_service.parsing.readers.pdf.raised_figures import set_apart_raised_figures
from contents_service.parsing.readers.pdf.right_to_left import order_right_to_left
from contents_service.parsing.readers.pdf.ruling_lines import RulingLines, find_strokes
from contents_service.parsing.readers.pdf.struck_text import find_strike_annotations, mark_struck
from contents_service.parsing.readers.pdf.turned_text import upright_rotation

COLUMN_GAP = 0.9
"""Minimum gap between two columns, as a share of the font size; 1.5 missed the narrow gutters of printed forms."""

RULED_CELL_GAP = 0.3
"""Minimum gap between two cells separated by a ruling line, as a share of the font size; spaces are hardly wider."""

MIN_JUSTIFIED_SPACES = 3
"""Minimum number of equally wide gaps in a line if they are the stretched spaces of justified text."""

MAX_SPACE_VARIATION = 0.12
"""Maximum difference between the spaces of a justified line, as a share of the font size; glyph boxes vary that much.
"""

MIN_WORD_VARIATION = 0.5
"""Minimum difference between the words of a justified line, as a share of the font size; table cells vary less."""

MIN_JUMP_BACK = 2.0
"""Minimum jump to the left that begins a new column, as a multiple of the font size; PDFium may put it in one line."""

MIN_WATERMARK_SIZE = 24.0
"""Minimum font size, in points, of slanted text that is a watermark, such as `DRAFT` or `Confidential`."""

MIN_SLANT = 0.1
"""Minimum slant of a watermark: ratio of the smaller to the larger matrix component; OCR text slants slightly."""

INVISIBLE_MODE = 3
"""Text rendering mode of invisible text."""

FILL_AND_STROKE_MODE = 2
"""Text rendering mode that fills and strokes, which makes text bold."""

_SPACES = re.compile(" +")
_SURROGATE = re.compile("[\ud800-\udfff]")
_PLAIN_FORMS = {0xAD: None, 0xA0: " ", 0x202F: " ", 0x2007: " ", 0x200B: None, 0xFEFF: None, 0: None} | dict(
    zip(range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)
"""Plain text for ligatures, special spaces and invisible characters."""


class TextStyle(Struct, frozen=True, gc=False):
    """How a glyph is set; `size` in points."""

    size: float
    bold: bool = False
    monospaced: bool = False
    invisible: bool = False
    marked_content_id: int = -1
    is_watermark: bool = False


class _WordGap(Struct, frozen=True, gc=False):
    """The gap between two words: the boxes of the glyphs around it, and the font size of the second."""

    before: Box
    after: Box
    size: float

    @property
    def width(self) -> float:
        """Width of the gap in points."""
        return self.after[0] - self.before[2]


class GlyphMetrics:
    """Measures a page's glyphs, as few as possible, because each measurement is a call into PDFium.

    `is_exact` says that text indexes and PDFium's character indexes are the same.
    """

    def __init__(self, page: pdfium.PdfPage, textpage: Any, *, is_exact: bool) -> None:
        self._textpage = textpage.raw
        self._fonts: dict[int, tuple[bool, bool]] = {}
        self._styles: dict[int, TextStyle] = {}
        self._is_exact = is_exact
        self.transform = make_box_transform(page)
        self.rulings = RulingLines(self.transform(*box) for box in find_strokes(page))
        self._links = find_link_targets(page, self.transform)
        self._strikes = [self.transform(*box) for box in find_strike_annotations(page)]
        self._width: float = page.get_width()
        self._height: float = page.get_height()
        self._rect = pdfium_c.FS_RECTF()
        self._matrix = pdfium_c.FS_MATRIX()
        self._coordinates = (ctypes.c_double * 4)()
        self._coordinate_pointers = tuple(
            ctypes.pointer(ctypes.c_double.from_buffer(self._coordinates, at)) for at in range(0, 32, 8)
        )

    def measure_line(self, text: str, start: int, ends_mid_word: bool) -> TextLine:
        """Return a line with its position and style, measured at both ends, and in the middle if they differ."""
        first, last = self._char_index(start), self._char_index(start + len(text) - 1)
        first_box, last_box = self._loose_box(first), self._loose_box(last)
        styles = self._sample_styles(first, last, middle=_middle_index(text, start))
        if styles[0].size >= MIN_DROP_CAP_SIZE * styles[-1].size and self._is_drop_cap(text, start, styles[-1]):
            initial_length = 1 + (text[1] == " ")
            beside = self.measure_line(text[initial_length:], start + initial_length, ends_mid_word)
            return replace(beside, text=text[:initial_length] + beside.text, left=first_box[0])

        def box_of(at: int) -> Box:
            return self._tight_box(self._char_index(start + at))

        composed = compose_accents(order_right_to_left(text, box_of), box_of)
        if composed == text:  # else its characters are no longer those of the page's text
            composed = self._read_marks(text, start, (first_box[0], first_box[1], last_box[2], first_box[3]))
        return TextLine(
            "" if styles[0].is_watermark else _join_surrogates(composed).translate(_PLAIN_FORMS).strip(),
            min(first_box[0], last_box[0]),
            min(first_box[1], last_box[1]),
            max(first_box[2], last_box[2]),
            max(first_box[3], last_box[3]),
            size=sorted(style.size for style in styles)[len(styles) // 2],
            bold=all(style.bold for style in styles),
            monospaced=all(style.monospaced for style in styles),
            ends_mid_word=ends_mid_word,
            invisible=all(style.invisible for style in styles),
            unmapped=self._is_unmapped(first) or self._is_unmapped(last),
            marked_content_id=styles[0].marked_content_id,
        )

    def _is_drop_cap(self, text: str, start: int, style: TextStyle) -> bool:
        """Whether only the first letter of a line is larger than the style of its end."""
        rest = text[1:].lstrip()
        return len(rest) > 1 and self.size_at(start + text.index(rest, 1)) <= style.size

    def _read_marks(self, text: str, start: int, box: Box) -> str:
        """Return a line with its links' addresses, its raised figures set apart or struck words marked."""
        if is_spaced_out(text):
            boxes = [self.box_at(start + at) for at in range(0, len(text), 2)]
            return join_letters(text, [right[0] - left[2] for left, right in pairwise(boxes)])
        if (
            self._links
            and (linked := show_link_targets(text, box, self._links, lambda at: self.box_at(start + at))) != text
        ):
            return linked
        marked = set_apart_raised_figures(text, start, self)
        lines = [*self.rulings.horizontals_between(box[1], box[3]), *self._strikes]
        if marked != text or not lines:
            return marked
        return mark_struck(text, box, lines, lambda at: self.box_at(start + at))

    def is_visible(self, line: TextLine) -> bool:
        """Whether a line has text and lies on the page; printer's marks lie outside."""
        is_outside = line.right < 0 or line.left > self._width or line.top < 0 or line.bottom > self._height
        return bool(line.text) and not is_outside

    def box_at(self, index: int) -> Box:
        """Return the box of the character at an index of the page's text."""
        return self._tight_box(self._char_index(index))

    def is_set_alike(self, first: int, second: int) -> bool:
        """Whether two characters, by their indexes in the page's text, are surely set in the same way."""
        objects = [
            pdfium_c.FPDFText_GetTextObject(self._textpage, self._char_index(index)) for index in (first, second)
        ]
        return all(objects) and len({ctypes.addressof(each.contents) for each in objects}) == 1

    def size_at(self, index: int) -> float:
        """Return the font size of the character at an index of the page's text."""
        return self._font_size(self._char_index(index))

    def baseline_at(self, index: int) -> float:
        """Return the height of the baseline of the character at an index of the page's text."""
        x, y, *_ = self._coordinate_pointers
        pdfium_c.FPDFText_GetCharOrigin(self._textpage, self._char_index(index), x, y)
        left, bottom = self._coordinates[:2]
        return self.transform(left, bottom, left, bottom)[1]

    def rotation_at(self, index: int) -> int | None:
        """Return the page's rotation, in degrees, at which the character at an index of its text is upright."""
        return upright_rotation(self._textpage, self._char_index(index))

    def rectangles(self) -> list[Box]:
        """Return PDFium's text rectangles in content order."""
        count: int = pdfium_c.FPDFText_CountRects(self._textpage, 0, -1)
        found: list[Box] = []
        for index in range(max(count, 0)):
            pdfium_c.FPDFText_GetRect(self._textpage, index, *self._coordinate_pointers)
            left, top, right, bottom = self._coordinates
            found.append(self.transform(left, bottom, right, top))
        return found

    def split_at_gaps(self, text: str, start: int, ends_mid_word: bool) -> Iterator[tuple[str, int, bool]]:
        """Split a line where a gap or a jump back between two words begins another column."""
        spaces = list(_SPACES.finditer(text))
        gaps = [self._measure_gap(start + space.start() - 1, start + space.end()) for space in spaces]
        begin = 0
        for at, space in enumerate(spaces):
            if self._is_column_break(at, gaps):
                yield text[begin : space.start()], start + begin, False
                begin = space.end()
        yield text[begin:], start + begin, ends_mid_word

    def _measure_gap(self, left: int, right: int) -> _WordGap:
        """Return the gap between two neighbouring characters."""
        first = self._char_index(right)
        before, after = self._tight_box(self._char_index(left)), self._tight_box(first)
        return _WordGap(before, after, max(self._font_size(first), 1.0))

    def _is_column_break(self, index: int, gaps: Sequence[_WordGap]) -> bool:
        """Whether the words around a gap belong to different columns, or to cells separated by a ruling line."""
        before, after, size, width = gaps[index].before, gaps[index].after, gaps[index].size, gaps[index].width
        if before[0] - after[0] > MIN_JUMP_BACK * size:
            return True
        if width > COLUMN_GAP * size and not _is_justified_space(index, gaps):
            return True
        free = (before[2], after[0])
        return width > RULED_CELL_GAP * size and self.rulings.has_vertical_between(free, after[1], after[3])

    def _char_index(self, at: int) -> int:
        """Return PDFium's character index for a text index; they differ where PDFium adds or omits characters."""
        if self._is_exact:
            return at
        index: int = pdfium_c.FPDFText_GetCharIndexFromTextIndex(self._textpage, at)
        return max(index, 0)

    def _loose_box(self, index: int) -> Box:
        pdfium_c.FPDFText_GetLooseCharBox(self._textpage, index, self._rect)
        return self.transform(self._rect.left, self._rect.bottom, self._rect.right, self._rect.top)

    def _tight_box(self, index: int) -> Box:
        pdfium_c.FPDFText_GetCharBox(self._textpage, index, *self._coordinate_pointers)
        left, right, bottom, top = self._coordinates
        return self.transform(left, bottom, right, top)

    def _font_size(self, index: int) -> float:
        """Return the font size of a character, also of one that PDFium added."""
        style = self._style(index)
        return style.size if style else self._measure_font_size(index)

    def _style(self, index: int) -> TextStyle | None:
        """Return the style of a character; None if PDFium added it, such as a space between words."""
        text_object = pdfium_c.FPDFText_GetTextObject(self._textpage, index)
        if not text_object:
            return None
        address = ctypes.addressof(text_object.contents)
        if address not in self._styles:
            self._styles[address] = self._measure_style(text_object, index)
        return self._styles[address]

    def _sample_styles(self, first: int, last: int, *, middle: int) -> list[TextStyle]:
        """Return the styles at both ends of a line, and the one at the text index in its middle if they differ."""
        styles = [style for index in (first, last) if (style := self._style(index))]
        styles = styles or [TextStyle(self._font_size(first))]
        if styles[0] != styles[-1] and (style := self._style(self._char_index(middle))):
            styles.insert(1, style)
        return styles

    def _measure_style(self, text_object: Any, index: int) -> TextStyle:
        """Return the style of a text object, measured at one of its characters."""
        mode = pdfium_c.FPDFTextObj_GetTextRenderMode(text_object)
        bold, monospaced = self._font_style(pdfium_c.FPDFTextObj_GetFont(text_object))
        size = self._measure_font_size(index)
        return TextStyle(
            size,
            mode == FILL_AND_STROKE_MODE or bold,
            monospaced,
            mode == INVISIBLE_MODE,
            pdfium_c.FPDFPageObj_GetMarkedContentID(text_object),
            size >= MIN_WATERMARK_SIZE and self._is_slanted(),
        )

    def _measure_font_size(self, index: int) -> float:
        """Return the displayed font size: the size that the file names, scaled by the text matrix."""
        named: float = pdfium_c.FPDFText_GetFontSize(self._textpage, index)
        if pdfium_c.FPDFText_GetMatrix(self._textpage, index, self._matrix):
            named *= (self._matrix.c**2 + self._matrix.d**2) ** 0.5
        return round(named, 1)

    def _is_slanted(self) -> bool:
        """Whether the character measured last is neither horizontal nor vertical."""
        along, upright = abs(self._matrix.a), abs(self._matrix.b)
        return bool(min(along, upright) > MIN_SLANT * max(along, upright))

    def _is_unmapped(self, index: int) -> bool:
        """Whether the font does not map this glyph to Unicode."""
        return bool(pdfium_c.FPDFText_HasUnicodeMapError(self._textpage, index) == 1)

    def _font_style(self, font: Any) -> tuple[bool, bool]:
        """Return whether a font is bold and whether it is monospaced."""
        address = ctypes.addressof(font.contents) if font else 0
        if address not in self._fonts:
            self._fonts[address] = is_bold(font), is_monospaced(font)
        return self._fonts[address]


def _is_justified_space(index: int, gaps: Sequence[_WordGap]) -> bool:
    """Whether a gap is a space of justified text: equal gaps between words of different widths."""

    def is_alike(other: _WordGap) -> bool:
        return abs(other.width - gaps[index].width) < MAX_SPACE_VARIATION * gaps[index].size

    before = list(takewhile(is_alike, reversed(gaps[:index])))
    run = [*reversed(before), *takewhile(is_alike, gaps[index:])]
    words = [right.before[2] - left.after[0] for left, right in pairwise(run)]
    return len(run) >= MIN_JUSTIFIED_SPACES and max(words) - min(words) > MIN_WORD_VARIATION * gaps[index].size


def make_box_transform(page: pdfium.PdfPage) -> Callable[[float, float, float, float], Box]:
    """Return a function that converts a box from the page's own coordinates to the page as displayed."""
    x0, y0, x1, y1 = page.get_bbox()
    turns: dict[int, Callable[[float, float, float, float], Box]] = {
        0: lambda left, bottom, right, top: (left - x0, bottom - y0, right - x0, top - y0),
        90: lambda left, bottom, right, top: (bottom - y0, x1 - right, top - y0, x1 - left),
        180: lambda left, bottom, right, top: (x1 - right, y1 - top, x1 - left, y1 - bottom),
        270: lambda left, bottom, right, top: (y1 - top, left - x0, y1 - bottom, right - x0),
    }
    return turns[page.get_rotation() % 360]


def _join_surrogates(text: str) -> str:
    """Join surrogate pairs into characters, and remove lone surrogates."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _middle_index(text: str, start: int) -> int:
    """Return the index of the character in the middle of a line, or the one before it if that is a space."""
    half = len(text) // 2
    return start + half - (text[half] == " ")
