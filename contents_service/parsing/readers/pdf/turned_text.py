"""Text set sideways or upside down on a page: by how much the page must be turned so that it reads upright."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec.structs import replace

from contents_service.parsing.readers.pdf.line import Box, TextLine

SAMPLED_CHARACTERS = 300
"""Number of characters of a page whose direction is looked at."""

MIN_SHARE = 0.05
"""Minimum share of a page's characters in a direction that is read by itself; a stamp in the margin is less."""

MAX_TILT = 10.0
"""Maximum tilt, in degrees, of text that counts as set in one of the four directions."""


def find_rotations(page: pdfium.PdfPage, textpage: Any) -> list[int]:
    """Return the rotations of a page, in degrees, at which its text reads upright, that of most text first."""
    own = page.get_rotation()
    count: int = textpage.count_chars()
    step = max(count // SAMPLED_CHARACTERS, 1)
    found = Counter(
        rotation for at in range(0, count, step) if (rotation := upright_rotation(textpage, at)) is not None
    )
    rotations = [rotation for rotation, times in found.most_common() if times >= MIN_SHARE * found.total()]
    return rotations or [own]


def upright_rotation(textpage: Any, index: int) -> int | None:
    """Return the page's rotation, in degrees, at which a character is upright; None for a space or slanted text."""
    if pdfium_c.FPDFText_IsGenerated(textpage, index) or pdfium_c.FPDFText_GetUnicode(textpage, index) <= ord(" "):
        return None
    angle = math.degrees(pdfium_c.FPDFText_GetCharAngle(textpage, index))
    nearest = round(angle / 90) * 90
    return -nearest % 360 if abs(angle - nearest) <= MAX_TILT else None


@contextmanager
def rotated(page: pdfium.PdfPage, rotation: int) -> Iterator[None]:
    """Show a page at a rotation within the block."""
    own = page.get_rotation()
    if own == rotation:
        yield
        return
    page.set_rotation(rotation)
    try:
        yield
    finally:
        page.set_rotation(own)


def turn_lines(lines: Sequence[TextLine], width: float, height: float, degrees: int) -> list[TextLine]:
    """Return the lines of a page of a size with their positions after the page is turned clockwise."""
    boxes = (turn_box(line.box, width, height, degrees) for line in lines)
    return [
        replace(line, left=box[0], bottom=box[1], right=box[2], top=box[3])
        for line, box in zip(lines, boxes, strict=True)
    ]


def turn_box(box: Box, width: float, height: float, degrees: int) -> Box:
    """Return a box of a page of a size after the page is turned clockwise."""
    left, bottom, right, top = box
    match degrees % 360:
        case 90:
            return bottom, width - right, top, width - left
        case 180:
            return width - right, height - top, width - left, height - bottom
        case 270:
            return height - top, left, height - bottom, right
        case _:
            return box
