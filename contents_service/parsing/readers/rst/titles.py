"""Find the section titles of reStructuredText, with the lines that they truly stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.heading_path import LONGEST_HEADING
from contents_service.parsing.readers.rst.inline_markup import as_read
from contents_service.parsing.readers.rst.tables import table_end

SURE_UNDERLINE = 4
"""In characters: a shorter row of marks counts only if it is as long as the title above it."""

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*$")
_NO_TITLE = re.compile(r"\s|\.\.(\s|$)|[-*+•]\s|:[^:\s][^:]*:(\s|$)|>>> |\|\s|__\s")
"""How a line begins that is no title whatever stands under it: an indent, markup, a list item, a field."""


class Title(Struct, frozen=True):
    """A title: its level by the order in which its kind of adornment first appears, its line, and its own lines."""

    level: int
    text: str
    line: int
    own: Span


def titles(lines: Sequence[str]) -> list[Title]:
    """All titles of a document, from the top."""
    styles: dict[str, int] = {}
    found = (_title(number, own, style, styles, lines) for number, own, style in _adorned(lines))
    return [title for title in found if title.text]


def _title(number: int, own: Span, style: str, styles: dict[str, int], lines: Sequence[str]) -> Title:
    level = styles.setdefault(style, len(styles) + 1)
    return Title(level, as_read(lines[number - 1].strip()), number, own)


def _adorned(lines: Sequence[str]) -> Iterator[tuple[int, Span, str]]:
    """Each line that is adorned as a title is, its own lines, and the style: its mark, twice if it is above too."""
    number, free = 1, True
    while number <= len(lines):
        line = lines[number - 1]
        if free and (mark := _overlined(lines, number)):
            yield number + 1, (number, number + 2), mark * 2
            number += 3
        elif free and (mark := _underlined(lines, number)):
            yield number, (number, number + 1), mark
            number += 2
        elif free and (end := table_end(lines, number)):
            number = end + 1
        else:
            free = _frees(line, free=free)
            number += 1


def _frees(line: str, *, free: bool) -> bool:
    """Whether a title may stand right under this line: it ends what is above, as a paragraph's line does not."""
    return not line.strip() or line[0].isspace() or (free and bool(_NO_TITLE.match(line)))


def _underlined(lines: Sequence[str], number: int) -> str | None:
    """The mark under a line, if that makes it a title."""
    line, below = lines[number - 1].rstrip(), _line(lines, number + 1)
    fits = line and not _NO_TITLE.match(line) and not _ADORNMENT.match(line) and len(line) <= LONGEST_HEADING
    return _mark(below, len(line)) if fits else None


def _overlined(lines: Sequence[str], number: int) -> str | None:
    """The mark of a line that, with the same one two lines below, makes the line between them a title."""
    above, line, below = lines[number - 1].rstrip(), _line(lines, number + 1), _line(lines, number + 2)
    fits = line.strip() and above == below and not _ADORNMENT.match(line) and len(line) <= LONGEST_HEADING
    return _mark(above, len(line.strip())) if fits else None


def _mark(line: str, width: int) -> str | None:
    """The mark that a line repeats, if it is long enough for a title of some width."""
    found = _ADORNMENT.match(line)
    return found[1] if found and len(line) >= min(width, SURE_UNDERLINE) else None


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number - 1].rstrip() if number <= len(lines) else ""
