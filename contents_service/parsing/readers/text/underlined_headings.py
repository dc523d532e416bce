"""Headings that are underlined, or stand between two rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import TextHeading, may_be_title

RULE = re.compile(r"(?P<rule>(?P<mark>[#=*~+^-])(?P=mark){2,})\s*")

MAX_TITLE_LINES = 3
"""Largest number of lines of a title with `===` below it."""

MAX_LONGER = 2
"""Largest number of characters that `===` below such a title, or within a paragraph, is longer than the title."""

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
        return None if has_overline else _read_long_title(lines, span)
    rule, mark = underline["rule"], underline["mark"]
    if has_overline and (lines[first - 1].strip() != rule or rule in fences):
        return None
    title = title.strip(f"{mark} ") if has_overline else title
    if not may_be_title(title) or not 0.5 * len(title) <= len(rule):
        return None
    if not (_is_single_title(lines, span, title_line) if has_overline else len(rule) <= 1.5 * len(title) + 3):
        return None
    return TextHeading((title_line, title_line), title, underline=title_line + 1, mark=mark)


def _read_long_title(lines: Sequence[str], span: Span) -> TextHeading | None:
    """Return the heading of two or three lines that a paragraph begins with; the `===` below is as long as they are."""
    for last in range(span[0] + 1, min(span[0] + MAX_TITLE_LINES, span[1])):
        underline = RULE.fullmatch(lines[last])
        if underline:
            title = [line.strip() for line in lines[span[0] - 1 : last]]
            whole, longest = " ".join(title), max(map(len, title))
            is_title = underline["mark"] == "=" and all(map(may_be_title, (*title, whole)))
            is_as_long = longest <= len(underline["rule"]) <= longest + MAX_LONGER
            found = TextHeading((span[0], last), whole, underline=last + 1, mark="=")
            return found if is_title and is_as_long else None
    return None


def begins_section(lines: Sequence[str], number: int, block: Span) -> bool:
    """Whether a line within a block of lines is a title of its own, with `===` of its length right below it."""
    if number >= block[1] or not lines[number].startswith("==="):
        return False
    if (heading := _read_long_title(lines, block)) and number < heading.last:
        return False
    title, underline = lines[number - 1].rstrip(), RULE.fullmatch(lines[number])
    is_as_long = underline is not None and len(title) <= len(underline["rule"]) <= len(title) + MAX_LONGER
    return is_as_long and title[:1].isalnum() and may_be_title(title) and not RULE.fullmatch(lines[number - 2])


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
