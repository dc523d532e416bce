"""What stands together in a section of reStructuredText: a paragraph with what is indented under it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.rst.tables import begins_table, table_end

_ITEM = re.compile(r"(?:[-*+•]|\(?(?:\d+|#|[A-Za-z])[.)])\s|\.\.(?:\s|$)|:[^:\s][^:]*:(?:\s|$)")
"""How a line begins that starts a list item, a directive or a field, with no blank line above."""

_CODE = re.compile(
    r"\s*(?:\.\.\s+(?:code|code-block|sourcecode|highlight|parsed-literal|prompt|raw|math|doctest)::|>>> )"
)
_DIRECTIVE = re.compile(r"\s*\.\.\s+[\w:.+-]+::")


class Part(Struct, frozen=True):
    """Some lines of a section, and what they are."""

    kind: Literal["prose", "code", "table"]
    lines: Span


def groups(lines: Sequence[str], first: int, last: int) -> Iterator[Part]:
    """The groups from one line to another: each begins at a line without indent, or is a whole table."""
    number, start = first, 0
    while number <= last:
        begins = _begins(lines, number, first)
        end = table_end(lines, number) if begins else None
        if start and begins:
            yield _part(lines, (start, number - 1))
            start = 0
        if end:
            yield Part("table", (number, min(end, last)))
        elif not start and lines[number - 1].strip():
            start = number
        number = (end or number) + 1
    if start:
        yield _part(lines, (start, last))


def parts(lines: Sequence[str], span: Span) -> Iterator[Part]:
    """A group's paragraphs; a literal block is one, blank lines and all."""
    number = span[0]
    while number <= span[1]:
        part = _first_part(lines, (number, span[1]))
        yield part
        number = _text_from(lines, part.lines[1] + 1, span[1])
        if part.kind == "prose" and _announces_code(lines[part.lines[1] - 1]):
            indent = _indent(lines[part.lines[1] - 1])
            end = _indented_end(lines, (number, span[1]), indent)
            if end >= number:
                yield Part("code", (number, end))
            number = _text_from(lines, end + 1, span[1])


def _part(lines: Sequence[str], span: Span) -> Part:
    if begins_table(lines[span[0] - 1]):
        return Part("table", span)
    return Part("code" if _CODE.match(lines[span[0] - 1]) else "prose", span)


def _begins(lines: Sequence[str], number: int, first: int) -> bool:
    """Whether a group begins at a line."""
    line = lines[number - 1]
    if not line.strip() or line[0].isspace():
        return False
    return number == first or not lines[number - 2].strip() or bool(_ITEM.match(line))


def _first_part(lines: Sequence[str], span: Span) -> Part:
    first, last = span
    end = table_end(lines, first)
    if end:
        return Part("table", (first, min(end, last)))
    end = _text_end(lines, first, last)
    part = _part(lines, (first, end))
    if part.kind == "prose":
        return part
    return Part(part.kind, (first, max(end, _indented_end(lines, (first + 1, last), _indent(lines[first - 1])))))


def _announces_code(line: str) -> bool:
    return line.rstrip().endswith("::") and not _DIRECTIVE.match(line)


def _indented_end(lines: Sequence[str], span: Span, indent: int) -> int:
    """The last line with text from which on all are indented deeper; the line before the first if it is not."""
    end = span[0] - 1
    for number in range(span[0], span[1] + 1):
        if lines[number - 1].strip():
            if _indent(lines[number - 1]) <= indent:
                break
            end = number
    return end


def _text_end(lines: Sequence[str], number: int, last: int) -> int:
    while number < last and lines[number].strip():
        number += 1
    return number


def _text_from(lines: Sequence[str], number: int, last: int) -> int:
    while number <= last and not lines[number - 1].strip():
        number += 1
    return number


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
