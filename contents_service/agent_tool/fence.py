"""The fence that keeps the words of documents apart from the words of the tool.

Three rules work together, and none of them relies on a careful model:

- Each passage is between two lines that carry a mark, and the mark occurs in no passage of the answer. This is checked,
  not left to chance, so no document can close the fence. The mark is a hash of the question and the passages: the same
  answer always reads the same, and the author of a document cannot know the mark beforehand.
- Every character that any program treats as a line end is a line end here, so what looks like one line is one line.
- A document's line that begins like our header lines (`[2] …`) gets a backslash in front. So even a reader who forgets
  the fence can tell headers from text.

The text is otherwise unchanged. A prefix on every line would fence it too, but would spoil code and tables that are
copied from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2s
from itertools import count

from contents_service.agent_tool.wording import strip_invisible

MARK_BYTES = 5
"""The length of a mark, in bytes: ten characters, short enough to skip when reading."""

_LIKE_A_HEADER = re.compile(r"^(\s*)(?=\[\s*\d+\s*\])")


def clean_text(text: str) -> str:
    """Return a document's text with plain line ends, no invisible characters, and no line like one of our headers."""
    lines = (strip_invisible(line) for line in text.splitlines())
    return "\n".join(_LIKE_A_HEADER.sub(r"\1\\", line) for line in lines)


def choose_mark(question: str, texts: Sequence[str]) -> str:
    """Return a mark that occurs in none of these cleaned texts, in small letters or capitals."""
    all_text = "\n".join(texts).lower()
    seed = f"{question}\n{all_text}".encode("utf-8", "replace")
    marks = (blake2s(seed, digest_size=MARK_BYTES, salt=attempt.to_bytes(8, "big")).hexdigest() for attempt in count())
    return next(mark for mark in marks if mark not in all_text)


def fence(text: str, mark: str) -> str:
    """Return a cleaned text between its two fence lines."""
    return f"{format_opening_line(mark)}\n{text}\n{format_closing_line(mark)}"


def format_opening_line(mark: str) -> str:
    """Return the line before a passage."""
    return f"<passage {mark}>"


def format_closing_line(mark: str) -> str:
    """Return the line after a passage."""
    return f"</passage {mark}>"
