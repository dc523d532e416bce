"""Where a long stretch of code may be parted: at its blank lines, those between outer statements first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contents_service.limits import Limits
from contents_service.model import Span


def split_code(lines: Sequence[str], span: Span, limits: Limits) -> Iterator[Span]:
    """A stretch as a whole if it fits into a passage, else its runs; blank lines at an end are left out."""
    paragraphs = list(_paragraphs(lines, span))
    if not paragraphs:
        return
    whole = (paragraphs[0][0], paragraphs[-1][1])
    if _length(lines, whole) <= limits.passage_soft:
        yield whole
        return
    for run in _outer(lines, paragraphs):
        too_long = _length(lines, (run[0][0], run[-1][1])) > limits.passage_hard
        yield from run if too_long else [(run[0][0], run[-1][1])]


def _paragraphs(lines: Sequence[str], span: Span) -> Iterator[Span]:
    """The runs of lines without a blank one between them."""
    first = 0
    for number in range(span[0], span[1] + 2):
        blank = number > span[1] or not lines[number - 1].strip()
        if blank and first:
            yield first, number - 1
        first = 0 if blank else first or number


def _outer(lines: Sequence[str], paragraphs: Sequence[Span]) -> Iterator[list[Span]]:
    """The paragraphs by outer statement: one that is indented deeper than the outermost goes with what is above it."""
    outermost = min((_indent(lines[first - 1]) for first, _ in paragraphs[1:]), default=0)
    run: list[Span] = []
    for paragraph in paragraphs:
        if run and _indent(lines[paragraph[0] - 1]) <= outermost:
            yield run
            run = []
        run.append(paragraph)
    yield run


def _length(lines: Sequence[str], span: Span) -> int:
    return sum(len(lines[number - 1]) + 1 for number in range(span[0], span[1] + 1)) - 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
