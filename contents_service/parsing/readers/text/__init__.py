"""Plain text: paragraphs, and headings only where they are unmistakable.

A heading is a line of its own that is underlined with `===` or `---` as long as itself, or stands between two such
rules; one that is marked as in Markdown or a wiki, if others are; one that is numbered as contracts and laws number
theirs, or in order with others; one at the left of what else is set in; or one in capitals, where there are some.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from contents_service.model import Block, ParsedDocument, Span
from contents_service.parsing.readers.paragraphs import paragraph, together
from contents_service.parsing.readers.source import Source
from contents_service.parsing.readers.text.capital_headings import in_capitals, numbered_in_capitals
from contents_service.parsing.readers.text.heading import Heading, may_be_title
from contents_service.parsing.readers.text.marked_headings import marked
from contents_service.parsing.readers.text.numbered_headings import in_order
from contents_service.parsing.readers.text.outdented_headings import at_the_left
from contents_service.parsing.readers.text.paragraphs import paragraphs
from contents_service.parsing.readers.text.statute_headings import part_of_law
from contents_service.parsing.readers.text.underlined_headings import underlined


def read(source: Source) -> ParsedDocument:
    """Its paragraphs, under the headings that are unmistakable."""
    runs = paragraphs(source.lines)
    headings = _headings(source.lines, runs)
    return ParsedDocument(
        blocks=list(_blocks(source.lines, runs, headings)),
        lines=source.lines,
        title=_title(runs, headings),
        notes=source.notes,
        encoding=source.encoding,
    )


def _headings(lines: Sequence[str], runs: Sequence[Span]) -> dict[Span, Heading]:
    """The headings, by the run of lines that they begin."""
    found = {run: part for run in runs if (part := part_of_law(lines, run))}
    found |= marked(lines, runs) | underlined(lines, runs)
    alone = {run: lines[run[0] - 1].strip() for run in runs if run[0] == run[1] and run not in found}
    titles = {run: line for run, line in alone.items() if may_be_title(line)}
    found |= numbered_in_capitals(titles)
    found |= in_order(lines, runs, found)
    found |= at_the_left(lines, runs, found)
    return found | in_capitals(titles, runs, found)


def _title(runs: Sequence[Span], headings: Mapping[Span, Heading]) -> str | None:
    """The underlined or marked heading that a text begins with, if it alone is of its level."""
    first = headings.get(next(iter(runs), (0, 0)))
    alike = [heading for heading in headings.values() if first and heading.level == first.level]
    return first.title if first and first.rule and len(alike) == 1 else None


def _blocks(lines: Sequence[str], runs: Sequence[Span], headings: Mapping[Span, Heading]) -> Iterator[Block]:
    above: list[Heading] = []
    for run in together(lines, runs, apart=headings):
        first = run[0]
        if heading := headings.get(run):
            above = [*(other for other in above if other.level < heading.level), heading]
            path = tuple(other.title for other in above)
            yield Block(kind="heading", text=heading.title, lines=(heading.lines[0], heading.last), path=path)
            first = heading.last + 1
        if first <= run[1]:
            yield paragraph(lines, (first, run[1]), tuple(other.title for other in above))
