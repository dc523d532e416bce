"""Section titles of reStructuredText, and the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.heading_path import MAX_HEADING_CHARACTERS
from contents_service.parsing.readers.rst.inline_markup import strip_markup
from contents_service.parsing.readers.rst.tables import table_end

ENOUGH_UNDERLINE = 4
"""Length, in characters, from which an underline may be shorter than its title."""

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*$")
_NOT_A_TITLE = re.compile(r"\s|\.\.(\s|$)|[-*+•]\s|:[^:\s][^:]*:(\s|$)|>>> |\|\s|__\s")
"""The beginning of a line that is never a title, even if underlined: an indent, markup, a list item or a field."""


class Title(Struct, frozen=True):
    """A title: its level, its line, and all its lines with overline and underline.

    Levels follow the order in which each style of adornment first appears.
    """

    level: int
    text: str
    line: int
    span: Span


def find_titles(lines: Sequence[str]) -> list[Title]:
    """Return all titles of a document, from the top."""
    styles: dict[str, int] = {}
    found = (_title(number, span, style, styles, lines) for number, span, style in _find_adorned(lines))
    return [title for title in found if title.text]


def _title(number: int, span: Span, style: str, styles: dict[str, int], lines: Sequence[str]) -> Title:
    level = styles.setdefault(style, len(styles) + 1)
    return Title(level, strip_markup(lines[number - 1].strip()), number, span)


def _find_adorned(lines: Sequence[str]) -> Iterator[tuple[int, Span, str]]:
    """Yield each adorned line, its span with the adornment, and the style: the mark, twice if there is an overline."""
    number, may_begin = 1, True
    while number <= len(lines):
        line = lines[number - 1]
        if may_begin and (mark := _overline_mark(lines, number)):
            yield number + 1, (number, number + 2), mark * 2
            number += 3
        elif may_begin and (mark := _underline_mark(lines, number)):
            yield number, (number, number + 1), mark
            number += 2
        elif may_begin and (end := table_end(lines, number)):
            number = end + 1
        else:
            may_begin = _ends_paragraph(line, may_begin=may_begin)
            number += 1


def _ends_paragraph(line: str, *, may_begin: bool) -> bool:
    """Whether a title may begin right below a line, as it may not below a paragraph's line."""
    return not line.strip() or line[0].isspace() or (may_begin and bool(_NOT_A_TITLE.match(line)))


def _underline_mark(lines: Sequence[str], number: int) -> str | None:
    """Return the mark a line is underlined with, if it is a title."""
    line, below = lines[number - 1].rstrip(), _line(lines, number + 1)
    may_be_title = (
        line and not _NOT_A_TITLE.match(line) and not _ADORNMENT.match(line) and len(line) <= MAX_HEADING_CHARACTERS
    )
    return _mark(below, len(line)) if may_be_title else None


def _overline_mark(lines: Sequence[str], number: int) -> str | None:
    """Return the mark of a line that is repeated two lines below, if the line between is a title."""
    above, line, below = lines[number - 1].rstrip(), _line(lines, number + 1), _line(lines, number + 2)
    may_be_title = (
        line.strip() and above == below and not _ADORNMENT.match(line) and len(line) <= MAX_HEADING_CHARACTERS
    )
    return _mark(above, len(line.strip())) if may_be_title else None


def _mark(line: str, width: int) -> str | None:
    """Return the mark that a line consists of, if it is long enough for a title of some width."""
    found = _ADORNMENT.match(line)
    return found[1] if found and len(line) >= min(width, ENOUGH_UNDERLINE) else None


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number - 1].rstrip() if number <= len(lines) else ""
