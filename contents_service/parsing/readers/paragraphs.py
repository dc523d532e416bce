"""Lines into paragraphs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from contents_service.model import Block, Span

LEAD_IN = 200
"""Characters up to which a paragraph that ends in a colon only announces what follows."""

TOGETHER = 200
"""Characters up to which small paragraphs are one block: a million of them would not fit into a reading's memory."""


def spans(lines: Sequence[str], first: int = 1, last: int | None = None) -> Iterator[Span]:
    """The runs of lines without a blank one, from one line to another."""
    last = len(lines) if last is None else last
    begun: int | None = None
    for number in range(first, last + 1):
        has_text = bool(lines[number - 1]) and not lines[number - 1].isspace()
        if has_text and begun is None:
            begun = number
        if begun is not None and not has_text:
            yield begun, number - 1
            begun = None
    if begun is not None:
        yield begun, last


def together(lines: Sequence[str], runs: Iterable[Span], apart: Container[Span]) -> Iterator[Span]:
    """The same runs, with small neighbours as one; headings stay apart, and a lead-in ends its run."""
    held: Span | None = None
    room = 0
    for run in runs:
        size = sum(len(lines[number - 1]) for number in range(run[0], min(run[1], run[0] + TOGETHER) + 1))
        if held and (size > room or run in apart):
            yield held
            held = None
        room = (room if held else TOGETHER) - size
        held = (held[0] if held else run[0], run[1])
        if run in apart or room <= 0 or lines[run[1] - 1].rstrip().endswith(":"):
            yield held
            held = None
    if held:
        yield held


def paragraph(lines: Sequence[str], span: Span, path: tuple[str, ...] = (), key: str | None = None) -> Block:
    """The block that a run of lines is."""
    text = "\n".join(lines[span[0] - 1 : span[1]])
    leads = len(text) <= LEAD_IN and text.rstrip().endswith(":")
    return Block(kind="prose", text=text, lines=span, path=path, key=key, keep_with_next=leads)
