"""What a page looks like: pictures, shapes, and text that may not be text, and so whether it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_float
from typing import Any, Literal

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct

from contents_service.parsing.readers.pdf.glyph_metrics import turning
from contents_service.parsing.readers.pdf.line import Box, Line

Kind = Literal["text", "blank", "recognised", "stamped", "scanned", "garbled", "drawn"]
"""`stamped` is a picture of a page with a line typed over it: its line is read, the page is not."""

FEW_CHARACTERS = 20
PICTURE_SHARE = 0.3
"""With fewer characters than that, and pictures over this share of it, a page is a scan."""

FULL_PICTURE = 0.6
STAMP_CHARACTERS = 150
"""A picture over this share of the page is the page itself; so few visible characters on it are a stamp."""

TITLE_SIZE = 14.0
"""Type of this size on a full picture is a cover's or a slide's, not a stamp's."""

SHAPES_OF_LETTERS = 40
"""So many shapes on a page without text may be its letters; rules and frames are fewer."""

UNREADABLE_SHARE = 0.3
"""Of control, private-use and replacement characters."""

UNMAPPED_SHARE = 0.5
"""Of lines whose font does not say what its shapes are; then the letters themselves are looked at."""

WORDS_WITH_VOWELS = 0.6
"""Of a text's longer words, in any language written with Latin letters; shifted letters have fewer."""

SMALL = 12.0
SMALL_SHAPES = 150
"""Points: the marks of a list are smaller; and a page of more shapes is a drawing, of which none is looked at."""

OBJECTS_LOOKED_AT = 20_000
DEPTH = 4

_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_LONGER_WORD = re.compile(r"[^\W\d_]{4,}")
_VOWEL = re.compile("[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]", re.IGNORECASE)
_LATIN = re.compile("[A-Za-z]")


class Looks(Struct, frozen=True):
    """What is on a page beside its text: the share of it that pictures cover, how many shapes, and the small ones."""

    pictures: float
    shapes: int
    small: Sequence[Box] = ()


def looks_of(page: pdfium.PdfPage) -> Looks:
    """Look at a page's objects, also those within forms drawn on it."""
    area = max(page.get_width() * page.get_height(), 1.0)
    pictures, shapes = 0.0, list[Any]()
    for thing, kind in _objects(page):
        if kind == pdfium_c.FPDF_PAGEOBJ_IMAGE:
            pictures += _area(thing, page) / area
        elif kind == pdfium_c.FPDF_PAGEOBJ_PATH:
            shapes.append(thing)
    return Looks(min(pictures, 1.0), len(shapes), _small(shapes, page) if 0 < len(shapes) <= SMALL_SHAPES else ())


def kind_of(lines: Sequence[Line], looks: Looks) -> Kind:
    """What kind of page it is; `garbled` is the same as the reason it cannot be read, as are `scanned` and `drawn`."""
    if _is_garbled(lines):
        return "garbled"
    characters = sum(_count(line) for line in lines)
    seen = sum(_count(line) for line in lines if not line.invisible)
    if looks.pictures >= FULL_PICTURE and characters and not seen:
        return "recognised" if characters >= FEW_CHARACTERS else "scanned"
    if characters < FEW_CHARACTERS and looks.pictures >= PICTURE_SHARE:
        return "scanned"
    if looks.pictures >= FULL_PICTURE and seen < STAMP_CHARACTERS:
        return _over_a_picture(lines, characters - seen)
    if not characters:
        return "drawn" if looks.shapes >= SHAPES_OF_LETTERS else "blank"
    return "text"


def _over_a_picture(lines: Sequence[Line], hidden: int) -> Kind:
    """A few words over a picture: a recognised page with a stamp, a cover or slide, or a scan with a stamp."""
    if hidden >= STAMP_CHARACTERS:
        return "recognised"
    large = sum(_count(line) for line in lines if line.size >= TITLE_SIZE)
    return "text" if 2 * large > sum(_count(line) for line in lines) else "stamped"


def _count(line: Line) -> int:
    return len(line.text) - line.text.count(" ")


def _is_garbled(lines: Sequence[Line]) -> bool:
    """Whether what the file gives as text is none."""
    characters = sum(_count(line) for line in lines)
    unreadable = sum(len(_UNREADABLE.findall(line.text)) for line in lines)
    if unreadable > UNREADABLE_SHARE * characters:
        return True
    unmapped = sum(_count(line) for line in lines if line.unmapped)
    return unmapped > UNMAPPED_SHARE * characters and not _reads_like_words(" ".join(line.text for line in lines))


def _reads_like_words(text: str) -> bool:
    letters = sum(letter.isalpha() for letter in text)
    if letters < 0.5 * len(text.replace(" ", "")):
        return False
    words = [word for word in _LONGER_WORD.findall(text) if _LATIN.search(word)]
    return sum(bool(_VOWEL.search(word)) for word in words) >= WORDS_WITH_VOWELS * len(words)


def _objects(page: pdfium.PdfPage) -> Iterator[tuple[Any, int]]:
    """The page's objects and their types, those within a form after the form."""
    waiting = [(pdfium_c.FPDFPage_GetObject(page, at), 1) for at in range(_first(pdfium_c.FPDFPage_CountObjects(page)))]
    looked_at = 0
    while waiting and looked_at < OBJECTS_LOOKED_AT:
        thing, depth = waiting.pop()
        kind: int = pdfium_c.FPDFPageObj_GetType(thing)
        yield thing, kind
        looked_at += 1
        if kind == pdfium_c.FPDF_PAGEOBJ_FORM and depth < DEPTH:
            inner = range(_first(pdfium_c.FPDFFormObj_CountObjects(thing)))
            waiting += [(pdfium_c.FPDFFormObj_GetObject(thing, at), depth + 1) for at in inner]


def _first(count: int) -> int:
    return min(max(count, 0), OBJECTS_LOOKED_AT)


def _small(shapes: Iterable[Any], page: pdfium.PdfPage) -> list[Box]:
    """The boxes around the shapes that are small."""
    turned = turning(page)
    boxes = (box for shape in shapes if (box := _bounds(shape)))
    return [turned(*box) for box in boxes if max(box[2] - box[0], box[3] - box[1]) < SMALL]


def _area(thing: Any, page: pdfium.PdfPage) -> float:
    """How much of the page a picture covers, in square points."""
    box = _bounds(thing)
    if not box:
        return 0.0
    x0, y0, x1, y1 = page.get_bbox()
    width: float = min(box[2], x1) - max(box[0], x0)
    height: float = min(box[3], y1) - max(box[1], y0)
    return max(width, 0.0) * max(height, 0.0)


def _bounds(thing: Any) -> Box | None:
    left, bottom, right, top = (c_float() for _ in range(4))
    if not pdfium_c.FPDFPageObj_GetBounds(thing, left, bottom, right, top):
        return None
    return left.value, bottom.value, right.value, top.value
