"""What every reader makes of a file, in one shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from contents_service.model import Format, Span
from contents_service.parsing.detection import encodings


class File(Struct, frozen=True, dict=True):
    """A file that is read by all."""

    path: Path
    format: Format
    data: bytes

    @cached_property
    def text(self) -> str:
        """Its text as its bytes say, every line end as LF: what is held against what a reader gives."""
        return "\n".join(encodings.decode(self.data, None).lines)

    @cached_property
    def as_loaded(self) -> str:
        """Its text as the others' loaders give it: UTF-8, whatever it is."""
        return self.data.decode("utf-8", errors="replace").replace("\r\n", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """Its lines as an editor shows them."""
        return self.text.split("\n")


class Piece(Struct, frozen=True):
    """A passage, a chunk, a node: a stretch of a file, with all that is said of where it is."""

    text: str
    headings: tuple[str, ...] = ()
    lines: Span | None = None
    page: int | None = None
    context: str = ""
    """What is repeated above it, such as a table's header."""


class Read(Struct, frozen=True):
    """What a reader made of a file."""

    pieces: Sequence[Piece]
    headings: frozenset[str]


Reader = Callable[[File], Read]


def read_of(pieces: Sequence[Piece]) -> Read:
    """Pieces, and the headings that they say they are under."""
    return Read(pieces, frozenset(title for piece in pieces for title in piece.headings))


def lines_at(text: str, start: int | None, piece: str) -> Span | None:
    """The lines of a piece that begins at an offset, if there is one."""
    if start is None or start < 0:
        return None
    first = text.count("\n", 0, start) + 1
    return first, first + piece.rstrip("\n").count("\n")
