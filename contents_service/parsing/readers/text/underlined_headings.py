"""Headings that are underlined, or that stand between two rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import Heading, may_be_title

RULE = re.compile(r"(([#=*~+^-])\2{2,})\s*")

PROMPT = "$ "


def underlined(lines: Sequence[str], runs: Sequence[Span]) -> dict[Span, Heading]:
    """The runs that begin with a line and its underline; a line above it that is the same belongs to it.

    Those underlined with what comes first are above those with what comes later; `===` is above `---`.
    """
    fences = _fences(lines, runs)
    return _leveled({run: heading for run in runs if (heading := _underlined(lines, run, fences))})


def _leveled(headings: Mapping[Span, Heading]) -> dict[Span, Heading]:
    rules = list(dict.fromkeys("".join("=-" if heading.rule == "-" else heading.rule for heading in headings.values())))
    return {run: replace(heading, level=rules.index(heading.rule)) for run, heading in headings.items()}


def _underlined(lines: Sequence[str], run: Span, fences: Collection[str]) -> Heading | None:
    first = run[0]
    over = first < run[1] and bool(RULE.fullmatch(lines[first - 1]))
    at = first + over
    if at >= run[1]:
        return None
    title, line = lines[at - 1].strip(), RULE.fullmatch(lines[at])
    if not line or (over and (lines[first - 1].strip() != line[1] or line[1] in fences)):
        return None
    title = title.strip(f"{line[2]} ") if over else title
    if not may_be_title(title) or not 0.5 * len(title) <= len(line[1]):
        return None
    fits = _is_not_ruled_off(lines, run, at) if over else len(line[1]) <= 1.5 * len(title) + 3
    if not fits:
        return None
    return Heading((at, at), title, underline=at + 1, rule=line[2])


def _is_not_ruled_off(lines: Sequence[str], run: Span, title: int) -> bool:
    """Whether a line between two rules is not one of several that are each ruled off from the next."""
    return title + 3 > run[1] or not RULE.fullmatch(lines[title + 2])


def _fences(lines: Sequence[str], runs: Sequence[Span]) -> Collection[str]:
    """The rules that set code apart: half as often as one line, or more, they have several or a command inside."""
    alone, several = Counter[str](), Counter[str]()
    for first, last in runs:
        rule = lines[first - 1].strip()
        if last - first >= 2 and rule == lines[last - 1].strip() and RULE.fullmatch(rule):
            between = [line.strip() for line in lines[first : last - 1]]
            is_code = len(between) > 1 or between[0].startswith(PROMPT)
            (several if is_code else alone)[rule] += rule not in between
    return {rule for rule, count in several.items() if 2 * count >= alone[rule] and count}
