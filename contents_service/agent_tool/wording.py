"""Counting, listing and naming things in a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

LISTED = 10
"""How many names a sentence lists before it only counts the others: an agent cannot use thousands."""
LINE_CHARACTERS = 300
"""How much of a name or a heading is shown: both come from documents, and either may be as long as its author likes."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # control characters: a terminal obeys them
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u206f\ufeff"  # what has no width or turns the direction of writing
    "\u202a-\u202e\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"  # tags and selectors, with which words can be hidden from people and shown to models
)


def counted(count: int, noun: str) -> str:
    """`1 passage`, `4 passages`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def listed(items: Iterable[str], most: int = LISTED) -> str:
    """`a, b, c and 37 more`."""
    whole = tuple(items)
    shown = ", ".join(whole[:most])
    return f"{shown} and {len(whole) - most:,} more" if len(whole) > most else shown


def quoted(words: Iterable[str]) -> str:
    """`"warranty", "guarantee"`."""
    return listed(f'"{one_line(word)}"' for word in words)


def visible(text: str) -> str:
    """A text without the characters that do something unseen."""
    return _UNSEEN.sub("", text)


def one_line(text: str) -> str:
    """Something from a document, made to stay on the line it is shown on."""
    line = " ".join(visible(text).split())
    return line if len(line) <= LINE_CHARACTERS else f"{line[: LINE_CHARACTERS - 1]}…"


def names(paths: Sequence[str]) -> Mapping[str, str]:
    """Each path with the shortest end of it that no other has: `policy.md`, or `support/policy.md` where two are."""
    distinct = tuple(dict.fromkeys(paths))
    ends = Counter(end for path in distinct for end in _ends(path))
    return {path: one_line(next((end for end in _ends(path) if ends[end] == 1), path)) for path in distinct}


def _ends(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts) - 1, -1, -1)]
