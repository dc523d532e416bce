"""Words broken at a line end, joined again.

Some programs hyphenate words, so most hyphens at a line end are theirs. Others break lines only after a hyphen that the
word has anyway. The rest of the document's words show which it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.relevance.unspaced_lines import is_unspaced

MIN_COMPOUND_PART = 3
"""Minimum length, in letters, of two words that keep the hyphen between them because both occur in the document."""

MIN_BROKEN_SHARE = 0.02
"""Minimum share of lines that end with a hyphen if the program hyphenates words."""

_WORD = re.compile(r"[^\W_]+(?:[-‐‑][^\W_]+)*")
_LAST_WORD = re.compile(r"[^\W_]+$")
_FIRST_WORD = re.compile(r"[^\W_]+")
_LINE_END_HYPHENS = ("-", "‐", "\xad")
_HYPHENS = str.maketrans("‐‑", "--")


class Dehyphenator:
    """Joins words broken at a line end, as the document writes them elsewhere."""

    def __init__(self, lines: Iterable[TextLine]) -> None:
        stripped = [_strip_hyphen(line) for line in lines]
        self._words: Counter[str] = Counter()
        self._breaks_words = True
        if any(ends_mid_word for _, ends_mid_word in stripped):
            self._count(stripped)
            known = [self._is_solid_elsewhere(*pair) for pair in _broken_pairs(stripped)]
            solid = [is_solid for is_solid in known if is_solid is not None]
            broken_share = sum(ends_mid_word for _, ends_mid_word in stripped) / len(stripped)
            self._breaks_words = 2 * sum(solid) >= len(solid) if solid else broken_share > MIN_BROKEN_SHARE

    def _count(self, lines: Iterable[tuple[str, bool]]) -> None:
        """Count the words, without the parts of broken ones."""
        follows_break = False
        for text, ends_mid_word in lines:
            words = _WORD.findall(text.lower().translate(_HYPHENS))
            self._words.update(words[follows_break : len(words) - ends_mid_word])
            follows_break = ends_mid_word

    def join(self, lines: Sequence[TextLine], next_line: TextLine | None = None) -> tuple[str, str]:
        """Return the lines as running text, and the other spelling of each broken word for search to find.

        `next_line` is the first line of the next page: a word that continues there is found whole but shown broken.
        """
        *earlier, last = lines
        text, alternatives = "", list[str]()
        for line, below in zip(earlier, lines[1:], strict=True):
            joiner, alternative = self._join_pair(line, below)
            text += _strip_hyphen(line)[0] + joiner
            alternatives += alternative
        stripped, ends_mid_word = _strip_hyphen(last)
        parts = _split_word(stripped, next_line.text) if ends_mid_word and next_line else None
        alternatives += ["".join(parts)] if parts else []
        return f"{text}{stripped}{'-' if ends_mid_word else ''}", " ".join(alternatives)

    def _join_pair(self, line: TextLine, below: TextLine) -> tuple[str, list[str]]:
        """Return what to put between two lines, and the rejected spelling of a word broken there."""
        stripped, ends_mid_word = _strip_hyphen(line)
        if not ends_mid_word:
            return "" if is_unspaced(line.text[-1:], below.text[:1]) else " ", []
        parts = _split_word(stripped, below.text)
        if not parts:
            return "-", []
        return ("", ["-".join(parts)]) if self._is_one_word(*parts) else ("-", ["".join(parts)])

    def _is_one_word(self, left: str, right: str) -> bool:
        is_solid = self._is_solid_elsewhere(left, right)
        if is_solid is not None:
            return is_solid
        if all(len(part) >= MIN_COMPOUND_PART and self._words[part.lower()] for part in (left, right)):
            return False
        return self._breaks_words and right[0].islower()

    def _is_solid_elsewhere(self, left: str, right: str) -> bool | None:
        """Whether the document writes two parts as one word elsewhere; None if it has neither form."""
        whole, compound = f"{left}{right}".lower(), f"{left}-{right}".lower()
        if not self._words[whole] and not self._words[compound]:
            return None
        return self._words[whole] >= self._words[compound]


def _broken_pairs(lines: Sequence[tuple[str, bool]]) -> Iterator[tuple[str, str]]:
    """Yield the two parts of each broken word."""
    for (above, ends_mid_word), (below, _) in pairwise(lines):
        if ends_mid_word and (parts := _split_word(above, below)):
            yield parts


def _split_word(above: str, below: str) -> tuple[str, str] | None:
    """Return the two parts of a word broken between two lines; None if there is none."""
    last, first = _LAST_WORD.search(above), _FIRST_WORD.match(below)
    return (last.group(), first.group()) if last and first else None


def _strip_hyphen(line: TextLine) -> tuple[str, bool]:
    """Return a line without the hyphen at its end, and whether it ends inside a word."""
    if line.ends_mid_word:
        return line.text, True
    if line.text.endswith(_LINE_END_HYPHENS) and line.text[-2:-1].isalpha():
        return line.text[:-1], True
    return line.text, False
