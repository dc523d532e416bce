"""Headings with marks before them, as Markdown, AsciiDoc and wikis write them: `## Returns`, `== Returns ==`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from markdown_it import MarkdownIt

from contents_service.model import Span
from contents_service.parsing.readers.markdown.headings import heading_text
from contents_service.parsing.readers.text.heading import HEADING_LENGTH, Heading

FEWEST = 2
"""Of a kind that a text must have, one of them below the first level: `#` alone also begins comments."""

LONGEST = 1_000
"""Characters of a line that are looked at: links make a heading long."""

_MARKED = re.compile(r"(?P<marks>(?P<mark>[#=])(?P=mark){0,5})[ \t]+(?P<title>\S.*?)(?:[ \t]+(?P=mark)+)?[ \t]*")
_FENCE = "```"
_PARSER = MarkdownIt("commonmark")


def marked(lines: Sequence[str], runs: Sequence[Span]) -> dict[Span, Heading]:
    """The runs that begin with such a heading, outside of code between fences."""
    found: dict[Span, Heading] = {}
    fenced = False
    for run in runs:
        if not fenced and lines[run[0] - 1][0] in "#=" and (heading := _marked(lines, run)):
            found[run] = heading
        fences = sum(line.lstrip().startswith(_FENCE) for line in lines[run[0] - 1 : run[1]] if _FENCE in line)
        fenced ^= fences % 2 == 1
    believed = _believed(found.values())
    return {run: heading for run, heading in found.items() if heading.rule in believed}


def _marked(lines: Sequence[str], run: Span) -> Heading | None:
    """A run's first line as a heading; none if the next has as many marks, as the lines of a comment have."""
    line = _MARKED.fullmatch(lines[run[0] - 1][:LONGEST])
    below = _MARKED.fullmatch(lines[run[0]][:LONGEST]) if run[0] < run[1] else None
    if not line or (below and below["marks"] == line["marks"]):
        return None
    title = heading_text(_PARSER, line["title"], {}) if line["mark"] == "#" else line["title"]
    if len(title) > HEADING_LENGTH or not any(map(str.isalnum, title)):
        return None
    return Heading((run[0], run[0]), title, len(line["marks"]) - 1, rule=line["mark"])


def _believed(headings: Collection[Heading]) -> Collection[str]:
    """The marks of which there are some, and not only single ones."""
    below = {heading.rule for heading in headings if heading.level > 0}
    return {mark for mark in below if sum(heading.rule == mark for heading in headings) >= FEWEST}
