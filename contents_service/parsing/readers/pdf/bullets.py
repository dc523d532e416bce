"""List bullets that are drawn as shapes, as browsers print them, so that the text contains no `•`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.line import Box, TextLine

BULLET = "• "
"""Text put before a line that has a drawn bullet."""

MIN_SIDE = 0.15
"""Minimum width of a bullet, as a share of the font size."""

MAX_SIDE = 0.6
"""Maximum width of a bullet, as a share of the font size; larger shapes are checkboxes."""

MIN_GAP = 0.2
"""Minimum gap between a bullet and its text, as a share of the font size."""

MAX_GAP = 2.0
"""Maximum gap between a bullet and its text, as a multiple of the font size."""

MIN_ASPECT_RATIO = 0.8
"""Minimum ratio of a bullet's shorter side to its longer one; dashes and ruling lines have less."""


def add_bullets(lines: Sequence[TextLine], paths: Iterable[Box]) -> Sequence[TextLine]:
    """Return the lines with a bullet added to each one that has a bullet-like shape before it."""
    bullets = sorted((box for box in paths if _is_square(box)), key=lambda box: box[1])
    if not bullets:
        return lines
    bottoms = [box[1] for box in bullets]
    return [
        _add_bullet(line, bullets[bisect_left(bottoms, line.bottom) : bisect_left(bottoms, line.top)]) for line in lines
    ]


def _is_square(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return 0 < MIN_ASPECT_RATIO * max(width, height) <= min(width, height)


def _add_bullet(line: TextLine, bullets: Iterable[Box]) -> TextLine:
    bullet = next((bullet for bullet in bullets if not line.cell_count and _is_bullet_of(bullet, line)), None)
    return replace(line, text=BULLET + line.text, left=bullet[0]) if bullet else line


def _is_bullet_of(bullet: Box, line: TextLine) -> bool:
    width, gap = bullet[2] - bullet[0], line.left - bullet[2]
    is_level = line.bottom <= bullet[1] and bullet[3] <= line.top
    return (
        is_level
        and MIN_SIDE <= width / max(line.size, 1.0) <= MAX_SIDE
        and MIN_GAP <= gap / max(line.size, 1.0) <= MAX_GAP
    )
