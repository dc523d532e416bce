"""Grouping lines into paragraphs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from contents_service.model import Block, Span

MAX_LEAD_IN_CHARACTERS = 200
"""The longest paragraph, in characters, that only leads into what follows."""

BLOCK_CHARACTERS = 200
"""The size in characters up to which small paragraphs share a block: a million blocks would not fit into memory."""


def paragraph_spans(lines: Sequence[str], first: int = 1, last: int | None = None) -> Iterator[Span]:
    """Yield the runs of lines between blank lines, from one line to another."""
    last = len(lines) if last is None else last
    start: int | None = None
    for number in range(first, last + 1):
        has_text = bool(lines[number - 1]) and not lines[number - 1].isspace()
        if has_text and start is None:
            start = number
        if start is not None and not has_text:
            yield start, number - 1
            start = None
    if start is not None:
        yield start, last


def merge_small_paragraphs(lines: Sequence[str], runs: Iterable[Span], apart: Container[Span]) -> Iterator[Span]:
    """Merge small neighbouring paragraphs; those of `apart` stay alone, and a lead-in ends a merged one."""
    merged: Span | None = None
    room = 0
    for run in runs:
        size = sum(len(lines[number - 1]) for number in range(run[0], min(run[1], run[0] + BLOCK_CHARACTERS) + 1))
        if merged and (size > room or run in apart):
            yield merged
            merged = None
        room = (room if merged else BLOCK_CHARACTERS) - size
        merged = (merged[0] if merged else run[0], run[1])
        if run in apart or room <= 0 or lines[run[1] - 1].rstrip().endswith(":"):
            yield merged
            merged = None
    if merged:
        yield merged


def paragraph_block(lines: Sequence[str], span: Span, path: tuple[str, ...] = (), key: str | None = None) -> Block:
    """Make a block of a paragraph."""
    text = "\n".join(lines[span[0] - 1 : span[1]])
    is_lead_in = len(text) <= MAX_LEAD_IN_CHARACTERS and text.rstrip().endswith(":")
    return Block(kind="prose", text=text, lines=span, path=path, key=key, keep_with_next=is_lead_in)
