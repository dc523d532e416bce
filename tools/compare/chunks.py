"""The output of every reader, in one shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from contents_service.model import Format, Span
from contents_service.parsing.detection import encodings


class InputFile(Struct, frozen=True, dict=True):
    """A file that every reader reads."""

    path: Path
    format: Format
    data: bytes

    @cached_property
    def text(self) -> str:
        """The text in its own encoding, with every line end as LF; outputs are compared with it."""
        return "\n".join(encodings.decode(self.data, None).lines)

    @cached_property
    def utf8_text(self) -> str:
        """The text as the loaders of other libraries decode it: always as UTF-8."""
        return self.data.decode("utf-8", errors="replace").replace("\r\n", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The lines as an editor shows them."""
        return self.text.split("\n")


class Chunk(Struct, frozen=True):
    """A piece of a file, which readers call passage, chunk or node, and its place as far as the reader gives it."""

    text: str
    headings: tuple[str, ...] = ()
    lines: Span | None = None
    page: int | None = None
    context: str = ""
    """Text repeated above it, such as a table's header."""


class ReaderOutput(Struct, frozen=True):
    """The chunks of a file, and the headings that a reader found."""

    chunks: Sequence[Chunk]
    headings: frozenset[str]


Reader = Callable[[InputFile], ReaderOutput]


def output_of(chunks: Sequence[Chunk]) -> ReaderOutput:
    """Return chunks with the headings that they name."""
    return ReaderOutput(chunks, frozenset(title for chunk in chunks for title in chunk.headings))


def lines_at(text: str, start: int | None, chunk: str) -> Span | None:
    """Return the lines of a chunk that begins at an offset; None without an offset."""
    if start is None or start < 0:
        return None
    first = text.count("\n", 0, start) + 1
    return first, first + chunk.rstrip("\n").count("\n")
