"""Text of a page that is struck out by a line through its letters, marked as in Markdown: `~~this~~`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from contents_service.parsing.readers.pdf.line import Box

STRUCK_MARK = "~~"
"""The mark before and after text that is struck out."""

STRIKE_HEIGHTS = (0.33, 0.66)
"""How high a line strikes letters out, as shares of their height with all strokes; underlines are lower."""

MAX_OVERHANG = 3.0
"""Maximum length, in points, of a line beyond the letters that it strikes out; rules of tables are longer."""

MIN_CHARACTERS = 3
"""Minimum number of characters that are struck out; a line through fewer may be the bar of a fraction."""

MAX_ANNOTATIONS = 2_000
"""Maximum number of annotations looked at on a page."""


def find_strike_annotations(page: pdfium.PdfPage) -> Iterator[Box]:
    """Yield the middle lines of the texts that annotations strike out, in the page's own coordinates."""
    for at in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)):
        annotation = pdfium_c.FPDFPage_GetAnnot(page, at)
        if not annotation:
            continue
        try:
            if pdfium_c.FPDFAnnot_GetSubtype(annotation) == pdfium_c.FPDF_ANNOT_STRIKEOUT:
                yield from _middle_lines(annotation)
        finally:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _middle_lines(annotation: pdfium_c.FPDF_ANNOTATION) -> Iterator[Box]:
    quad = pdfium_c.FS_QUADPOINTSF()
    for at in range(pdfium_c.FPDFAnnot_CountAttachmentPoints(annotation)):
        if pdfium_c.FPDFAnnot_GetAttachmentPoints(annotation, at, quad):
            xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            middle = (min(ys) + max(ys)) / 2
            yield min(xs), middle, max(xs), middle


def mark_struck(text: str, box: Box, lines: Iterable[Box], box_of: Callable[[int], Box]) -> str:
    """Return a text with marks around what lines strike out; `box_of` gives the box of a character by its index."""
    low, high = (box[1] + share * (box[3] - box[1]) for share in STRIKE_HEIGHTS)
    left, right = box[0] - MAX_OVERHANG, box[2] + MAX_OVERHANG
    strikes = [line for line in lines if low <= line[1] <= high and left <= line[0] and line[2] <= right]
    if not strikes:
        return text
    struck = [not character.isspace() and _is_crossed(box_of(at), strikes) for at, character in enumerate(text)]
    if sum(struck) < MIN_CHARACTERS:
        return text
    return "".join(_mark(text, list(run)) for run in _words_struck_alike(text, struck))


def _is_crossed(box: Box, strikes: Sequence[Box]) -> bool:
    middle = (box[0] + box[2]) / 2
    return any(strike[0] <= middle <= strike[2] for strike in strikes)


def _words_struck_alike(text: str, struck: Sequence[bool]) -> Iterator[list[tuple[int, bool]]]:
    """Yield runs of characters that are all struck out or all not; a space between struck words is of their run."""
    flags = list(struck)
    for at, character in enumerate(text):
        if character.isspace() and 0 < at < len(text) - 1:
            flags[at] = flags[at - 1] and struck[at + 1]
    for _, run in groupby(enumerate(flags), key=lambda item: item[1]):
        yield list(run)


def _mark(text: str, run: Sequence[tuple[int, bool]]) -> str:
    content = text[run[0][0] : run[-1][0] + 1]
    return f"{STRUCK_MARK}{content}{STRUCK_MARK}" if run[0][1] else content
