"""Lines of Chinese and Japanese, which are written without spaces: the end of such a line is no space.

Korean is not among them, since it is written with spaces.
"""

from __future__ import annotations

import re

_UNSPACED = (
    "\u2e80-\u2fff"  # radicals
    "\u3001-\u312f\u3190-\u33ff"  # punctuation, kana and Bopomofo; characters in circles and squares
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Chinese characters
    "\ufe10-\ufe1f\ufe30-\ufe4f"  # punctuation of vertical lines
    "\uff01-\uff9f\uffe0-\uffe6"  # full-width letters, digits and punctuation; half-width kana
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"  # rare kana and characters
)
"""Characters that are written without spaces. The ideographic space is none of them: it is white space itself."""

_SHARED = "“”‘’…—·"
"""Punctuation of all scripts, which is written without spaces if it stands next to a character that is."""

_PAIR = re.compile(rf"[{_UNSPACED}][{_UNSPACED}{_SHARED}]|[{_SHARED}][{_UNSPACED}]")
_LINE_END = re.compile(rf"([{_UNSPACED}{_SHARED}])[^\S\n]*\n\s*(?=([{_UNSPACED}{_SHARED}]))")


def is_unspaced(before: str, after: str) -> bool:
    """Whether no space is meant where a line ends with one character and the next line begins with another."""
    return bool(_PAIR.fullmatch(before + after))


def join_unspaced_lines(text: str) -> str:
    """Return a text without the line ends, and the spaces around them, that are no spaces; all others stay."""
    if text.isascii() or "\n" not in text:
        return text
    return _LINE_END.sub(lambda end: end[1] if is_unspaced(end[1], end[2]) else end[0], text)
