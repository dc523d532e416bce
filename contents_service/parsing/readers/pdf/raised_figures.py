"""Raised and lowered figures of a line, set apart from the number or word before them: `10^5`, `note [3]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from contents_service.parsing.readers.raised_text import Raised, render_raised

MAX_SMALL_SIZE = 0.85
"""Maximum size of a raised figure, as a share of the size of the characters before it."""

MIN_RISE = 0.12
"""Minimum distance of a raised or lowered figure from the baseline, as a share of the same size."""

_FIGURES = re.compile(r"(?<=\S)\d+(?:\s?[.,–-]\s?\d+)*|\b\d{2,}")
_LETTER = re.compile(r"[^\W\d_]")
_FRACTION_BAR = re.compile(r"[/⁄]\d")


class FigureMetrics(Protocol):
    """What must be known of the characters of a page, by their index in its text."""

    def is_set_alike(self, first: int, second: int) -> bool:
        """Whether two characters are surely set in the same way."""

    def size_at(self, index: int) -> float:
        """Return the font size of a character, in points."""

    def baseline_at(self, index: int) -> float:
        """Return the height of a character's baseline, in points."""


class _RaisedFigure(NamedTuple):
    start: int
    end: int
    kind: Raised


def set_apart_raised_figures(text: str, start: int, metrics: FigureMetrics) -> str:
    """Return a line, which begins at an index of the page's text, with its raised and lowered figures set apart."""
    if not _LETTER.search(text):  # a number of a table, most likely
        return text
    rendered, end = "", 0
    for figure in _find_figures(text, start, metrics):
        rendered += text[end : figure.start]
        content = text[figure.start : figure.end]
        if rendered[-1:].isdecimal() and _FRACTION_BAR.match(text, figure.end):
            rendered += f" {content}"  # the numerator of a mixed number
        else:
            rendered += render_raised(rendered, content, figure.kind)
        end = figure.end
    return rendered + text[end:]


def _find_figures(text: str, start: int, metrics: FigureMetrics) -> Iterator[_RaisedFigure]:
    for found in _FIGURES.finditer(text):
        first, last = found.start(), found.end() - 1
        base = first - 1 if first and not text[first - 1].isspace() else first
        if metrics.is_set_alike(start + base, start + last):
            continue
        size, baseline = metrics.size_at(start + base), metrics.baseline_at(start + base)
        if metrics.size_at(start + last) > MAX_SMALL_SIZE * size:
            continue
        while metrics.size_at(start + first) > MAX_SMALL_SIZE * size:
            first += 1
        rise = metrics.baseline_at(start + last) - baseline
        if abs(rise) > MIN_RISE * size:
            yield _RaisedFigure(first, last + 1, "sup" if rise > 0 else "sub")
