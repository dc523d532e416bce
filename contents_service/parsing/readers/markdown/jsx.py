"""Markdown with JSX (MDX): tags stand on lines of their own, and indented text between them is not code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_block.html_block import HTML_SEQUENCES

_IMPORT = re.compile(r"""import\s.*\sfrom\s+["'][^"']+["'];?\s*$""")
_TAG = re.compile(r"<(?:/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?|/?)>\s*$")
_HTML_STARTS = tuple(begins for begins, ends, _ in HTML_SEQUENCES if not ends.search(""))
"""The beginnings of HTML blocks that end at an end mark, not at a blank line."""


def has_jsx(name: str, lines: Sequence[str], first: int) -> bool:
    """Whether a file has JSX: by its name, or because its text (from index `first` on) begins with an import."""
    beginning = next((line for line in lines[first:] if line.strip()), "")
    return name.lower().endswith(".mdx") or bool(_IMPORT.match(beginning))


def jsx_or_html_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Match a line that is a tag, or a comment, script and the like up to its end; text below a tag is Markdown."""
    start = state.bMarks[first] + state.tShift[first]
    line = state.src[start : state.eMarks[first]]
    if any(begins.search(line) for begins in _HTML_STARTS):
        return html_block(state, first, end, silent)
    if not _TAG.match(line):
        return False
    if not silent:
        state.push("html_block", "", 0).map = [first, first + 1]
        state.line = first + 1
    return True
