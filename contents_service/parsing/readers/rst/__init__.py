"""Read reStructuredText without running it: no file is included, and unknown directives stay text.

A scan finds titles, tables, lists and literal blocks; the text is the source's own lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from contents_service.model import ParsedDocument, Span
from contents_service.parsing.readers.heading_path import single_title
from contents_service.parsing.readers.inline_images import shorten_images
from contents_service.parsing.readers.markdown.escapes import unescaped_words
from contents_service.parsing.readers.rst.paragraph_groups import LineGroup, split_group, split_section
from contents_service.parsing.readers.rst.tables import read_table
from contents_service.parsing.readers.rst.titles import find_titles
from contents_service.parsing.readers.source import Source
from contents_service.parsing.readers.source_blocks import SourceBlocks

_META_FIELD = re.compile(r"\s+:(?:description|keywords)(?:\s[^:]*)?:\s*(.*)")
_DIRECTIVE = re.compile(r"(\s*)\.\.\s+[\w:.+-]+::")
_BOLD = re.compile(r"\s*\*\*[^*]+\*\*\W?\s*$")
_LEAD_IN = re.compile(r".*:\s*$|\.\.\s+_[^:]*:\s*$")
"""The last line of text that leads into what follows, or the target of links to it."""


def read(source: Source) -> ParsedDocument:
    """Return a reStructuredText file's titles, paragraphs, lists, tables and literal blocks."""
    shortened = shorten_images(source.lines)
    writer = SourceBlocks(shortened.lines)
    titles = find_titles(shortened.lines)
    first = 1
    for title in titles:
        _add_section(writer, (first, title.span[0] - 1), source.limits.passage_soft)
        writer.add_heading(title.level, title.text, (title.line, title.line), title.span)
        first = title.span[1] + 1
    _add_section(writer, (first, len(shortened.lines)), source.limits.passage_soft)
    return ParsedDocument(
        blocks=shortened.isolate_images(writer.finish()),
        lines=shortened.lines,
        title=single_title([(title.level, title.text) for title in titles]),
        keywords=_keywords(shortened.lines),
        encoding=source.encoding,
        notes=(*source.notes, *shortened.notes),
    )


def _add_section(writer: SourceBlocks, span: Span, max_length: int) -> None:
    """Add the blocks between two titles."""
    parts = [part for group in split_section(writer.lines, *span) for part in _parts(writer, group, max_length)]
    for part, below in zip(parts, [*parts[1:], None], strict=False):
        if part.kind == "table":
            _add_rows(writer, part.lines)
        else:
            _add_text(writer, part.kind, part.lines, below)


def _parts(writer: SourceBlocks, group: LineGroup, max_length: int) -> Iterable[LineGroup]:
    """Return a group whole if it fits into a passage; a longer one in parts."""
    is_whole = group.kind != "prose" or writer.length(group.lines) <= max_length
    return [group] if is_whole else split_group(writer.lines, group.lines)


def _add_text(writer: SourceBlocks, kind: Literal["prose", "code"], span: Span, below: LineGroup | None) -> None:
    leads_in = below is not None and (
        bool(_LEAD_IN.match(_last_text(writer.lines, span))) or _is_label(writer.lines, span, below.lines[0])
    )
    # With the table's header as its context, a lead-in can share a passage with the table.
    context = read_table(writer.lines, below.lines).header if leads_in and below and below.kind == "table" else None
    extra = unescaped_words(writer.text(span)) if kind == "prose" else ""
    writer.add(kind, span, context=context, extra=extra, keep_with_next=leads_in)


def _is_label(lines: Sequence[str], span: Span, below: int) -> bool:
    """Whether text is a directive with indented text below it, or all bold, as a question above its answer is."""
    directive = _DIRECTIVE.match(lines[span[0] - 1])
    if directive:
        return lines[below - 1].startswith(directive[1] + " ")
    return bool(_BOLD.match(lines[span[0] - 1])) and not any(map(str.strip, lines[span[0] : span[1]]))


def _add_rows(writer: SourceBlocks, span: Span) -> None:
    table = read_table(writer.lines, span)
    for number, row in enumerate(table.rows):
        writer.add("row", row, context=table.header, keep_with_next=number == 0 and table.header is not None)


def _last_text(lines: Sequence[str], span: Span) -> str:
    return next((lines[number - 1] for number in range(span[1], span[0] - 1, -1) if lines[number - 1].strip()), "")


def _keywords(lines: Sequence[str]) -> str:
    """Return the keywords and descriptions of its `meta` directives."""
    if not any(line.startswith(".. meta::") for line in lines):
        return ""
    return " ".join(found[1] for found in map(_META_FIELD.match, lines) if found)
