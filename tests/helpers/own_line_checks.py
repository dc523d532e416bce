"""Sources made from text or samples, and checks of blocks that show a source's own lines."""

from __future__ import annotations

import re

from contents_service.model import Block, ParsedDocument, Span
from contents_service.parsing.readers.source import Source
from helpers.paths import SAMPLES


def source(text: str, grammar: str | None = None) -> Source:
    """Return a source with this text."""
    return Source(name="a file", data=text.encode(), lines=re.split(r"\r\n|\r|\n", text), grammar=grammar)


def sample(path: str, grammar: str | None = None) -> Source:
    """Return a sample file as a source."""
    return source((SAMPLES / path).read_bytes().decode("utf-8-sig"), grammar)


def headings(parsed: ParsedDocument) -> list[tuple[str, Span | None]]:
    """Return the path and the lines of every heading."""
    return [(" › ".join(block.path), block.lines) for block in parsed.blocks if block.kind == "heading"]


def block_with(parsed: ParsedDocument, words: str) -> Block:
    """Return the one block that has these words."""
    (found,) = [block for block in parsed.blocks if block.kind != "heading" and words in block.text]
    return found


def uncovered(parsed: ParsedDocument) -> list[int]:
    """Return the lines with text that no block has; fail if a block is not its lines, or two have the same line."""
    lines = parsed.lines or ()
    taken: set[int] = set()
    for block in (block for block in parsed.blocks if block.kind != "heading"):
        first, last = block.lines or (0, 0)
        assert block.text == "\n".join(lines[first - 1 : last])
        own = set(range(first, last + 1))
        assert not own & taken
        taken |= own
    return [number for number, line in enumerate(lines, 1) if line.strip() and number not in taken]


def heading_lines(parsed: ParsedDocument) -> set[int]:
    """Return the lines that have the words of headings."""
    spans = [block.lines for block in parsed.blocks if block.kind == "heading" and block.lines]
    return {number for first, last in spans for number in range(first, last + 1)}
