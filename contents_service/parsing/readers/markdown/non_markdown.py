"""What dialects of Markdown set apart from it: formulas, comments, and code between tags of a template language."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from msgspec import Struct


class _Pair(Struct, frozen=True):
    """How a stretch begins and ends, and whether a blank line shows that it was none."""

    opens: re.Pattern[str]
    closes: re.Pattern[str]
    in_one_paragraph: bool = False


_PAIRS = (
    _Pair(re.compile(r"\$\$"), re.compile(r"\$\$\s*(?:\{[^}]*\}|\([\w:.-]+\))?\s*$"), in_one_paragraph=True),
    _Pair(re.compile(r"%%\s*$"), re.compile(r"%%\s*$")),
    _Pair(re.compile(r"\{/\*"), re.compile(r"\*/\}")),
    _Pair(re.compile(r"\{%-?\s*highlight\s"), re.compile(r"\{%-?\s*endhighlight\s*-?%\}")),
    _Pair(re.compile(r"\{%-?\s*comment\s*-?%\}"), re.compile(r"\{%-?\s*endcomment\s*-?%\}")),
    _Pair(re.compile(r"\{\{[<%]\s*highlight\s"), re.compile(r"\{\{[<%]\s*/\s*highlight\s*[%>]\}\}")),
)


def set_apart(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take a stretch that is no Markdown, whatever its lines look like; one that never ends is none."""
    start = state.bMarks[first] + state.tShift[first]
    if state.src[start : start + 1] not in ("$", "%", "{") or state.is_code_block(first):
        return False
    last = _last_line(state, first, end)
    if last is None:
        return False
    if not silent:
        state.push("set_apart", "", 0).map = [first, last + 1]
        state.line = last + 1
    return True


def _last_line(state: StateBlock, first: int, end: int) -> int | None:
    line = _line(state, first)
    for pair in _PAIRS:
        begun = pair.opens.match(line)
        if begun:
            return first if pair.closes.search(line, begun.end()) else _closer(state, pair, first + 1, end)
    return None


def _closer(state: StateBlock, pair: _Pair, first: int, end: int) -> int | None:
    """The line that ends a stretch; that there is none is remembered, so that no page is searched over and over."""
    ends: dict[tuple[str, int], bool] = state.env.setdefault("set_apart_without_end", {})
    if (pair.closes.pattern, end) in ends:
        return None
    for number in range(first, end):
        line = _line(state, number)
        if pair.in_one_paragraph and not line:
            return None
        if pair.closes.search(line):
            return number
    ends[pair.closes.pattern, end] = True
    return None


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
