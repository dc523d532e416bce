"""Groups of lines in a section of reStructuredText: a paragraph with the text indented under it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.rst.tables import is_table_directive, table_end

_ITEM = re.compile(r"(?:[-*+•]|\(?(?:\d+|#|[A-Za-z])[.)])\s|\.\.(?:\s|$)|:[^:\s][^:]*:(?:\s|$)")
"""The beginning of a list item, directive or field, which needs no blank line above."""

_CODE_BLOCK = re.compile(
    r"\s*(?:\.\.\s+(?:code|code-block|sourcecode|highlight|parsed-literal|prompt|raw|math|doctest)::|>>> )"
)
_DIRECTIVE = re.compile(r"\s*\.\.\s+[\w:.+-]+::")


class LineGroup(Struct, frozen=True):
    """Some lines of a section, and what they contain."""

    kind: Literal["prose", "code", "table"]
    lines: Span


def split_section(lines: Sequence[str], first: int, last: int) -> Iterator[LineGroup]:
    """Split the lines of a section into groups, which begin at a line without indent, and tables."""
    number, start = first, 0
    while number <= last:
        is_start = _begins_group(lines, number, first)
        end = table_end(lines, number) if is_start else None
        if start and is_start:
            yield _classify(lines, (start, number - 1))
            start = 0
        if end:
            yield LineGroup("table", (number, min(end, last)))
        elif not start and lines[number - 1].strip():
            start = number
        number = (end or number) + 1
    if start:
        yield _classify(lines, (start, last))


def split_group(lines: Sequence[str], span: Span) -> Iterator[LineGroup]:
    """Split a group into paragraphs, tables and literal blocks, which may contain blank lines."""
    number = span[0]
    while number <= span[1]:
        part = _first_part(lines, (number, span[1]))
        yield part
        number = _skip_blank(lines, part.lines[1] + 1, span[1])
        if part.kind == "prose" and _announces_code(lines[part.lines[1] - 1]):
            indent = _indent(lines[part.lines[1] - 1])
            end = _indented_end(lines, (number, span[1]), indent)
            if end >= number:
                yield LineGroup("code", (number, end))
            number = _skip_blank(lines, end + 1, span[1])


def _classify(lines: Sequence[str], span: Span) -> LineGroup:
    if is_table_directive(lines[span[0] - 1]):
        return LineGroup("table", span)
    return LineGroup("code" if _CODE_BLOCK.match(lines[span[0] - 1]) else "prose", span)


def _begins_group(lines: Sequence[str], number: int, first: int) -> bool:
    """Whether a group begins at a line."""
    line = lines[number - 1]
    if not line.strip() or line[0].isspace():
        return False
    return number == first or not lines[number - 2].strip() or bool(_ITEM.match(line))


def _first_part(lines: Sequence[str], span: Span) -> LineGroup:
    first, last = span
    end = table_end(lines, first)
    if end:
        return LineGroup("table", (first, min(end, last)))
    end = _paragraph_end(lines, first, last)
    part = _classify(lines, (first, end))
    if part.kind == "prose":
        return part
    return LineGroup(part.kind, (first, max(end, _indented_end(lines, (first + 1, last), _indent(lines[first - 1])))))


def _announces_code(line: str) -> bool:
    return line.rstrip().endswith("::") and not _DIRECTIVE.match(line)


def _indented_end(lines: Sequence[str], span: Span, indent: int) -> int:
    """Return the last line of the text indented further than `indent`; the line before the span if there is none."""
    end = span[0] - 1
    for number in range(span[0], span[1] + 1):
        if lines[number - 1].strip():
            if _indent(lines[number - 1]) <= indent:
                break
            end = number
    return end


def _paragraph_end(lines: Sequence[str], number: int, last: int) -> int:
    while number < last and lines[number].strip():
        number += 1
    return number


def _skip_blank(lines: Sequence[str], number: int, last: int) -> int:
    while number <= last and not lines[number - 1].strip():
        number += 1
    return number


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
