"""Where a page's characters stand and how they are set, as PDFium tells it."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct

from contents_service.parsing.readers.pdf.accents import with_accents
from contents_service.parsing.readers.pdf.font_style import is_bold, is_fixed
from contents_service.parsing.readers.pdf.line import Box, Line
from contents_service.parsing.readers.pdf.right_to_left import in_reading_direction
from contents_service.parsing.readers.pdf.ruling_lines import Rules, strokes_on

SEGMENT_GAP = 0.9
"""A gap wider than this part of the type size parts two columns; 1.5 missed the narrow gutters of printed forms."""

RULED_GAP = 0.3
"""A gap wider than this parts two cells, if a rule stands in it; a space is hardly wider."""

STRETCHED = 3
"""So many gaps of a line that are equally wide are spaces, stretched until both edges of the column are even."""

EVEN = 0.12
UNEVEN = 0.5
"""Of the type size: by so little they differ, as letters stand in their boxes, and the words between them by more."""

JUMP_BACK = 2.0
"""Times the type size: PDFium takes a column's line and the next one's of the column before it for one line."""

ACROSS = 24.0
"""Points: type so large that runs neither along the page nor up or down it is a watermark: `DRAFT`, `Confidential`."""

SLANTED = 0.1
"""Of the size: what stands so askew is meant to; recognised text stands a little so."""

INVISIBLE = 3
STROKED_TOO = 2

_SPACE = re.compile(" +")
_HALF = re.compile("[\ud800-\udfff]")
_PLAIN = {0xAD: None, 0xA0: " ", 0x202F: " ", 0x2007: " ", 0x200B: None, 0xFEFF: None, 0: None} | dict(
    zip(range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)


class Setting(Struct, frozen=True, gc=False):
    """How a character is set."""

    size: float
    bold: bool = False
    fixed: bool = False
    invisible: bool = False
    mark: int = -1
    across: bool = False


class _Between(Struct, frozen=True, gc=False):
    """Two neighbouring characters, and the type size of the second."""

    before: Box
    after: Box
    size: float

    @property
    def width(self) -> float:
        """Of the gap between them."""
        return self.after[0] - self.before[2]


class Ruler:
    """Measures one page's characters, as few as will do: each measurement is a call into PDFium."""

    def __init__(self, page: pdfium.PdfPage, textpage: Any, *, exact: bool) -> None:
        self._text = textpage.raw
        self._fonts: dict[int, tuple[bool, bool]] = {}
        self._settings: dict[int, Setting] = {}
        self._exact = exact
        self.turned = turning(page)
        self.rules = Rules(self.turned(*box) for box in strokes_on(page))
        self._width: float = page.get_width()
        self._height: float = page.get_height()
        self._rect = pdfium_c.FS_RECTF()
        self._matrix = pdfium_c.FS_MATRIX()
        self._four = (ctypes.c_double * 4)()
        self._sides = tuple(ctypes.pointer(ctypes.c_double.from_buffer(self._four, at)) for at in range(0, 32, 8))

    def line(self, text: str, start: int, broken: bool) -> Line:
        """A line with its place and its type, measured at both its ends, and where they differ in its middle."""
        first, last = self._index(start), self._index(start + len(text) - 1)
        head, tail = self._loose_box(first), self._loose_box(last)
        told = [setting for at in (first, last) if (setting := self._setting(at))] or [Setting(self._size(first))]
        if told[0] != told[-1] and (middle := self._setting(self._index(_middle(text, start)))):
            told.insert(1, middle)

        def box(at: int) -> Box:
            return self._tight_box(self._index(start + at))

        said = with_accents(in_reading_direction(text, box), box)
        return Line(
            "" if told[0].across else _whole(said).translate(_PLAIN).strip(),
            min(head[0], tail[0]),
            min(head[1], tail[1]),
            max(head[2], tail[2]),
            max(head[3], tail[3]),
            size=sorted(setting.size for setting in told)[len(told) // 2],
            bold=all(setting.bold for setting in told),
            fixed=all(setting.fixed for setting in told),
            broken=broken,
            invisible=all(setting.invisible for setting in told),
            unmapped=self._is_unmapped(first) or self._is_unmapped(last),
            mark=told[0].mark,
        )

    def shows(self, line: Line) -> bool:
        """Whether a line says anything and stands on the page: printers' marks lie outside of it."""
        beside = line.right < 0 or line.left > self._width or line.top < 0 or line.bottom > self._height
        return bool(line.text) and not beside

    def rectangles(self) -> list[Box]:
        """The rectangles of text that PDFium sees, in the order of the content."""
        count: int = pdfium_c.FPDFText_CountRects(self._text, 0, -1)
        found: list[Box] = []
        for index in range(max(count, 0)):
            pdfium_c.FPDFText_GetRect(self._text, index, *self._sides)
            left, top, right, bottom = self._four
            found.append(self.turned(left, bottom, right, top))
        return found

    def parts(self, text: str, start: int, broken: bool) -> Iterator[tuple[str, int, bool]]:
        """A line cut where a gap or a jump back between two words shows that another column begins."""
        spaces = list(_SPACE.finditer(text))
        between = [self._between(start + space.start() - 1, start + space.end()) for space in spaces]
        begin = 0
        for at, space in enumerate(spaces):
            if self._parts_columns(at, between):
                yield text[begin : space.start()], start + begin, False
                begin = space.end()
        yield text[begin:], start + begin, broken

    def _between(self, left: int, right: int) -> _Between:
        """What lies between two neighbouring characters."""
        first = self._index(right)
        return _Between(self._tight_box(self._index(left)), self._tight_box(first), max(self._size(first), 1.0))

    def _parts_columns(self, at: int, line: Sequence[_Between]) -> bool:
        """Whether two neighbouring characters stand in different columns, or in cells with a rule between them."""
        before, after, size, gap = line[at].before, line[at].after, line[at].size, line[at].width
        if before[0] - after[0] > JUMP_BACK * size or (gap > SEGMENT_GAP * size and not _is_stretched(at, line)):
            return True
        return gap > RULED_GAP * size and self.rules.between((before[2], after[0]), after[1], after[3])

    def _index(self, at: int) -> int:
        """PDFium's number of the character at a place of its text: the two drift apart where it adds or leaves out."""
        if self._exact:
            return at
        index: int = pdfium_c.FPDFText_GetCharIndexFromTextIndex(self._text, at)
        return max(index, 0)

    def _loose_box(self, index: int) -> Box:
        pdfium_c.FPDFText_GetLooseCharBox(self._text, index, self._rect)
        return self.turned(self._rect.left, self._rect.bottom, self._rect.right, self._rect.top)

    def _tight_box(self, index: int) -> Box:
        pdfium_c.FPDFText_GetCharBox(self._text, index, *self._sides)
        left, right, bottom, top = self._four
        return self.turned(left, bottom, right, top)

    def _size(self, index: int) -> float:
        """The type size of a character, and of one that PDFium added."""
        setting = self._setting(index)
        return setting.size if setting else self._measured_size(index)

    def _setting(self, index: int) -> Setting | None:
        """How a character is set; None for one that PDFium added, such as a space between two words."""
        thing = pdfium_c.FPDFText_GetTextObject(self._text, index)
        if not thing:
            return None
        address = ctypes.addressof(thing.contents)
        if address not in self._settings:
            self._settings[address] = self._measured_setting(thing, index)
        return self._settings[address]

    def _measured_setting(self, thing: Any, index: int) -> Setting:
        """How a piece of text is set, of which this is a character: all of them alike."""
        mode = pdfium_c.FPDFTextObj_GetTextRenderMode(thing)
        bold, fixed = self._font(pdfium_c.FPDFTextObj_GetFont(thing))
        size = self._measured_size(index)
        return Setting(
            size,
            mode == STROKED_TOO or bold,
            fixed,
            mode == INVISIBLE,
            pdfium_c.FPDFPageObj_GetMarkedContentID(thing),
            size >= ACROSS and self._is_slanted(),
        )

    def _measured_size(self, index: int) -> float:
        """The type size as it is shown: what the file names, times its matrix."""
        named: float = pdfium_c.FPDFText_GetFontSize(self._text, index)
        if pdfium_c.FPDFText_GetMatrix(self._text, index, self._matrix):
            named *= (self._matrix.c**2 + self._matrix.d**2) ** 0.5
        return round(named, 1)

    def _is_slanted(self) -> bool:
        """Whether what was measured last runs across the page: neither along a side of it nor upright."""
        along, upright = abs(self._matrix.a), abs(self._matrix.b)
        return bool(min(along, upright) > SLANTED * max(along, upright))

    def _is_unmapped(self, index: int) -> bool:
        """Whether its font does not say which character it is."""
        return bool(pdfium_c.FPDFText_HasUnicodeMapError(self._text, index) == 1)

    def _font(self, font: Any) -> tuple[bool, bool]:
        """Whether a font is bold, and whether it is of fixed width."""
        address = ctypes.addressof(font.contents) if font else 0
        if address not in self._fonts:
            self._fonts[address] = is_bold(font), is_fixed(font)
        return self._fonts[address]


def _is_stretched(at: int, line: Sequence[_Between]) -> bool:
    """Whether a gap is one of a justified line's spaces: neighbouring words of several widths stand as far apart."""

    def is_even(other: _Between) -> bool:
        return abs(other.width - line[at].width) < EVEN * line[at].size

    before = list(takewhile(is_even, reversed(line[:at])))
    even = [*reversed(before), *takewhile(is_even, line[at:])]
    words = [right.before[2] - left.after[0] for left, right in pairwise(even)]
    return len(even) >= STRETCHED and max(words) - min(words) > UNEVEN * line[at].size


def turning(page: pdfium.PdfPage) -> Callable[[float, float, float, float], Box]:
    """How a box of the page's own space stands on the page as it is shown."""
    x0, y0, x1, y1 = page.get_bbox()
    turns: dict[int, Callable[[float, float, float, float], Box]] = {
        0: lambda left, bottom, right, top: (left - x0, bottom - y0, right - x0, top - y0),
        90: lambda left, bottom, right, top: (bottom - y0, x1 - right, top - y0, x1 - left),
        180: lambda left, bottom, right, top: (x1 - right, y1 - top, x1 - left, y1 - bottom),
        270: lambda left, bottom, right, top: (y1 - top, left - x0, y1 - bottom, right - x0),
    }
    return turns[page.get_rotation() % 360]


def _whole(text: str) -> str:
    """A text with its halved characters whole again; a half without the other is left out."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _middle(text: str, start: int) -> int:
    """Where the character nearest to the middle of a line stands that is not a space."""
    half = len(text) // 2
    return start + half - (text[half] == " ")
