"""Markdown with JSX in it: a tag stands on lines of its own, and nothing that is indented is code for that."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_block.html_block import HTML_SEQUENCES

_IMPORT = re.compile(r"""import\s.*\sfrom\s+["'][^"']+["'];?\s*$""")
_TAG = re.compile(r"<(?:/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?|/?)>\s*$")
_BY_THEIR_ENDS = tuple(begins for begins, ends, _ in HTML_SEQUENCES if not ends.search(""))


def has_jsx(name: str, lines: Sequence[str], first: int) -> bool:
    """Whether a file is such, by its name or since it begins, at a line counted from 0, by importing components."""
    begins = next((line for line in lines[first:] if line.strip()), "")
    return name.lower().endswith(".mdx") or bool(_IMPORT.match(begins))


def tags_and_html(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take a line that is a tag, and comments, scripts and the like to their end; what is below a tag is Markdown."""
    start = state.bMarks[first] + state.tShift[first]
    line = state.src[start : state.eMarks[first]]
    if any(begins.search(line) for begins in _BY_THEIR_ENDS):
        return html_block(state, first, end, silent)
    if not _TAG.match(line):
        return False
    if not silent:
        state.push("html_block", "", 0).map = [first, first + 1]
        state.line = first + 1
    return True
