"""Read plain text: its paragraphs, and those headings that are unmistakable.

A heading is a line of its own of one of these kinds:

- underlined with `===` or `---`, or between two such rules;
- marked as in Markdown or a wiki, or as in an outline;
- numbered as in contracts and statutes, or in sequence with others;
- at the left margin of an indented text;
- in capitals.

One underlined heading, or one heading of a statute, is enough. Of the other kinds a text must have several.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from contents_service.model import Block, Note, ParsedDocument, Span
from contents_service.parsing.readers.heading_path import MAX_HEADINGS
from contents_service.parsing.readers.paragraphs import merge_small_paragraphs, paragraph_block
from contents_service.parsing.readers.source import Source
from contents_service.parsing.readers.text.capital_headings import find_capitals, find_numbered_capitals
from contents_service.parsing.readers.text.heading import TextHeading, may_be_title
from contents_service.parsing.readers.text.marked_headings import find_marked
from contents_service.parsing.readers.text.numbered_headings import find_numbered
from contents_service.parsing.readers.text.outdented_headings import find_outdented
from contents_service.parsing.readers.text.outline_headings import find_outline
from contents_service.parsing.readers.text.paragraphs import find_paragraphs
from contents_service.parsing.readers.text.statute_headings import read_statute_heading
from contents_service.parsing.readers.text.underlined_headings import find_underlined

MAX_SEARCHED_PARAGRAPHS = 100_000
"""The largest number of paragraphs that are searched for headings, so that a million take bounded time.

Twenty megabytes of paragraphs as people write them are hardly more.
"""

_TOO_MANY = "From line {line:,} on it has more headings than are told apart; the rest was read without them."


def read(source: Source) -> ParsedDocument:
    """Return a text's paragraphs and headings; where there are very many, the headings of its first part."""
    paragraphs = find_paragraphs(source.lines)
    headings = _headings(source.lines, paragraphs[:MAX_SEARCHED_PARAGRAPHS])
    searched, others = _split(paragraphs, headings)
    notes = [*source.notes]
    if headings and others:
        notes.append(Note("read_as_text", _TOO_MANY.format(line=others[0][0])))
    return ParsedDocument(
        blocks=[*_blocks(source.lines, searched, headings), *_blocks(source.lines, others, {})],
        lines=source.lines,
        title=_title(searched, headings),
        notes=tuple(notes),
        encoding=source.encoding,
    )


def _split(paragraphs: Sequence[Span], headings: Mapping[Span, TextHeading]) -> tuple[Sequence[Span], Sequence[Span]]:
    """Split the paragraphs where too many were searched, or too many of them are headings."""
    end = MAX_SEARCHED_PARAGRAPHS
    if len(headings) > MAX_HEADINGS:
        first_left_out = sorted(headings)[MAX_HEADINGS]
        end = bisect_left(paragraphs, first_left_out)
    return paragraphs[:end], paragraphs[end:]


def _headings(lines: Sequence[str], paragraphs: Sequence[Span]) -> dict[Span, TextHeading]:
    """Map each paragraph that begins with a heading to its heading."""
    found = {span: heading for span in paragraphs if (heading := read_statute_heading(lines, span))}
    found |= find_marked(lines, paragraphs) | find_outline(lines, paragraphs) | find_underlined(lines, paragraphs)
    single_lines = {span: lines[span[0] - 1].strip() for span in paragraphs if span[0] == span[1] and span not in found}
    titles = {span: line for span, line in single_lines.items() if may_be_title(line)}
    found |= find_numbered_capitals(titles)
    found |= find_numbered(lines, paragraphs, found)
    found |= find_outdented(lines, paragraphs, found)
    return found | find_capitals(titles, paragraphs, found)


def _title(paragraphs: Sequence[Span], headings: Mapping[Span, TextHeading]) -> str | None:
    """Return the underlined or marked heading that a text begins with, if no other heading has the same level."""
    first = headings.get(next(iter(paragraphs), (0, 0)))
    same_level = [heading for heading in headings.values() if first and heading.level == first.level]
    return first.title if first and first.mark and len(same_level) == 1 else None


def _blocks(lines: Sequence[str], paragraphs: Sequence[Span], headings: Mapping[Span, TextHeading]) -> Iterator[Block]:
    open_headings: list[TextHeading] = []
    for span in merge_small_paragraphs(lines, paragraphs, apart=headings):
        first = span[0]
        if heading := headings.get(span):
            open_headings = [*(each for each in open_headings if each.level < heading.level), heading]
            path = tuple(each.title for each in open_headings)
            yield Block(kind="heading", text=heading.title, lines=(heading.lines[0], heading.last), path=path)
            first = heading.last + 1
        if first <= span[1]:
            yield paragraph_block(lines, (first, span[1]), tuple(each.title for each in open_headings))
