"""Counts, lists and names for use in a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

MAX_LISTED = 10
"""The largest number of names listed in a sentence; the others are counted, since an agent cannot use thousands."""
MAX_LINE_CHARACTERS = 300
"""The longest name or heading that is shown, in characters: documents may have longer ones."""

_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # control characters, which a terminal obeys
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u206f\ufeff"  # no width, or changes the direction of writing
    "\u202a-\u202e\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"  # tags and selectors, which can hide words from people but not from models
)


def count_of(count: int, noun: str) -> str:
    """Return a count such as `1 passage` or `4 passages`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def list_up_to(items: Iterable[str], most: int = MAX_LISTED) -> str:
    """Return a list such as `a, b, c and 37 more`."""
    everything = tuple(items)
    first = ", ".join(everything[:most])
    return f"{first} and {len(everything) - most:,} more" if len(everything) > most else first


def quote_words(words: Iterable[str]) -> str:
    """Return a list such as `"warranty", "guarantee"`."""
    return list_up_to(f'"{join_lines(word)}"' for word in words)


def strip_invisible(text: str) -> str:
    """Return a text without invisible and control characters."""
    return _INVISIBLE.sub("", text)


def join_lines(text: str) -> str:
    """Return a document's text as a single line, shortened if it is long."""
    line = " ".join(strip_invisible(text).split())
    return line if len(line) <= MAX_LINE_CHARACTERS else f"{line[: MAX_LINE_CHARACTERS - 1]}…"


def shorten_paths(paths: Sequence[str]) -> Mapping[str, str]:
    """Return each path with its shortest unambiguous end: `policy.md`, or `support/policy.md` if there are two."""
    distinct = tuple(dict.fromkeys(paths))
    ends = Counter(end for path in distinct for end in _list_ends(path))
    return {path: join_lines(next((end for end in _list_ends(path) if ends[end] == 1), path)) for path in distinct}


def _list_ends(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts) - 1, -1, -1)]
