r"""Letters that a text writes as escapes, such as `\\u00fc`: what they mean, so that their words are found."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+|\\u\{[0-9a-fA-F]{1,6}\}|\\U[0-9a-fA-F]{8}|\\x[89a-fA-F][0-9a-fA-F]")
_CODE = re.compile(r"[uUx]\{?([0-9a-fA-F]+)")
_MAX_CODE = 0x10FFFF


def has_escaped_letters(text: str) -> bool:
    """Whether a text writes letters as escapes with their numbers."""
    return "\\" in text and bool(_ESCAPED.search(text))


def unescape_lines(text: str) -> str:
    """Return the lines of a text that have escaped letters, with the letters that are meant."""
    if "\\" not in text:
        return ""
    return "\n".join(_ESCAPED.sub(_letters, line) for line in text.split("\n") if _ESCAPED.search(line))


def _letters(escaped: re.Match[str]) -> str:
    """Return the letters that one escape or a run of them means; characters beyond 16 bits are written as two."""
    codes = [int(code, 16) for code in _CODE.findall(escaped[0])]
    letters = "".join(chr(code) for code in codes if code <= _MAX_CODE)
    return letters.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
