"""Building blocks of nested entries, as in JSON and YAML: whole lines, with the path of the first key in them.

One bracket, key or value is added at a time, so neither a million entries nor deep nesting needs memory. What is small
enough stays whole: a container is opened into its entries only when it grows longer than a passage. Together the blocks
have every line, with brackets and comments and, within a line that is too long for a passage, every character.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from msgspec.structs import replace

from contents_service.limits import Limits
from contents_service.model import Block
from contents_service.parsing.chunking.line_index import LineIndex
from contents_service.parsing.readers.escaped_letters import has_escaped_letters

BLOCK_CHARACTERS = 200
"""The size in characters up to which small neighbouring entries share a block."""
MAX_STEPS = 32
"""The largest number of steps of a path that are shown; a path of thousands helps nobody."""
MAX_STEP_CHARACTERS = 100
"""The longest part of a step that is shown, in characters."""

_PLAIN_WORD = re.compile(r"[^\W\d]\w*")
_COMMA = re.compile(r"\s*,?\s*")

Step = str | int


@dataclass(slots=True)
class _Entry:
    """A whole entry: its place, its step from its container, and words that its text hides in escapes."""

    start: int
    end: int
    step: Step | None
    hidden: list[str]


@dataclass(slots=True)
class _Container:
    start: int
    """Where the entry starts whose value it is."""
    is_list: bool
    room: int
    """The length up to which it stays whole."""
    step: Step | None = None
    """The step to the entry that is being read."""
    key_start: int | None = None
    opened: bool = False
    count: int = 0
    whole: list[_Entry] = field(default_factory=list)
    """Its entries, until it is opened."""


@dataclass(slots=True)
class _Stretch:
    """A stretch of text that will be a block; it reaches from the end of the one before."""

    start: int
    end: int
    key: str | None
    container: _Container | None
    hidden: list[str]
    begins_document: bool = False
    """Whether it is the first of a document, in a file that has several."""


class Entries:
    """Builds the blocks of a file whose entries are added from first to last; offsets are those of `index`."""

    def __init__(self, index: LineIndex, limits: Limits) -> None:
        self._index = index
        self._limits = limits
        self._stack: list[_Container] = []
        self._opened = 0
        self._stretches: list[_Stretch] = []
        self._begins_document = False

    @property
    def depth(self) -> int:
        """How many containers are open."""
        return len(self._stack)

    @property
    def is_list(self) -> bool:
        """Whether the innermost container is a list."""
        return self._stack[-1].is_list if self._stack else False

    @property
    def wants_value(self) -> bool:
        """Whether a key was added without its value."""
        return bool(self._stack) and self._stack[-1].key_start is not None

    @property
    def wants_key(self) -> bool:
        """Whether the innermost container is a mapping that has a value for each of its keys so far."""
        return bool(self._stack) and not self._stack[-1].is_list and self._stack[-1].key_start is None

    @property
    def last_key(self) -> str | None:
        """The path of the last entry that is in a block."""
        return self._stretches[-1].key if self._stretches else None

    def begin_document(self) -> None:
        """Begin another document of the file: none of its entries shares a passage with those before."""
        self._begins_document = True

    def add_key(self, name: str, start: int) -> None:
        """Add a key of the innermost container; its value comes next."""
        self._stack[-1].step = name
        self._stack[-1].key_start = start

    def add_value(self, start: int, end: int, hidden: str = "") -> None:
        """Add a value that contains no other; `hidden` is its content where its text has escapes."""
        self._add(self._entry_start(start), end, [hidden] if hidden else [])

    @property
    def room(self) -> int:
        """The length up to which a container that begins here stays whole."""
        return self._limits.passage_unbreakable if self.is_list else self._limits.passage_hard

    def add_container(self, start: int, end: int, first: Step, hidden: str = "") -> None:
        """Add a whole container that fits into the room there is; at the root, its first key names it."""
        if self._stack:
            self.add_value(start, end, hidden)
        else:
            self._add_to_stretches(_Entry(start, end, first, [hidden] if hidden else []), None, 0)

    def open_container(self, start: int, *, is_list: bool) -> None:
        """Begin a container; one at the root never stays whole, so that every block has a key."""
        room = self.room if self._stack else -1
        self._stack.append(_Container(self._entry_start(start), is_list, room))

    def close_container(self, end: int) -> None:
        """End the innermost container."""
        self._open_long_containers(end)
        closed = self._stack.pop()
        self._opened = min(self._opened, len(self._stack))
        if not closed.opened or not closed.count:
            self._add(closed.start, end, [words for entry in closed.whole for words in entry.hidden])
            return
        self._finish_entry()
        if self._stretches:
            self._stretches[-1].end = max(self._stretches[-1].end, end)

    def blocks(self, *, to_end: bool = True) -> list[Block]:
        """Return the blocks of all that was added, to the end of the file or of the last entry's line."""
        blocks: list[Block] = []
        start = 0
        for stretch, end in self._ends(to_end=to_end):
            blocks += self._cut_to_lines(start, end, stretch)
            start = end
        return blocks

    def _ends(self, *, to_end: bool) -> list[tuple[_Stretch, int]]:
        """Return where each stretch ends; one that has no line of its own becomes a part of the one before."""
        ends: list[tuple[_Stretch, int]] = []
        for stretch in self._stretches:
            end = self._line_end(stretch.end)
            if ends and end <= ends[-1][1]:
                ends[-1][0].hidden += stretch.hidden
            else:
                ends.append((stretch, end))
        if ends:
            stretch, end = ends[-1]
            last = len(self._index.lines) if to_end else self._index.line_of(end - 1)
            ends[-1] = stretch, self._index.starts[last]
        return ends

    # Whole entries.

    def _entry_start(self, start: int) -> int:
        if not self._stack:
            return start
        container = self._stack[-1]
        if container.is_list:
            container.step = container.count
        return start if container.key_start is None else container.key_start

    def _add(self, start: int, end: int, hidden: list[str]) -> None:
        self._open_long_containers(end)
        entry = _Entry(start, end, self._stack[-1].step if self._stack else None, hidden)
        if self._stack and not self._stack[-1].opened:
            self._stack[-1].whole.append(entry)
        else:
            self._add_to_stretches(entry, self._stack[-1] if self._stack else None, len(self._stack))
        self._finish_entry()

    def _finish_entry(self) -> None:
        if self._stack:
            self._stack[-1].count += 1
            self._stack[-1].key_start = None

    def _open_long_containers(self, end: int) -> None:
        """Open the containers that are too long to stay whole, the outermost first."""
        while self._opened < len(self._stack):
            container = self._stack[self._opened]
            if end - container.start <= container.room:
                return
            container.opened = True
            self._opened += 1
            for entry in container.whole:
                self._add_to_stretches(entry, container, self._opened)
            container.whole = []

    # Blocks.

    def _add_to_stretches(self, entry: _Entry, container: _Container | None, depth: int) -> None:
        """Add an entry to the last stretch if both are small and of one container, else as a stretch of its own."""
        last = self._stretches[-1] if self._stretches else None
        is_alike = last and last.container is container and not self._begins_document
        if last and is_alike and entry.end - last.start <= BLOCK_CHARACTERS:
            last.end = entry.end
            last.hidden += entry.hidden
        else:
            key = self._path(depth, entry.step)
            self._stretches.append(
                _Stretch(entry.start, entry.end, key, container, entry.hidden, self._begins_document)
            )
            self._begins_document = False

    def _path(self, depth: int, step: Step | None) -> str | None:
        above = [container.step for container in self._stack[: min(depth - 1, MAX_STEPS)]] if depth else []
        steps = [known for known in (*above, step)[:MAX_STEPS] if known is not None]
        return path_of(steps) if steps else None

    def _line_end(self, end: int) -> int:
        """Return an entry's end, or that of its line if the line fits into a passage."""
        line = self._index.line_of(end)
        if not self._is_long(line):
            return self._index.end_of(line) + 1
        start = self._index.start_of(line)
        comma = _COMMA.match(self._index.lines[line - 1], end - start)
        return start + (comma.end() if comma else end - start)

    def _is_long(self, line: int) -> bool:
        return len(self._index.lines[line - 1]) > self._limits.passage_unbreakable

    def _cut_to_lines(self, start: int, end: int, stretch: _Stretch) -> list[Block]:
        """Make a block of whole lines of a stretch, and separate blocks of parts of long lines at either side."""
        index, edges = self._index, {start, end}
        first, last = index.line_of(start), index.line_of(end - 1)
        if start != index.start_of(first):
            edges.add(min(index.end_of(first) + 1, end))
        if end <= index.end_of(last):
            edges.add(max(index.start_of(last), start))
        blocks = [self._block(one, other, stretch) for one, other in pairwise(sorted(edges))]
        with_text = [block for block in blocks if block.text.strip()]
        if stretch.begins_document and with_text:
            with_text[0] = replace(with_text[0], stands_alone=True)
        return with_text

    def _block(self, start: int, end: int, stretch: _Stretch) -> Block:
        index = self._index
        first, last = index.line_of(start), index.line_of(end - 1)
        text, hidden = index.text(start, min(end, index.end_of(last))), "\n".join(stretch.hidden)
        hides_letters = has_escaped_letters(text)
        return Block(
            kind="row",
            text=text,
            lines=(first, last),
            key=stretch.key,
            extra="" if hides_letters else hidden,
            unescaped=hidden if hides_letters else "",
        )


def path_of(steps: Sequence[Step]) -> str:
    """Write a path as `servers[0].url`, with names that are not plain words in quotes: `depots["N-1"]`."""
    return "".join(map(_format_step, steps)).removeprefix(".")


def _format_step(step: Step) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    short = step if len(step) <= MAX_STEP_CHARACTERS else f"{step[:MAX_STEP_CHARACTERS]}…"
    return f".{short}" if _PLAIN_WORD.fullmatch(short) else f"[{json.dumps(short, ensure_ascii=False)}]"
