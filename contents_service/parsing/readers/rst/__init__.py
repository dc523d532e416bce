"""Read reStructuredText without running it: nothing is included, and what no directive is known for stays text.

A small scan finds titles, tables, lists and literal blocks; the text is the source's own lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from contents_service.model import ParsedDocument, Span
from contents_service.parsing.readers.heading_path import single_title
from contents_service.parsing.readers.inline_images import shortened
from contents_service.parsing.readers.markdown.escapes import unescaped_words
from contents_service.parsing.readers.rst.paragraph_groups import Part, groups, parts
from contents_service.parsing.readers.rst.tables import table
from contents_service.parsing.readers.rst.titles import titles
from contents_service.parsing.readers.source import Source
from contents_service.parsing.readers.source_blocks import OwnLines

_META = re.compile(r"\s+:(?:description|keywords)(?:\s[^:]*)?:\s*(.*)")
_DIRECTIVE = re.compile(r"(\s*)\.\.\s+[\w:.+-]+::")
_BOLD = re.compile(r"\s*\*\*[^*]+\*\*\W?\s*$")
_LEAD_IN = re.compile(r".*:\s*$|\.\.\s+_[^:]*:\s*$")
"""How what says little without what follows ends: with a colon, as the name that links lead to does too."""


def read(source: Source) -> ParsedDocument:
    """A reStructuredText file's titles, paragraphs, lists, tables and literal blocks."""
    shown = shortened(source.lines)
    out = OwnLines(shown.lines)
    found = titles(shown.lines)
    first = 1
    for title in found:
        _section(out, (first, title.own[0] - 1), source.limits.passage_soft)
        out.heading(title.level, title.text, (title.line, title.line), title.own)
        first = title.own[1] + 1
    _section(out, (first, len(shown.lines)), source.limits.passage_soft)
    return ParsedDocument(
        blocks=shown.set_apart(out.close()),
        lines=shown.lines,
        title=single_title([(title.level, title.text) for title in found]),
        keywords=_keywords(shown.lines),
        encoding=source.encoding,
        notes=(*source.notes, *shown.notes),
    )


def _section(out: OwnLines, span: Span, fits: int) -> None:
    """What stands between two titles."""
    pieces = [piece for group in groups(out.lines, *span) for piece in _pieces(out, group, fits)]
    for piece, below in zip(pieces, [*pieces[1:], None], strict=False):
        if piece.kind == "table":
            _add_rows(out, piece.lines)
        else:
            _add_text(out, piece.kind, piece.lines, below)


def _pieces(out: OwnLines, group: Part, fits: int) -> Iterable[Part]:
    """A group as a whole if it fits into a passage, a longer one as its parts."""
    whole = group.kind != "prose" or out.length(group.lines) <= fits
    return [group] if whole else parts(out.lines, group.lines)


def _add_text(out: OwnLines, kind: Literal["prose", "code"], span: Span, below: Part | None) -> None:
    leads = below is not None and (
        bool(_LEAD_IN.match(_last_text(out.lines, span))) or _heads(out.lines, span, below.lines[0])
    )
    # With the context of the table that it leads into, a lead-in can share a passage with it.
    context = table(out.lines, below.lines).header if leads and below and below.kind == "table" else None
    extra = unescaped_words(out.text(span)) if kind == "prose" else ""
    out.add(kind, span, context=context, extra=extra, keep_with_next=leads)


def _heads(lines: Sequence[str], span: Span, below: int) -> bool:
    """Whether it is a directive with the line below indented under it, or all bold, as questions are above answers."""
    directive = _DIRECTIVE.match(lines[span[0] - 1])
    if directive:
        return lines[below - 1].startswith(directive[1] + " ")
    return bool(_BOLD.match(lines[span[0] - 1])) and not any(map(str.strip, lines[span[0] : span[1]]))


def _add_rows(out: OwnLines, span: Span) -> None:
    found = table(out.lines, span)
    for number, row in enumerate(found.rows):
        out.add("row", row, context=found.header, keep_with_next=number == 0 and found.header is not None)


def _last_text(lines: Sequence[str], span: Span) -> str:
    return next((lines[number - 1] for number in range(span[1], span[0] - 1, -1) if lines[number - 1].strip()), "")


def _keywords(lines: Sequence[str]) -> str:
    """What its `meta` directives say for search engines."""
    if not any(line.startswith(".. meta::") for line in lines):
        return ""
    return " ".join(found[1] for found in map(_META.match, lines) if found)
