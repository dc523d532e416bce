"""Words that a line's end broke, made whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from contents_service.readers.pdf_line import Line

PART_OF_A_COMPOUND = 3
"""Letters: if two parts so long are words of the document themselves, the hyphen between them is its own."""

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
        if any(broken for _, broken in bare):
            for text, broken in bare:
                words = _WORD.findall(text.lower().translate(_HYPHENS))
                self._words.update(words[:-1] if broken else words)

    def running(self, lines: Sequence[Line]) -> tuple[str, str]:
        """The lines as running text, and what a search should find besides: the other form of each broken word."""
        text, others = "", []
        for line, follower in zip(lines, [*lines[1:], None], strict=True):
            bare, broken = _unhyphened(line)
            text += bare
            last, first = _LAST.search(bare), _FIRST.match(follower.text if follower else "")
            if not broken:
                text += " " if follower else ""
            elif last and first:
                hyphen, other = self._joint(last.group(), first.group())
                text += hyphen
                others.append(other)
            else:
                text += "-"
        return text, " ".join(others)

    def _joint(self, left: str, right: str) -> tuple[str, str]:
        """What stands between the parts of a broken word, a hyphen or nothing, and the form that is not chosen."""
        whole, compound = f"{left}{right}", f"{left}-{right}"
        return ("", compound) if self._is_one_word(left.lower(), right) else ("-", whole)

    def _is_one_word(self, left: str, right: str) -> bool:
        whole, compound = self._words[left + right.lower()], self._words[f"{left}-{right.lower()}"]
        if whole or compound:
            return whole >= compound
        parts = (left, right.lower())
        if all(len(part) >= PART_OF_A_COMPOUND and self._words[part] for part in parts):
            return False
        return right[0].islower()


def _unhyphened(line: Line) -> tuple[str, bool]:
    """A line without the hyphen at its end, and whether it ends inside a word."""
    if line.broken:
        return line.text, True
    if line.text.endswith(_HYPHENS_AT_END) and line.text[-2:-1].isalpha():
        return line.text[:-1], True
    return line.text, False
