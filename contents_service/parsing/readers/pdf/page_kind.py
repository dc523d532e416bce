"""The kind of a page, judged by its images, its paths and its text, and so whether it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_float
from typing import Any, Literal

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct

from contents_service.parsing.readers.pdf.glyph_metrics import make_box_transform
from contents_service.parsing.readers.pdf.line import Box, TextLine

PageKind = Literal["text", "blank", "recognised", "stamped", "scanned", "garbled", "drawn"]
"""`stamped` is a scan with a line typed over it: that line is read, the page is not."""

MIN_TEXT_CHARACTERS = 20
"""Minimum number of characters of a text page; with fewer, and images on it, a page is a scan."""

SCAN_IMAGE_SHARE = 0.3
"""Share of the page that images cover if a page with hardly any text is a scan."""

FULL_PAGE_IMAGE_SHARE = 0.6
"""Share of the page that images cover if they are the page itself."""

MAX_STAMP_CHARACTERS = 150
"""Number of visible characters below which text on a full-page image is a stamp."""

MIN_TITLE_SIZE = 14.0
"""Font size, in points, from which text on a full-page image is the title of a cover or slide, not a stamp."""

MIN_OUTLINED_PATHS = 40
"""Number of paths from which a page without text has its glyphs drawn as outlines; frames need fewer."""

MAX_UNREADABLE_SHARE = 0.3
"""Maximum share of control, private-use and replacement characters in readable text."""

MAX_UNMAPPED_SHARE = 0.5
"""Maximum share of text in fonts without a Unicode mapping; above it the letters are examined."""

MIN_VOWEL_SHARE = 0.6
"""Minimum share of longer words with a vowel, in any language in Latin script; shifted letters have fewer."""

SMALL_PATH_SIZE = 12.0
"""Width and height, in points, below which a path may be a bullet."""

MAX_EXAMINED_PATHS = 150
"""Maximum number of paths on a page that is searched for bullets; one with more is a drawing."""

MAX_OBJECTS = 20_000
"""Maximum number of objects looked at on a page."""

MAX_FORM_DEPTH = 4
"""Maximum nesting depth of form XObjects looked into."""

_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_LONGER_WORD = re.compile(r"[^\W\d_]{4,}")
_VOWEL = re.compile("[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]", re.IGNORECASE)
_LATIN = re.compile("[A-Za-z]")


class PageGraphics(Struct, frozen=True):
    """The graphics of a page: the share that images cover, the number of paths, and the boxes of small ones."""

    image_share: float
    path_count: int
    small_paths: Sequence[Box] = ()


def measure_graphics(page: pdfium.PdfPage) -> PageGraphics:
    """Measure the images and paths of a page, also those in form XObjects."""
    area = max(page.get_width() * page.get_height(), 1.0)
    image_share, paths = 0.0, list[Any]()
    for page_object, kind in _walk_objects(page):
        if kind == pdfium_c.FPDF_PAGEOBJ_IMAGE:
            image_share += _image_area(page_object, page) / area
        elif kind == pdfium_c.FPDF_PAGEOBJ_PATH:
            paths.append(page_object)
    return PageGraphics(
        min(image_share, 1.0), len(paths), _small_boxes(paths, page) if 0 < len(paths) <= MAX_EXAMINED_PATHS else ()
    )


def classify_page(lines: Sequence[TextLine], graphics: PageGraphics) -> PageKind:
    """Return the kind of a page; `garbled`, `scanned` and `drawn` are also reason codes."""
    if _is_garbled(lines):
        return "garbled"
    characters = sum(_count_characters(line) for line in lines)
    visible = sum(_count_characters(line) for line in lines if not line.invisible)
    if graphics.image_share >= FULL_PAGE_IMAGE_SHARE and characters and not visible:
        return "recognised" if characters >= MIN_TEXT_CHARACTERS else "scanned"
    if characters < MIN_TEXT_CHARACTERS and graphics.image_share >= SCAN_IMAGE_SHARE:
        return "scanned"
    if graphics.image_share >= FULL_PAGE_IMAGE_SHARE and visible < MAX_STAMP_CHARACTERS:
        return _classify_text_over_image(lines, characters - visible)
    if not characters:
        return "drawn" if graphics.path_count >= MIN_OUTLINED_PATHS else "blank"
    return "text"


def _classify_text_over_image(lines: Sequence[TextLine], hidden: int) -> PageKind:
    """Classify a few words over a full-page image: OCR text with a stamp, a cover or slide, or a scan with a stamp."""
    if hidden >= MAX_STAMP_CHARACTERS:
        return "recognised"
    large = sum(_count_characters(line) for line in lines if line.size >= MIN_TITLE_SIZE)
    return "text" if 2 * large > sum(_count_characters(line) for line in lines) else "stamped"


def _count_characters(line: TextLine) -> int:
    return len(line.text) - line.text.count(" ")


def _is_garbled(lines: Sequence[TextLine]) -> bool:
    """Whether the text layer of a page is not real text."""
    characters = sum(_count_characters(line) for line in lines)
    unreadable = sum(len(_UNREADABLE.findall(line.text)) for line in lines)
    if unreadable > MAX_UNREADABLE_SHARE * characters:
        return True
    unmapped = sum(_count_characters(line) for line in lines if line.unmapped)
    return unmapped > MAX_UNMAPPED_SHARE * characters and not _looks_like_words(" ".join(line.text for line in lines))


def _looks_like_words(text: str) -> bool:
    letters = sum(letter.isalpha() for letter in text)
    if letters < 0.5 * len(text.replace(" ", "")):
        return False
    words = [word for word in _LONGER_WORD.findall(text) if _LATIN.search(word)]
    return sum(bool(_VOWEL.search(word)) for word in words) >= MIN_VOWEL_SHARE * len(words)


def _walk_objects(page: pdfium.PdfPage) -> Iterator[tuple[Any, int]]:
    """Yield the page's objects and their types, those in a form XObject after it."""
    pending = [
        (pdfium_c.FPDFPage_GetObject(page, at), 1) for at in range(_cap_count(pdfium_c.FPDFPage_CountObjects(page)))
    ]
    examined = 0
    while pending and examined < MAX_OBJECTS:
        page_object, depth = pending.pop()
        kind: int = pdfium_c.FPDFPageObj_GetType(page_object)
        yield page_object, kind
        examined += 1
        if kind == pdfium_c.FPDF_PAGEOBJ_FORM and depth < MAX_FORM_DEPTH:
            children = range(_cap_count(pdfium_c.FPDFFormObj_CountObjects(page_object)))
            pending += [(pdfium_c.FPDFFormObj_GetObject(page_object, at), depth + 1) for at in children]


def _cap_count(count: int) -> int:
    return min(max(count, 0), MAX_OBJECTS)


def _small_boxes(paths: Iterable[Any], page: pdfium.PdfPage) -> list[Box]:
    """Return the boxes of small paths."""
    transform = make_box_transform(page)
    boxes = (box for path in paths if (box := _bounding_box(path)))
    return [transform(*box) for box in boxes if max(box[2] - box[0], box[3] - box[1]) < SMALL_PATH_SIZE]


def _image_area(page_object: Any, page: pdfium.PdfPage) -> float:
    """Return the area of the page that an image covers, in square points."""
    box = _bounding_box(page_object)
    if not box:
        return 0.0
    x0, y0, x1, y1 = page.get_bbox()
    width: float = min(box[2], x1) - max(box[0], x0)
    height: float = min(box[3], y1) - max(box[1], y0)
    return max(width, 0.0) * max(height, 0.0)


def _bounding_box(page_object: Any) -> Box | None:
    left, bottom, right, top = (c_float() for _ in range(4))
    if not pdfium_c.FPDFPageObj_GetBounds(page_object, left, bottom, right, top):
        return None
    return left.value, bottom.value, right.value, top.value
