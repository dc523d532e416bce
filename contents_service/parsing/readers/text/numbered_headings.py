"""Headings numbered in sequence: `1. Introduction`, `1.1 Purpose`, `1.2 Scope`, `2. Terms`.

Lists are numbered in sequence, too. But the items of a list have no text between them if they are short, and are
indented further than other text if they are long. A list inside a section ends before the next section begins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from contents_service.model import Span
from contents_service.parsing.readers.text.heading import NUMBERED_LEVEL, TextHeading, is_contents_entry, may_be_title

MIN_NUMBERED = 3
"""Smallest number of headings in a sequence, including headings that are already known; two may be chance."""

MAX_EMPTY = 0.25
"""Largest share of headings without text below them; a sequence with more is a list or a table of contents."""

MAX_INDENTED = 0.5
"""Largest share of headings that are, or whose text is, indented further than most text."""

MAX_STEP = 3
"""Largest step from a number to the next; a heading that ends with a full stop is not recognised, and leaves a gap."""

MAX_OPEN_SEQUENCES = 8
"""Largest number of sequences that may still continue at the same time."""

_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?\s+(?P<title>\S.*)")
_NUMBER_OF_KNOWN = re.compile(r"(?:[^\W\d]+\s+)?(\d{1,3}(?:\.\d{1,3}){0,5})\b")

Number = tuple[int, ...]


class _Candidate(Struct, frozen=True):
    """A paragraph that begins with a number, and the heading that it may be; None if the heading is already known."""

    index: int
    number: Number
    heading: TextHeading | None = None


def find_numbered(
    lines: Sequence[str], paragraphs: Sequence[Span], known: Mapping[Span, TextHeading]
) -> dict[Span, TextHeading]:
    """Find the paragraphs that begin with a heading numbered in sequence; known headings count, too."""
    found: dict[Span, TextHeading] = {}
    candidates = list(_candidates(lines, paragraphs, known))
    if len(candidates) < MIN_NUMBERED:
        return found
    usual_indent = _usual_indent(lines, paragraphs)
    for sequence in _sequences(candidates):
        if _are_headings(sequence, lines, paragraphs, usual_indent):
            found |= {paragraphs[each.index]: each.heading for each in sequence if each.heading}
    return found


def _candidates(
    lines: Sequence[str], paragraphs: Sequence[Span], known: Mapping[Span, TextHeading]
) -> Iterator[_Candidate]:
    for index, span in enumerate(paragraphs):
        first_line = lines[span[0] - 1].strip()
        if span in known:
            if known_number := _NUMBER_OF_KNOWN.match(known[span].title):
                yield _Candidate(index, _parse_number(known_number[1]))
        elif (found := _NUMBERED.fullmatch(first_line)) and _may_be_heading(lines, span, found["title"]):
            number, title = _parse_number(found[1]), " ".join(found[0].split())
            yield _Candidate(index, number, TextHeading((span[0], span[0]), title, NUMBERED_LEVEL + len(number) - 1))


def _parse_number(number: str) -> Number:
    return tuple(map(int, number.split(".")))


def _may_be_heading(lines: Sequence[str], span: Span, title: str) -> bool:
    """Whether a paragraph's first line may be a heading: no second line continues it or is numbered."""
    if title[0].islower() or not may_be_title(title) or is_contents_entry(title):
        return False
    if span[0] == span[1]:
        return True
    first, below = lines[span[0] - 1], lines[span[0]]
    next_word = below.split(None, 1)[0]
    has_room = len(first.rstrip()) + 1 + len(next_word) <= max(len(line) for line in lines[span[0] : span[1]])
    return has_room and _indent(below) <= _indent(first) and not next_word[0].islower() and not next_word[0].isdecimal()


def _sequences(candidates: Sequence[_Candidate]) -> Iterator[Sequence[_Candidate]]:
    """Yield the sequences of consecutive numbers, without those that begin and end inside another."""
    sequences: list[list[_Candidate]] = []
    for candidate in candidates:
        index = _continued_sequence(sequences, candidate)
        if index is not None:
            sequences[index].append(candidate)
            del sequences[index + 1 :]
        elif candidate.heading is None or (len(candidate.number) <= 2 and max(candidate.number) <= 1):
            sequences.append([candidate])
            yield from sequences[:-MAX_OPEN_SEQUENCES]
            del sequences[:-MAX_OPEN_SEQUENCES]
    yield from sequences


def _continued_sequence(sequences: Sequence[Sequence[_Candidate]], candidate: _Candidate) -> int | None:
    """Return the index of the latest sequence that a number continues; `Chapter 2` prefers one that has `Chapter 1`."""
    open_sequences = reversed(list(enumerate(sequences)))
    matches = [(index, each) for index, each in open_sequences if _follows(each[-1].number, candidate.number)]
    preferred = [index for index, each in matches if candidate.heading or not each[0].heading]
    return next(iter(preferred or [index for index, _ in matches]), None)


def _follows(number: Number, later: Number) -> bool:
    """Whether a number may follow another: `1.1.1`, `1.2`, `2` and `2.1` may follow `1.1`."""
    if len(later) == len(number) + 1:
        return later[:-1] == number and later[-1] <= MAX_STEP
    depth = len(later) - 1
    if later[:-1] == number[:depth]:
        return depth < len(number) and 0 < later[-1] - number[depth] <= MAX_STEP
    return later[-1] == 1 and _follows(number, later[:-1])


def _are_headings(
    sequence: Sequence[_Candidate], lines: Sequence[str], paragraphs: Sequence[Span], usual_indent: int
) -> bool:
    """Whether a sequence consists of headings: most have text below them, and most are not indented like a list."""
    if len(sequence) < MIN_NUMBERED:
        return False

    def is_indented(index: int) -> bool:
        return _indent(lines[paragraphs[index][0] - 1]) > usual_indent

    depths = {each.index: len(each.number) for each in sequence}
    headings = {each.index for each in sequence if each.heading}
    empty = indented = 0
    for index, depth in depths.items():
        next_index = index + 1
        if paragraphs[index][0] < paragraphs[index][1] or next_index == len(paragraphs):
            continue
        empty += depths.get(next_index, depth + 1) <= depth
        indented += next_index not in depths and is_indented(next_index)
        indented += index in headings and is_indented(index)
    return empty <= MAX_EMPTY * len(sequence) and indented <= MAX_INDENTED * len(sequence)


def _usual_indent(lines: Sequence[str], paragraphs: Sequence[Span]) -> int:
    """Return the indent of most text; a paragraph has the indent of its first line."""
    characters_by_indent: Counter[int] = Counter()
    for first, last in paragraphs:
        characters_by_indent[_indent(lines[first - 1])] += sum(map(len, lines[first - 1 : last]))
    return max(characters_by_indent, key=lambda indent: characters_by_indent[indent], default=0)


def _indent(line: str) -> int:
    line = line.expandtabs()
    return len(line) - len(line.lstrip())
