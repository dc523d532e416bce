"""Text of reStructuredText without its inline markup."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"""
      ``(?P<literal>[^`]+)``
    | (?::[\w:.+-]+:)?`(?P<text>[^`]+)`(?::[\w:.+-]+:|__?)?     # with a role before or after it, or as a reference
    | (?<!\w)\*\*(?P<strong>[^*]+)\*\*(?!\w)
    | (?<!\w)\*(?P<emphasis>[^*\s][^*]*)\*(?!\w)
    | (?<!\w)\|(?P<substitution>[^|\s][^|]*)\|_{0,2}(?!\w)
    | \\(?P<escaped>.)
    """,
    re.VERBOSE,
)
_TARGET = re.compile(r"\s*<[^<>]*>$")


def strip_markup(text: str) -> str:
    """Return the text without markup: `text` for :role:`text <target>`, the last name for `~a.dotted.name`."""
    return " ".join(_MARKUP.sub(_visible_text, text).split())


def _visible_text(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    text = found[kind]
    if kind != "text":
        return "" if kind == "escaped" and text.isspace() else text
    name = _TARGET.sub("", text) or text.strip("<>")
    return name.rpartition(".")[2] if name.startswith("~") else name.lstrip("!")
