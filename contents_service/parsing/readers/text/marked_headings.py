"""Headings marked as in Markdown, AsciiDoc and wikis: `## Returns`, `== Returns ==`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from markdown_it import MarkdownIt

from contents_service.model import Span
from contents_service.parsing.readers.markdown.headings import heading_text
from contents_service.parsing.readers.text.heading import MAX_TEXT_HEADING_CHARACTERS, TextHeading

MIN_MARKED = 2
"""Smallest number of headings with one mark; one must be below the first level, since `#` also begins comments."""

MAX_SEARCHED_CHARACTERS = 1_000
"""Number of characters at the start of a line that are searched; a heading with links may be long."""

_MARKED_LINE = re.compile(r"(?P<marks>(?P<mark>[#=])(?P=mark){0,5})[ \t]+(?P<title>\S.*?)(?:[ \t]+(?P=mark)+)?[ \t]*")
_FENCE = "```"
_PARSER = MarkdownIt("commonmark")


def find_marked(lines: Sequence[str], paragraphs: Sequence[Span]) -> dict[Span, TextHeading]:
    """Find the paragraphs that begin with a marked heading, outside of fenced code."""
    found: dict[Span, TextHeading] = {}
    in_fence = False
    for span in paragraphs:
        if not in_fence and lines[span[0] - 1][0] in "#=" and (heading := _read_marked(lines, span)):
            found[span] = heading
        fences = sum(line.lstrip().startswith(_FENCE) for line in lines[span[0] - 1 : span[1]] if _FENCE in line)
        in_fence ^= fences % 2 == 1
    marks = _heading_marks(found.values())
    return {span: heading for span, heading in found.items() if heading.mark in marks}


def _read_marked(lines: Sequence[str], span: Span) -> TextHeading | None:
    """Return a paragraph's first line as a heading; None if the next line has the same marks, as in a comment."""
    marked = _MARKED_LINE.fullmatch(lines[span[0] - 1][:MAX_SEARCHED_CHARACTERS])
    next_marked = _MARKED_LINE.fullmatch(lines[span[0]][:MAX_SEARCHED_CHARACTERS]) if span[0] < span[1] else None
    if not marked or (next_marked and next_marked["marks"] == marked["marks"]):
        return None
    title = heading_text(_PARSER, marked["title"], {}) if marked["mark"] == "#" else marked["title"]
    if len(title) > MAX_TEXT_HEADING_CHARACTERS or not any(map(str.isalnum, title)):
        return None
    return TextHeading((span[0], span[0]), title, len(marked["marks"]) - 1, mark=marked["mark"])


def _heading_marks(headings: Collection[TextHeading]) -> Collection[str]:
    """Return the marks of enough headings, at least one of them below the first level."""
    marks = {heading.mark for heading in headings if heading.level > 0}
    return {mark for mark in marks if sum(heading.mark == mark for heading in headings) >= MIN_MARKED}
