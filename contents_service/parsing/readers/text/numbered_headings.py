"""Headings whose numbers follow each other: `1. Introduction`, `1.1 Purpose`, `1.2 Scope`, `2. Terms`.

A list is numbered in order, too. But one that is brief has its items right below each other, and one whose items are
long sets them in further than other text; a list within a section ends before the section's own numbers go on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import NUMBERED_LEVEL, Heading, has_leaders, may_be_title

FEWEST = 3
"""Numbers in order, with those of the headings that are known: two may be chance."""
MOST_BARE = 0.25
"""Of them that the next one of as high a level follows at once: more are a list, or a table of contents."""
MOST_SET_IN = 0.5
"""Of them whose text is set in further than the text at large."""
GAP = 3
"""Between two numbers in order: one with a full stop at its end is not taken for a heading, and is missed here."""
MOST_BEGUN = 8
"""Counts that may go on at the same time."""

_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?\s+(?P<title>\S.*)")
_KNOWN = re.compile(r"(?:[^\W\d]+\s+)?(\d{1,3}(?:\.\d{1,3}){0,5})\b")

Number = tuple[int, ...]


class _Step(Struct, frozen=True):
    """A run that begins with a number; its title, if it is not known yet to be a heading."""

    at: int
    number: Number
    heading: Heading | None = None


def in_order(lines: Sequence[str], runs: Sequence[Span], known: Mapping[Span, Heading]) -> dict[Span, Heading]:
    """The runs that begin with a heading whose number is in order, `known` headings and their numbers counted."""
    found: dict[Span, Heading] = {}
    steps = list(_steps(lines, runs, known))
    if len(steps) < FEWEST:
        return found
    usual = _usual_indent(lines, runs)
    for count in _counts(steps):
        if _are_headings(count, lines, runs, usual):
            found |= {runs[step.at]: step.heading for step in count if step.heading}
    return found


def _steps(lines: Sequence[str], runs: Sequence[Span], known: Mapping[Span, Heading]) -> Iterator[_Step]:
    for at, run in enumerate(runs):
        if run in known:
            if told := _KNOWN.match(known[run].title):
                yield _Step(at, _parsed(told[1]))
        elif (found := _NUMBERED.fullmatch(lines[run[0] - 1].strip())) and _may_head(lines, run, found["title"]):
            number, title = _parsed(found[1]), " ".join(found[0].split())
            yield _Step(at, number, Heading((run[0], run[0]), title, NUMBERED_LEVEL + len(number) - 1))


def _parsed(number: str) -> Number:
    return tuple(map(int, number.split(".")))


def _may_head(lines: Sequence[str], run: Span, title: str) -> bool:
    """Whether a title is one, and what stands right below it begins anew: it does not go on, nor is it numbered."""
    if title[0].islower() or not may_be_title(title) or has_leaders(title):
        return False
    if run[0] == run[1]:
        return True
    first, below = lines[run[0] - 1], lines[run[0]]
    begins = below.split(None, 1)[0]
    has_room = len(first.rstrip()) + 1 + len(begins) <= max(len(line) for line in lines[run[0] : run[1]])
    return has_room and _indent(below) <= _indent(first) and not begins[0].islower() and not begins[0].isdecimal()


def _counts(steps: Sequence[_Step]) -> Iterator[Sequence[_Step]]:
    """The steps that follow each other; a count that begins and ends between two steps of another is left out."""
    begun: list[list[_Step]] = []
    for step in steps:
        at = _followed(begun, step)
        if at is not None:
            begun[at].append(step)
            del begun[at + 1 :]
        elif step.heading is None or (len(step.number) <= 2 and max(step.number) <= 1):
            begun.append([step])
            yield from begun[:-MOST_BEGUN]
            del begun[:-MOST_BEGUN]
    yield from begun


def _followed(begun: Sequence[Sequence[_Step]], step: _Step) -> int | None:
    """The count that a step goes on, the latest first; `Chapter 2` rather goes on what begins with `Chapter 1`."""
    places = [at for at in reversed(range(len(begun))) if _follows(begun[at][-1].number, step.number)]
    alike = [at for at in places if step.heading or not begun[at][0].heading]
    return next(iter(alike or places), None)


def _follows(number: Number, later: Number) -> bool:
    """Whether a number is the next one, or the next of one above, or the first below any of these."""
    if len(later) == len(number) + 1:
        return later[:-1] == number and later[-1] <= GAP
    above = len(later) - 1
    if later[:-1] == number[:above]:
        return above < len(number) and 0 < later[-1] - number[above] <= GAP
    return later[-1] == 1 and _follows(number, later[:-1])


def _are_headings(count: Sequence[_Step], lines: Sequence[str], runs: Sequence[Span], usual: int) -> bool:
    if len(count) < FEWEST:
        return False
    places = {step.at: len(step.number) for step in count}
    bare = set_in = 0
    for step in count:
        below = step.at + 1
        if runs[step.at][0] < runs[step.at][1] or below == len(runs):
            continue
        bare += places.get(below, len(step.number) + 1) <= len(step.number)
        set_in += below not in places and _indent(lines[runs[below][0] - 1]) > usual
        set_in += step.heading is not None and _indent(lines[runs[step.at][0] - 1]) > usual
    return bare <= MOST_BARE * len(count) and set_in <= MOST_SET_IN * len(count)


def _usual_indent(lines: Sequence[str], runs: Sequence[Span]) -> int:
    """How far most text is set in, by the first lines of its paragraphs."""
    sizes: Counter[int] = Counter()
    for first, last in runs:
        sizes[_indent(lines[first - 1])] += sum(map(len, lines[first - 1 : last]))
    return max(sizes, key=lambda indent: sizes[indent], default=0)


def _indent(line: str) -> int:
    line = line.expandtabs()
    return len(line) - len(line.lstrip())
