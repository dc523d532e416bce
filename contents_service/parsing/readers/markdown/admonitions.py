"""Admonitions and tabs of MkDocs: text indented under a line like `!!! note`, `??? note` or `=== "Tab"`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

INDENT = 4
"""The indent of an admonition's text, in columns."""

STARTS_ADMONITION = re.compile(r"""(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+["\w]""")
_FENCE = re.compile(r"(`{3,}|~{3,})")


def dedent_admonitions(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines with the text of admonitions and tabs dedented: indented, a parser would take it for code."""
    if not any(line.lstrip()[:3] in ("!!!", "???", "===") and STARTS_ADMONITION.match(line.lstrip()) for line in lines):
        return lines
    return list(_dedent(lines))


def _dedent(lines: Sequence[str]) -> Iterator[str]:
    open_indents: list[int] = []
    fence = ""
    for raw in lines:
        line = raw.expandtabs(INDENT) if raw[:1] == "\t" else raw
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        while text and open_indents and indent < open_indents[-1] + INDENT:
            open_indents.pop()
            fence = ""
        yield line[INDENT * len(open_indents) :] if text else line
        if fence:
            fence = "" if text.startswith(fence) and not text.strip(fence[0]).strip() else fence
        elif opening := _FENCE.match(text):
            fence = opening[1]
        elif STARTS_ADMONITION.match(text):
            open_indents.append(indent)
