"""Inline markup of reStructuredText, read away."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"""
      ``(?P<literal>[^`]+)``
    | (?::[\w:.+-]+:)?`(?P<text>[^`]+)`(?::[\w:.+-]+:|__?)?     # a role before or after it, or a reference
    | (?<!\w)\*\*(?P<strong>[^*]+)\*\*(?!\w)
    | (?<!\w)\*(?P<emphasis>[^*\s][^*]*)\*(?!\w)
    | (?<!\w)\|(?P<substitution>[^|\s][^|]*)\|_{0,2}(?!\w)
    | \\(?P<escaped>.)
    """,
    re.VERBOSE,
)
_TARGET = re.compile(r"\s*<[^<>]*>$")


def as_read(text: str) -> str:
    """A line's words without their markup: `text` for :role:`text <target>`, the last name for `~a.dotted.name`."""
    return " ".join(_MARKUP.sub(_words, text).split())


def _words(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    words = found[kind]
    if kind != "text":
        return "" if kind == "escaped" and words.isspace() else words
    named = _TARGET.sub("", words) or words.strip("<>")
    return named.rpartition(".")[2] if named.startswith("~") else named.lstrip("!")
