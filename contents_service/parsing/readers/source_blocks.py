"""Building blocks of a source's own lines: each line with text is in exactly one, even if the reader skips it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from contents_service.model import Block, Span
from contents_service.parsing.readers.heading_path import HeadingPath

Kind = Literal["prose", "code", "row"]


class SourceBlocks:
    """Builds blocks from the top of a source to its end, and makes paragraphs of the lines that no block has."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.blocks: list[Block] = []
        self._headings = HeadingPath()
        self._next = 1
        self._ends = list(accumulate((len(line) + 1 for line in lines), initial=0))

    @property
    def path(self) -> tuple[str, ...]:
        """The headings above the next block."""
        return self._headings.path

    def text(self, span: Span) -> str:
        """Return some lines as they are."""
        return "\n".join(self.lines[span[0] - 1 : span[1]])

    def length(self, span: Span) -> int:
        """Return how many characters some lines have."""
        return self._ends[span[1]] - self._ends[span[0] - 1] - 1

    def add_heading(self, level: int, text: str, text_lines: Span, span: Span) -> None:
        """Add a heading; `text_lines` are those of its words, `span` those of its underline and overline too."""
        self._fill(span[0] - 1)
        path = self._headings.enter(level, text)
        self.blocks.append(Block(kind="heading", text=text, lines=text_lines, path=path))
        self._next = max(self._next, span[1] + 1)

    def add(
        self,
        kind: Kind,
        span: Span,
        *,
        context: str | None = None,
        extra: str = "",
        keep_with_next: bool = False,
    ) -> None:
        """Add a block of some lines, without blank lines at its ends and lines that an earlier block has."""
        first, last = self._trimmed(max(span[0], self._next), span[1])
        if first > last:
            return
        self._fill(first - 1)
        self.blocks.append(
            Block(
                kind=kind,
                text=self.text((first, last)),
                lines=(first, last),
                path=self.path,
                context=context,
                extra=extra,
                keep_with_next=keep_with_next,
            )
        )
        self._next = last + 1

    def finish(self) -> list[Block]:
        """Return all blocks, up to the last line."""
        self._fill(len(self.lines))
        return self.blocks

    def _fill(self, last: int) -> None:
        """Make paragraphs of the lines up to this one that no block has."""
        first: int | None = None
        for number in range(self._next, last + 2):
            blank = number > last or not self.lines[number - 1].strip()
            if not blank:
                first = first or number
            elif first:
                self._paragraph((first, number - 1))
                first = None
        self._next = max(self._next, last + 1)

    def _paragraph(self, span: Span) -> None:
        self.blocks.append(Block(kind="prose", text=self.text(span), lines=span, path=self.path))

    def _trimmed(self, first: int, last: int) -> Span:
        while first <= last and not self.lines[first - 1].strip():
            first += 1
        while first <= last and not self.lines[last - 1].strip():
            last -= 1
        return first, last
