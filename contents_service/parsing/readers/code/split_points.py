"""Where long code is split: at blank lines, preferably those between outer statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from contents_service.limits import Limits
from contents_service.model import Span


def split_code(lines: Sequence[str], span: Span, limits: Limits) -> Iterator[Span]:
    """Yield some lines whole if they fit into a passage, else in pieces; blank lines at either end are left out."""
    paragraphs = list(_paragraphs(lines, span))
    if not paragraphs:
        return
    whole = (paragraphs[0][0], paragraphs[-1][1])
    if _length(lines, whole) <= limits.passage_soft:
        yield whole
        return
    for statement in _outer_statements(lines, paragraphs):
        whole = (statement[0][0], statement[-1][1])
        is_too_long = _length(lines, whole) > limits.passage_hard
        yield from statement if is_too_long else [whole]


def _paragraphs(lines: Sequence[str], span: Span) -> Iterator[Span]:
    """Yield the lines between blank ones."""
    first = 0
    for number in range(span[0], span[1] + 2):
        blank = number > span[1] or not lines[number - 1].strip()
        if blank and first:
            yield first, number - 1
        first = 0 if blank else first or number


def _outer_statements(lines: Sequence[str], paragraphs: Sequence[Span]) -> Iterator[list[Span]]:
    """Group paragraphs by outer statement: one that is indented further belongs to the paragraph above it."""
    outermost = min((_indent(lines[first - 1]) for first, _ in paragraphs[1:]), default=0)
    statement: list[Span] = []
    for paragraph in paragraphs:
        if statement and _indent(lines[paragraph[0] - 1]) <= outermost:
            yield statement
            statement = []
        statement.append(paragraph)
    yield statement


def _length(lines: Sequence[str], span: Span) -> int:
    return sum(len(lines[number - 1]) + 1 for number in range(span[0], span[1] + 1)) - 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
