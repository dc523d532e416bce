"""Words that a line's end broke, made whole.

Some programs break words at a line's end, and most hyphens there are theirs; others only break after a hyphen that the
word has anyway. Which it is, a document tells by the words that it has elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from contents_service.parsing.readers.pdf.line import Line

PART_OF_A_COMPOUND = 3
"""Letters: if two parts so long are words of the document themselves, the hyphen between them is its own."""

BREAKS_WORDS = 0.02
"""Of the lines: a program that breaks words does it more often than words with a hyphen come to stand there."""

_WORD = re.compile(r"[^\W_]+(?:[-‐‑][^\W_]+)*")
_LAST = re.compile(r"[^\W_]+$")
_FIRST = re.compile(r"[^\W_]+")
_HYPHENS_AT_END = ("-", "‐", "\xad")
_HYPHENS = str.maketrans("‐‑", "--")


class Vocabulary:
    """The words of a document, by which a broken word is made whole as it stands elsewhere."""

    def __init__(self, lines: Iterable[Line]) -> None:
        bare = [_unhyphened(line) for line in lines]
        self._words: Counter[str] = Counter()
        self._breaks_words = True
        if any(broken for _, broken in bare):
            self._count(bare)
            told = [told for pair in _broken_pairs(bare) if (told := self._told(*pair)) is not None]
            broken_share = sum(broken for _, broken in bare) / len(bare)
            self._breaks_words = 2 * sum(told) >= len(told) if told else broken_share > BREAKS_WORDS

    def _count(self, lines: Iterable[tuple[str, bool]]) -> None:
        """Count the words, without the parts of broken ones."""
        after_a_break = False
        for text, broken in lines:
            words = _WORD.findall(text.lower().translate(_HYPHENS))
            self._words.update(words[after_a_break : len(words) - broken])
            after_a_break = broken

    def running(self, lines: Sequence[Line], after: Line | None = None) -> tuple[str, str]:
        """The lines as running text, and what a search should find besides: the other form of each broken word.

        `after` is the first line of the next page: a word that goes on there is found whole, but shown as it stands.
        """
        *earlier, last = lines
        text, others = "", list[str]()
        for line, follower in zip(earlier, lines[1:], strict=True):
            joint, other = self._joint(line, follower)
            text += _unhyphened(line)[0] + joint
            others += other
        bare, broken = _unhyphened(last)
        parts = _parts(bare, after.text) if broken and after else None
        others += ["".join(parts)] if parts else []
        return f"{text}{bare}{'-' if broken else ''}", " ".join(others)

    def _joint(self, line: Line, follower: Line) -> tuple[str, list[str]]:
        """What stands between two lines, and of a word broken there the form that is not chosen."""
        bare, broken = _unhyphened(line)
        if not broken:
            return " ", []
        parts = _parts(bare, follower.text)
        if not parts:
            return "-", []
        return ("", ["-".join(parts)]) if self._is_one_word(*parts) else ("-", ["".join(parts)])

    def _is_one_word(self, left: str, right: str) -> bool:
        told = self._told(left, right)
        if told is not None:
            return told
        if all(len(part) >= PART_OF_A_COMPOUND and self._words[part.lower()] for part in (left, right)):
            return False
        return self._breaks_words and right[0].islower()

    def _told(self, left: str, right: str) -> bool | None:
        """Whether two parts are one word, by how the document writes it elsewhere; None if it does not."""
        whole, compound = f"{left}{right}".lower(), f"{left}-{right}".lower()
        if not self._words[whole] and not self._words[compound]:
            return None
        return self._words[whole] >= self._words[compound]


def _broken_pairs(lines: Sequence[tuple[str, bool]]) -> Iterator[tuple[str, str]]:
    """The two parts of each broken word."""
    for (above, broken), (below, _) in pairwise(lines):
        if broken and (parts := _parts(above, below)):
            yield parts


def _parts(above: str, below: str) -> tuple[str, str] | None:
    """The parts of a word that is broken between two lines; None where none is."""
    last, first = _LAST.search(above), _FIRST.match(below)
    return (last.group(), first.group()) if last and first else None


def _unhyphened(line: Line) -> tuple[str, bool]:
    """A line without the hyphen at its end, and whether it ends inside a word."""
    if line.broken:
        return line.text, True
    if line.text.endswith(_HYPHENS_AT_END) and line.text[-2:-1].isalpha():
        return line.text[:-1], True
    return line.text, False
