"""Additions of MkDocs: what is indented under a line like `!!! note`, `??? note` or `=== "Tab"`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

INDENT = 4

BEGINS = re.compile(r"""(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+["\w]""")
_FENCE = re.compile(r"(`{3,}|~{3,})")


def outdented(lines: Sequence[str]) -> Sequence[str]:
    """The same lines as Markdown that is not indented, which a parser would take for code; each is where it was."""
    if not any(line.lstrip()[:3] in ("!!!", "???", "===") and BEGINS.match(line.lstrip()) for line in lines):
        return lines
    return list(_outdented(lines))


def _outdented(lines: Sequence[str]) -> Iterator[str]:
    begun: list[int] = []
    fence = ""
    for written in lines:
        line = written.expandtabs(INDENT) if written[:1] == "\t" else written
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        while text and begun and indent < begun[-1] + INDENT:
            begun.pop()
            fence = ""
        yield line[INDENT * len(begun) :] if text else line
        if fence:
            fence = "" if text.startswith(fence) and not text.strip(fence[0]).strip() else fence
        elif found := _FENCE.match(text):
            fence = found[1]
        elif BEGINS.match(text):
            begun.append(indent)
