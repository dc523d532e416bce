"""The text that a document's passages are cut from, and the stretch of it that each block occupies.

Where a format shows the source's own lines, that text is the source, so a passage is its lines by construction. For
HTML and PDF it is the words of the blocks, one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from contents_service.model import Block, ParsedDocument, Span
from contents_service.parsing.chunking.line_index import LineIndex


class PlacedBlock(NamedTuple):
    """A block and the offsets of the stretch of text that it occupies."""

    block: Block
    start: int
    end: int


def lay_out(parsed: ParsedDocument) -> tuple[LineIndex, Iterator[PlacedBlock]]:
    """Return a document's text, and its blocks in order with their places in it."""
    if parsed.lines is None:
        return _stack_blocks(parsed.blocks)
    index = LineIndex(parsed.lines)
    return index, _place_on_own_lines(index, parsed.blocks)


def _place_on_own_lines(index: LineIndex, blocks: Iterable[Block]) -> Iterator[PlacedBlock]:
    """Place each block on its own lines; text that two of them claim goes to the first."""
    taken_to = 0
    for block in blocks:
        if block.lines is None:
            raise ValueError("a block of a format that shows its own lines must say which they are")
        if block.kind == "heading":
            yield PlacedBlock(block, *index.trimmed(block.lines))
            continue
        start, end = _exact_lines(index, block) or _within_line(index, block, taken_to) or index.trimmed(block.lines)
        if start < taken_to:
            start = index.skip_blank(taken_to, end)
        if start < end:
            taken_to = end
            yield PlacedBlock(block, start, end)


def _exact_lines(index: LineIndex, block: Block) -> tuple[int, int] | None:
    """Place a block whose text is exactly its lines without blanks around it; nearly all blocks are like this."""
    first, last = block.lines or (0, 0)
    if not 0 < first <= last <= len(index.lines):
        return None
    start, end = index.starts[first - 1], index.starts[last] - 1
    text = block.text
    return (start, end) if len(text) == end - start and text[:1] > " " and text[-1:] > " " else None


def _within_line(index: LineIndex, block: Block, taken_to: int) -> tuple[int, int] | None:
    """Place a block that is only a part of its one line, after what other blocks took of that line."""
    first, last = block.lines or (0, 0)
    if first != last or not 0 < first <= len(index.lines):
        return None
    line, start = index.lines[first - 1], index.start_of(first)
    if len(block.text) >= len(line) or len(block.text) == len(line.strip()):
        return None
    at = line.find(block.text, max(taken_to - start, 0))
    return (start + at, start + at + len(block.text)) if at >= 0 else None


def _stack_blocks(blocks: Sequence[Block]) -> tuple[LineIndex, Iterator[PlacedBlock]]:
    """Put all blocks one below the other, with a blank line between any two that are not rows of one table."""
    lines: list[str] = []
    spans: list[Span] = []
    kind_above = ""
    for block in blocks:
        lines += [""] if lines and not kind_above == block.kind == "row" else []
        own_lines = block.text.split("\n")
        spans.append((len(lines) + 1, len(lines) + len(own_lines)))
        lines += own_lines
        kind_above = block.kind
    index = LineIndex(lines)
    placed = (PlacedBlock(block, *index.trimmed(span)) for block, span in zip(blocks, spans, strict=True))
    return index, (one for one in placed if one.block.text.strip())
