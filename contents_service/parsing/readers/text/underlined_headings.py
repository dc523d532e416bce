"""Headings that are underlined, or stand between two rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import TextHeading, may_be_title

RULE = re.compile(r"(?P<rule>(?P<mark>[#=*~+^-])(?P=mark){2,})\s*")

PROMPT = "$ "
"""The beginning of a shell command."""


def find_underlined(lines: Sequence[str], paragraphs: Sequence[Span]) -> dict[Span, TextHeading]:
    """Find the paragraphs that begin with an underlined title.

    If the same rule stands above the title, it belongs to the heading.
    Levels follow the order in which underlines first appear, but `===` is always above `---`.
    """
    fences = _code_fences(lines, paragraphs)
    return _with_levels({span: heading for span in paragraphs if (heading := _read_underlined(lines, span, fences))})


def _with_levels(headings: Mapping[Span, TextHeading]) -> dict[Span, TextHeading]:
    # adding "=" before "-" keeps === above ---, even if --- comes first
    marks = list(dict.fromkeys("".join("=-" if heading.mark == "-" else heading.mark for heading in headings.values())))
    return {span: replace(heading, level=marks.index(heading.mark)) for span, heading in headings.items()}


def _read_underlined(lines: Sequence[str], span: Span, fences: Collection[str]) -> TextHeading | None:
    first = span[0]
    has_overline = first < span[1] and bool(RULE.fullmatch(lines[first - 1]))
    title_line = first + has_overline
    if title_line >= span[1]:
        return None
    title, underline = lines[title_line - 1].strip(), RULE.fullmatch(lines[title_line])
    if not underline:
        return None
    rule, mark = underline["rule"], underline["mark"]
    if has_overline and (lines[first - 1].strip() != rule or rule in fences):
        return None
    title = title.strip(f"{mark} ") if has_overline else title
    if not may_be_title(title) or not 0.5 * len(title) <= len(rule):
        return None
    if not (_is_single_title(lines, span, title_line) if has_overline else len(rule) <= 1.5 * len(title) + 3):
        return None
    return TextHeading((title_line, title_line), title, underline=title_line + 1, mark=mark)


def _is_single_title(lines: Sequence[str], span: Span, title_line: int) -> bool:
    """Whether a title between two rules has no further line and rule below it, as the rows of a table have."""
    return title_line + 3 > span[1] or not RULE.fullmatch(lines[title_line + 2])


def _code_fences(lines: Sequence[str], paragraphs: Sequence[Span]) -> Collection[str]:
    """Return the rules that enclose code.

    They enclose a command or several lines at least half as often as they enclose a single line.
    """
    with_title, with_code = Counter[str](), Counter[str]()
    for first, last in paragraphs:
        rule = lines[first - 1].strip()
        if last - first >= 2 and rule == lines[last - 1].strip() and RULE.fullmatch(rule):
            between = [line.strip() for line in lines[first : last - 1]]
            is_code = len(between) > 1 or between[0].startswith(PROMPT)
            (with_code if is_code else with_title)[rule] += rule not in between
    return {rule for rule, count in with_code.items() if 2 * count >= with_title[rule] and count}
