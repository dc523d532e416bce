"""Keeps what documents say apart from what the tool says.

Three things hold together, none of which asks a model to be careful:

- Each passage stands between two lines that carry a mark, and the mark occurs in no passage of the answer. That is
  looked up, not left to chance, so nothing in a document can close the fence. The mark is drawn from the question and
  the passages: the same answer reads the same twice, and who writes a document does not know the mark beforehand.
- Whatever any program takes for a line's end is one here, so what looks like one line is one.
- A line of a document that begins as our header lines do (`[2] …`) is shown with a backslash before it. Headers are
  then told apart even by a reader who forgets the fence.

Otherwise the text stays as the document has it. A prefix on every line would fence as well, but would break what is
copied out of code and tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2s
from itertools import count

from contents_service.agent_tool.wording import visible

MARK_BYTES = 5
"""Ten characters: short enough to read over."""

_LIKE_A_HEADER = re.compile(r"^(\s*)(?=\[\s*\d+\s*\])")


def clean(text: str) -> str:
    """A document's text, with plain line ends, nothing unseen, and no line that looks like a header of ours."""
    lines = (visible(line) for line in text.splitlines())
    return "\n".join(_LIKE_A_HEADER.sub(r"\1\\", line) for line in lines)


def mark_for(question: str, texts: Sequence[str]) -> str:
    """A mark that none of these cleaned texts has in it."""
    whole = "\n".join(texts).lower()
    seed = f"{question}\n{whole}".encode("utf-8", "replace")
    marks = (blake2s(seed, digest_size=MARK_BYTES, salt=turn.to_bytes(8, "big")).hexdigest() for turn in count())
    return next(mark for mark in marks if mark not in whole)


def fenced(text: str, mark: str) -> str:
    """A cleaned text between its two lines."""
    return f"{opening(mark)}\n{text}\n{closing(mark)}"


def opening(mark: str) -> str:
    """The line before a passage."""
    return f"<passage {mark}>"


def closing(mark: str) -> str:
    """The line after a passage."""
    return f"</passage {mark}>"
