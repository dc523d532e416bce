"""Line numbers in the left margin, as statutes, drafts and transcripts have them: they are no text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from contents_service.parsing.readers.pdf.line import Box

RawLine = tuple[str, int, bool]
"""A line's text, the index where it begins in the page's text, and whether it ends inside a word."""

MIN_NUMBERS = {1: 4, 2: 4, 5: 3, 10: 3}
"""Minimum number of line numbers on a page, by the number of lines from one to the next."""

MIN_NUMBERED_SHARE = 0.75
"""Minimum share of numbered lines, if every line is: headers and footers are not."""

MIN_RUN_ON_SHARE = 0.2
"""Minimum share of lines that go on in mid-sentence; the entries of a list begin with a capital."""

ALIGNED = 2.0
"""Maximum distance, in points, between the edges of numbers that are aligned."""

MIN_GAP = 0.6
"""Minimum gap between a number and its line, as a share of the number's height; a space is narrower."""

_NUMBER = re.compile(r"(\d{1,4})(?:\s+(?=\S)|$)")


class _Number(NamedTuple):
    """A number at the beginning of a line: the index of the line, and where its text goes on."""

    line: int
    value: int
    text_start: int
    box: Box
    text_left: float | None


def strip_margin_numbers(lines: Sequence[RawLine], box_of: Callable[[int], Box]) -> list[RawLine]:
    """Return the lines of a page without line numbers in the margin; `box_of` gives the box of a character."""
    found = [(at, match) for at, (text, _, _) in enumerate(lines) if (match := _NUMBER.match(text))]
    if len(found) < min(MIN_NUMBERS.values()):
        return list(lines)
    numbers = _aligned([_measure(lines[at], at, match, box_of) for at, match in found])
    if not _are_line_numbers(numbers, lines, box_of):
        return list(lines)
    starts = {number.line: number.text_start for number in numbers}
    stripped = [
        (text[starts.get(at, 0) :], start + starts.get(at, 0), ends_mid_word)
        for at, (text, start, ends_mid_word) in enumerate(lines)
    ]
    return [line for line in stripped if line[0]]


def _measure(line: RawLine, at: int, match: re.Match[str], box_of: Callable[[int], Box]) -> _Number:
    text, start, _ = line
    first, last = box_of(start), box_of(start + match.end(1) - 1)
    text_left = box_of(start + match.end())[0] if match.end() < len(text) else None
    return _Number(at, int(match[1]), match.end(), (first[0], first[1], last[2], last[3]), text_left)


def _aligned(numbers: Sequence[_Number]) -> list[_Number]:
    """Return the numbers that share a right or a left edge, whichever are more."""
    return max((_with_common_edge(numbers, edge) for edge in (2, 0)), key=len)


def _with_common_edge(numbers: Sequence[_Number], edge: int) -> list[_Number]:
    common, _ = Counter(round(number.box[edge]) for number in numbers).most_common(1)[0]
    return [number for number in numbers if abs(number.box[edge] - common) <= ALIGNED]


def _are_line_numbers(numbers: Sequence[_Number], lines: Sequence[RawLine], box_of: Callable[[int], Box]) -> bool:
    steps = {right.value - left.value for left, right in pairwise(numbers)}
    step = min(steps, default=0)
    if len(steps) != 1 or len(numbers) < MIN_NUMBERS.get(step, len(lines) + 1):
        return False
    numbered = {number.line for number in numbers}
    alone = sum(number.text_left is None for number in numbers)
    texts = [lines[number.line][0][number.text_start :] for number in numbers if number.text_left is not None]
    if step > 1 or alone:
        texts += [text for at, (text, _, _) in enumerate(lines) if at not in numbered]
    if step == 1 and len(numbers) < MIN_NUMBERED_SHARE * (len(lines) - alone):
        return False
    if sum(text[:1].islower() for text in texts) < MIN_RUN_ON_SHARE * len(texts):
        return False
    return _are_in_margin(numbers, lines, box_of)


def _are_in_margin(numbers: Sequence[_Number], lines: Sequence[RawLine], box_of: Callable[[int], Box]) -> bool:
    """Whether all text is on the right of the numbers, apart from them."""
    numbered = {number.line for number in numbers}
    right = max(number.box[2] for number in numbers)
    height = max(number.box[3] - number.box[1] for number in numbers)
    lefts = [number.text_left for number in numbers if number.text_left is not None]
    lefts += [box_of(start)[0] for at, (_, start, _) in enumerate(lines) if at not in numbered]
    return all(left > right for left in lefts) and min(lefts, default=0) - right >= MIN_GAP * height
