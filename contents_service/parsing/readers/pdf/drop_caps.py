"""Drop caps: an initial several lines high, which belongs to the word beside its top."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from contents_service.parsing.readers.pdf.line import MIN_DROP_CAP_SIZE, TextLine

MAX_DISTANCE = 1.0
"""Maximum distance of the text from the drop cap, as a multiple of the text's size."""

_INITIAL = re.compile(r"[\"'“„«‘]?[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_WORDS_OF_ONE_LETTER = frozenset("AIO")


def join_drop_caps(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the lines of a page with each drop cap joined to the line beside its top."""
    joined = list(lines)
    for cap in [line for line in lines if _INITIAL.fullmatch(line.text)]:
        beside = [line for line in joined if _is_beside(cap, line)]
        if beside:
            first = max(beside, key=lambda line: line.bottom)
            space = " " if _is_word_by_itself(cap.text, first.text, lines) else ""
            joined[joined.index(first)] = replace(first, text=f"{cap.text}{space}{first.text}", left=cap.left)
            joined.remove(cap)
    return joined


def _is_beside(cap: TextLine, line: TextLine) -> bool:
    """Whether a line is on the right of a drop cap, within its height."""
    if cap.size < MIN_DROP_CAP_SIZE * line.size:
        return False
    middle = (line.bottom + line.top) / 2
    distance = line.left - cap.right
    return cap.bottom < middle < cap.top and -0.5 * line.size < distance < MAX_DISTANCE * line.size


def _is_word_by_itself(initial: str, text: str, lines: Sequence[TextLine]) -> bool:
    """Whether an initial is a word, such as *A*: then the text goes on with a word that the page has elsewhere."""
    following = _WORD.match(text)
    if following and following[0].istitle() and len(following[0]) > 1:
        return True
    if initial[-1] not in _WORDS_OF_ONE_LETTER or not following:
        return not following
    words = {word.casefold() for line in lines if line.text != text for word in _WORD.findall(line.text)}
    joined = f"{initial[-1]}{following[0]}".casefold()
    return following[0].casefold() in words and joined not in words
