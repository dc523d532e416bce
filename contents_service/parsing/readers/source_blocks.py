"""A builder of blocks from a source's own lines.

Each line with text is in exactly one block, even if the format reader skips it. Only the underline and the overline of
a heading are in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from contents_service.model import Block, Span
from contents_service.parsing.readers.heading_path import HeadingPath

Kind = Literal["prose", "code", "row"]


class SourceBlocks:
    """Builds blocks from the top of a source to its end, and turns the lines that are in no block into paragraphs."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.blocks: list[Block] = []
        self._headings = HeadingPath()
        self._next_line = 1
        self._end_offsets = list(accumulate((len(line) + 1 for line in lines), initial=0))

    @property
    def path(self) -> tuple[str, ...]:
        """The headings above the next block."""
        return self._headings.path

    def text(self, span: Span) -> str:
        """Return the lines of a span, unchanged."""
        return "\n".join(self.lines[span[0] - 1 : span[1]])

    def length(self, span: Span) -> int:
        """Return the length of a span in characters, including the line breaks between its lines."""
        return self._end_offsets[span[1]] - self._end_offsets[span[0] - 1] - 1

    def add_heading(self, level: int, text: str, text_lines: Span, span: Span) -> None:
        """Add a heading. `text_lines` are the lines of its text; `span` also includes its underline and overline."""
        self._add_skipped_lines(span[0] - 1)
        path = self._headings.enter(level, text)
        self.blocks.append(Block(kind="heading", text=text, lines=text_lines, path=path))
        self._next_line = max(self._next_line, span[1] + 1)

    def add(
        self,
        kind: Kind,
        span: Span,
        *,
        context: str | None = None,
        extra: str = "",
        keep_with_next: bool = False,
    ) -> None:
        """Add a block of the lines of a span.

        It leaves out blank lines at either end, and lines that an earlier block already has.
        """
        first, last = self._trim(max(span[0], self._next_line), span[1])
        if first > last:
            return
        self._add_skipped_lines(first - 1)
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
        self._next_line = last + 1

    def finish(self) -> list[Block]:
        """Turn the remaining lines into paragraphs and return all blocks."""
        self._add_skipped_lines(len(self.lines))
        return self.blocks

    def _add_skipped_lines(self, last: int) -> None:
        """Turn the lines up to `last` that are in no block yet into paragraphs."""
        first: int | None = None
        for number in range(self._next_line, last + 2):
            is_blank = number > last or not self.lines[number - 1].strip()
            if not is_blank:
                first = first or number
            elif first:
                self._add_paragraph((first, number - 1))
                first = None
        self._next_line = max(self._next_line, last + 1)

    def _add_paragraph(self, span: Span) -> None:
        self.blocks.append(Block(kind="prose", text=self.text(span), lines=span, path=self.path))

    def _trim(self, first: int, last: int) -> Span:
        while first <= last and not self.lines[first - 1].strip():
            first += 1
        while first <= last and not self.lines[last - 1].strip():
            last -= 1
        return first, last
