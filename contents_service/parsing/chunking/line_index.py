"""An index of lines by offset: the text that passages are cut from, without joining its lines."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence

from contents_service.model import Span

_SPACES = re.compile(r"\s*")


class LineIndex:
    """Lines as one text with an LF after each; any stretch can be taken without joining all lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.starts = array("q", [0])
        for line in lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def line_of(self, offset: int) -> int:
        """Return the number of the line that an offset is in, from 1; the end of a line belongs to it."""
        return bisect_right(self.starts, offset)

    def start_of(self, line: int) -> int:
        """Return the offset at which a line starts."""
        return self.starts[line - 1]

    def end_of(self, line: int) -> int:
        """Return the offset just after a line's last character."""
        return self.starts[line] - 1

    def trimmed(self, lines: Span) -> tuple[int, int]:
        """Return where lines start and end, without blank lines at either side."""
        first, last = max(lines[0], 1), min(lines[1], len(self.lines))
        while first < last and not self.lines[first - 1].strip():
            first += 1
        while last > first and not self.lines[last - 1].strip():
            last -= 1
        start, end = self.start_of(first), self.end_of(last)
        return (start, end) if first < last or self.lines[first - 1].strip() else (end, end)

    def text(self, start: int, end: int) -> str:
        """Return the text from one offset up to another."""
        first, last = self.line_of(start), self.line_of(end)
        base = self.start_of(first)
        if first == last:
            return self.lines[first - 1][start - base : end - base]
        cut = self.lines[last - 1][: end - self.start_of(last)]
        return "\n".join([self.lines[first - 1][start - base :], *self.lines[first : last - 1], cut])

    def skip_blank(self, start: int, end: int) -> int:
        """Return where text begins at or after `start`, past blank lines and, within a line, past spaces."""
        line = self.line_of(start)
        while start < end and (text_start := self._skip_spaces(line, start, end)) == min(self.end_of(line), end):
            start, line = min(text_start + 1, end), line + 1
        at_line_start = start >= end or start == self.start_of(line)
        return start if at_line_start else self._skip_spaces(line, start, end)

    def trim_blank(self, start: int, end: int) -> int:
        """Return where the last line that has text ends, at or before `end`."""
        line = self.line_of(end)
        while end > start and self._skip_spaces(line, max(self.start_of(line), start), end) == end:
            end, line = max(self.start_of(line) - 1, start), line - 1
        return end

    def is_whole_lines(self, start: int, end: int) -> bool:
        """Whether a stretch starts where a line starts and ends where one ends."""
        return start == self.start_of(self.line_of(start)) and end == self.end_of(self.line_of(end))

    def _skip_spaces(self, line: int, start: int, end: int) -> int:
        """Return the first offset of a line from `start` that is not a space, or where the line or the stretch ends."""
        base = self.start_of(line)
        run = _SPACES.match(self.lines[line - 1], start - base, end - base)
        return base + run.end() if run else start
