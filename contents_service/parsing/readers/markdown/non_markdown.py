"""Blocks that dialects exclude from Markdown: formulas, comments, and code between tags of a template language."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from msgspec import Struct


class _Delimiters(Struct, frozen=True):
    """How a block begins and ends, and whether it must be one paragraph, without blank lines."""

    opens: re.Pattern[str]
    closes: re.Pattern[str]
    is_one_paragraph: bool = False


_DELIMITERS = (
    _Delimiters(re.compile(r"\$\$"), re.compile(r"\$\$\s*(?:\{[^}]*\}|\([\w:.-]+\))?\s*$"), is_one_paragraph=True),
    _Delimiters(re.compile(r"%%\s*$"), re.compile(r"%%\s*$")),
    _Delimiters(re.compile(r"\{/\*"), re.compile(r"\*/\}")),
    _Delimiters(re.compile(r"\{%-?\s*highlight\s"), re.compile(r"\{%-?\s*endhighlight\s*-?%\}")),
    _Delimiters(re.compile(r"\{%-?\s*comment\s*-?%\}"), re.compile(r"\{%-?\s*endcomment\s*-?%\}")),
    _Delimiters(re.compile(r"\{\{[<%]\s*highlight\s"), re.compile(r"\{\{[<%]\s*/\s*highlight\s*[%>]\}\}")),
)


def non_markdown_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Match a block between delimiters, even if its lines look like Markdown; one that never ends does not match."""
    start = state.bMarks[first] + state.tShift[first]
    if state.src[start : start + 1] not in ("$", "%", "{") or state.is_code_block(first):
        return False
    last = _last_line(state, first, end)
    if last is None:
        return False
    if not silent:
        state.push("non_markdown_block", "", 0).map = [first, last + 1]
        state.line = last + 1
    return True


def _last_line(state: StateBlock, first: int, end: int) -> int | None:
    line = _line(state, first)
    for delimiters in _DELIMITERS:
        opening = delimiters.opens.match(line)
        if opening and delimiters.closes.search(line, opening.end()):
            return first
        if opening:
            return _find_end(state, delimiters, first + 1, end)
    return None


def _find_end(state: StateBlock, delimiters: _Delimiters, first: int, end: int) -> int | None:
    """Return the line that ends a block; remember if there is none, so that searching takes linear time."""
    unclosed: dict[tuple[str, int], bool] = state.env.setdefault("unclosed_non_markdown", {})
    if (delimiters.closes.pattern, end) in unclosed:
        return None
    for number in range(first, end):
        line = _line(state, number)
        if delimiters.is_one_paragraph and not line:
            return None
        if delimiters.closes.search(line):
            return number
    unclosed[delimiters.closes.pattern, end] = True
    return None


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
