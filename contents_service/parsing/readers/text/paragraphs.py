"""The paragraphs of a plain text, which stand between blank lines, or on a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from contents_service.model import Span
from contents_service.parsing.readers.paragraphs import spans
from contents_service.parsing.readers.text.heading import HEADING_LENGTH
from contents_service.parsing.readers.text.underlined_headings import RULE

UNWRAPPED = 160
"""Characters that no editor wraps a line after: where longer lines hold most of a text, and most of a run of lines,
each line is a paragraph, as programs for letters save them."""


def paragraphs(lines: Sequence[str]) -> list[Span]:
    """The runs of lines that are a paragraph each; a heading's rules stay with it."""
    runs = list(spans(lines))
    if not _is_unwrapped(lines):
        return runs
    parted = (_by_line(lines, run) if _is_unwrapped(lines[run[0] - 1 : run[1]]) else [run] for run in runs)
    return list(chain.from_iterable(parted))


def _is_unwrapped(lines: Sequence[str]) -> bool:
    return 2 * sum(len(line) for line in lines if len(line) > UNWRAPPED) > sum(map(len, lines))


def _by_line(lines: Sequence[str], run: Span) -> Iterator[Span]:
    first, last = run
    for number in range(first + 1, last + 1):
        if not _belongs_to_line_above(lines, number, last):
            yield first, number - 1
            first = number
    yield first, last


def _belongs_to_line_above(lines: Sequence[str], number: int, last: int) -> bool:
    """Whether a line is the rule under a title, or a title between two rules."""
    above, line, below = lines[number - 2], lines[number - 1], lines[number] if number < last else ""
    if RULE.fullmatch(line):
        return len(above) <= HEADING_LENGTH
    return bool(RULE.fullmatch(above)) and above == below
