"""Read plain text: its paragraphs, and headings only where they are unmistakable.

A heading is a line of its own that is underlined with `===` or `---`, or stands between two such rules; that is marked
as in Markdown or a wiki; that is numbered as in contracts and statutes, or in sequence with others; that stands at the
left margin of an indented text; or that is in capitals. Underlined headings and those of statutes may be single ones;
of the others a text must have several.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from contents_service.model import Block, ParsedDocument, Span
from contents_service.parsing.readers.paragraphs import merge_small_paragraphs, paragraph_block
from contents_service.parsing.readers.source import Source
from contents_service.parsing.readers.text.capital_headings import find_capitals, find_numbered_capitals
from contents_service.parsing.readers.text.heading import TextHeading, may_be_title
from contents_service.parsing.readers.text.marked_headings import find_marked
from contents_service.parsing.readers.text.numbered_headings import find_numbered
from contents_service.parsing.readers.text.outdented_headings import find_outdented
from contents_service.parsing.readers.text.paragraphs import find_paragraphs
from contents_service.parsing.readers.text.statute_headings import read_statute_heading
from contents_service.parsing.readers.text.underlined_headings import find_underlined


def read(source: Source) -> ParsedDocument:
    """Return a text's paragraphs and headings."""
    paragraphs = find_paragraphs(source.lines)
    headings = _headings(source.lines, paragraphs)
    return ParsedDocument(
        blocks=list(_blocks(source.lines, paragraphs, headings)),
        lines=source.lines,
        title=_title(paragraphs, headings),
        notes=source.notes,
        encoding=source.encoding,
    )


def _headings(lines: Sequence[str], paragraphs: Sequence[Span]) -> dict[Span, TextHeading]:
    """Return the headings, by the paragraph that each begins."""
    found = {span: heading for span in paragraphs if (heading := read_statute_heading(lines, span))}
    found |= find_marked(lines, paragraphs) | find_underlined(lines, paragraphs)
    single_lines = {span: lines[span[0] - 1].strip() for span in paragraphs if span[0] == span[1] and span not in found}
    titles = {span: line for span, line in single_lines.items() if may_be_title(line)}
    found |= find_numbered_capitals(titles)
    found |= find_numbered(lines, paragraphs, found)
    found |= find_outdented(lines, paragraphs, found)
    return found | find_capitals(titles, paragraphs, found)


def _title(paragraphs: Sequence[Span], headings: Mapping[Span, TextHeading]) -> str | None:
    """Return the underlined or marked heading that a text begins with, if no other is of its level."""
    first = headings.get(next(iter(paragraphs), (0, 0)))
    same_level = [heading for heading in headings.values() if first and heading.level == first.level]
    return first.title if first and first.mark and len(same_level) == 1 else None


def _blocks(lines: Sequence[str], paragraphs: Sequence[Span], headings: Mapping[Span, TextHeading]) -> Iterator[Block]:
    above: list[TextHeading] = []
    for span in merge_small_paragraphs(lines, paragraphs, apart=headings):
        first = span[0]
        if heading := headings.get(span):
            above = [*(other for other in above if other.level < heading.level), heading]
            path = tuple(other.title for other in above)
            yield Block(kind="heading", text=heading.title, lines=(heading.lines[0], heading.last), path=path)
            first = heading.last + 1
        if first <= span[1]:
            yield paragraph_block(lines, (first, span[1]), tuple(other.title for other in above))
