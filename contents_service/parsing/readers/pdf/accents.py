"""Letters with accents that a file sets as two shapes, one over the other, as old TeX fonts do: `Universit´e`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from contents_service.parsing.readers.pdf.line import Box

_COMBINING = dict(
    zip(
        "`´ˆ˜¯˘˙¨˚˝ˇ¸˛",
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328",
        strict=True,
    )
)
_SIGN = re.compile(f"[{''.join(_COMBINING)}]")
_DOTTED = {"ı": "i", "ȷ": "j"}


def with_accents(text: str, box: Callable[[int], Box]) -> str:
    """A text with each such letter as one, by the box around each character: a caret beside a letter stays one."""
    if not _SIGN.search(text):
        return text
    said = list(text)
    for found in _SIGN.finditer(text):
        sign = found.start()
        for letter in (sign + 1, sign - 1):
            whole = _as_one(text[letter : letter + 1], found.group()) if letter >= 0 else ""
            if whole and _is_over(box(sign), box(letter)):
                said[letter], said[sign] = whole, ""
                break
    return "".join(said)


def _as_one(letter: str, sign: str) -> str:
    """A letter with its accent; nothing if there is no such letter."""
    whole = unicodedata.normalize("NFC", _DOTTED.get(letter, letter) + _COMBINING[sign])
    return whole if letter.isalpha() and len(whole) == 1 else ""


def _is_over(sign: Box, letter: Box) -> bool:
    """Whether a sign stands over or under a letter, not beside it."""
    return letter[0] <= (sign[0] + sign[2]) / 2 <= letter[2]
