"""Paragraphs of a plain text, separated by blank lines, or one on each line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from contents_service.model import Span
from contents_service.parsing.readers.paragraphs import paragraph_spans
from contents_service.parsing.readers.text.heading import MAX_TEXT_HEADING_CHARACTERS
from contents_service.parsing.readers.text.underlined_headings import RULE, begins_section

MAX_WRAPPED_CHARACTERS = 160
"""Largest number of characters of a wrapped line.

If longer lines make up most of a text, each line is a paragraph, as in text that a word processor saved.
"""


def find_paragraphs(lines: Sequence[str]) -> list[Span]:
    """Return the lines of each paragraph; the rules above and below a heading belong to it."""
    blocks = list(chain.from_iterable(_split_sections(lines, block) for block in paragraph_spans(lines)))
    if not _is_unwrapped(lines):
        return blocks
    split = (_split_lines(lines, each) if _is_unwrapped(lines[each[0] - 1 : each[1]]) else [each] for each in blocks)
    return list(chain.from_iterable(split))


def _split_sections(lines: Sequence[str], block: Span) -> Iterator[Span]:
    """Split lines without a blank one between them where a title with its own rule stands, below two lines or more."""
    first, last = block
    for number in range(first + 2, last):
        if begins_section(lines, number, (first, last)):
            yield first, number - 1
            first = number
    yield first, last


def _is_unwrapped(lines: Sequence[str]) -> bool:
    return 2 * sum(len(line) for line in lines if len(line) > MAX_WRAPPED_CHARACTERS) > sum(map(len, lines))


def _split_lines(lines: Sequence[str], block: Span) -> Iterator[Span]:
    first, last = block
    for number in range(first + 1, last + 1):
        if not _continues_line_above(lines, number, last):
            yield first, number - 1
            first = number
    yield first, last


def _continues_line_above(lines: Sequence[str], number: int, last: int) -> bool:
    """Whether a line is the rule below a title, or a title between two rules."""
    above, line, below = lines[number - 2], lines[number - 1], lines[number] if number < last else ""
    if RULE.fullmatch(line):
        return len(above) <= MAX_TEXT_HEADING_CHARACTERS
    return bool(RULE.fullmatch(above)) and above == below
