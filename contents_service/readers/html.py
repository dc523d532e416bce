"""Read html as plain paragraphs."""

from __future__ import annotations

from contents_service.model import Block, Parsed
from contents_service.readers.source import Source


def read(source: Source) -> Parsed:
    """Its lines, as paragraphs."""
    blocks = [
        Block(kind="prose", text=line, lines=(number, number))
        for number, line in enumerate(source.lines, 1)
        if line.strip()
    ]
    return Parsed(blocks=blocks, lines=source.lines)
