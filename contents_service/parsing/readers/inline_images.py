"""Pictures written into a text as thousands of characters of base64: no reader can use them, so they are cut short."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from contents_service.model import Block, Note

SHORTEST = 200
"""In characters of base64: below it a tiny icon stays as it is written."""

_DATA_URI = re.compile(r"(data:[\w.+/-]{0,80}(?:;[\w=.+-]{1,40}){0,4};base64,)[A-Za-z0-9+/=_%-]{" + f"{SHORTEST},}}")

_NOTE = Note("pictures_left_out", "Pictures that are written into the text itself are shown as “…”.")


class Shortened(Struct, frozen=True):
    """A text's lines with each such picture as `data:image/png;base64,…`, and which lines those are."""

    lines: Sequence[str]
    numbers: frozenset[int] = frozenset()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a Maker should know of it."""
        return (_NOTE,) if self.numbers else ()

    def set_apart(self, blocks: list[Block]) -> list[Block]:
        """The blocks, with those that hold a picture in passages of their own: all others show their lines exactly."""
        if not self.numbers:
            return blocks
        held = [self._in(block) for block in blocks]
        follows = [False, *(earlier and not later for earlier, later in pairwise(held))]
        apart = [mine or before for mine, before in zip(held, follows, strict=False)]
        return [
            replace(block, stands_alone=True) if alone else block for block, alone in zip(blocks, apart, strict=True)
        ]

    def _in(self, block: Block) -> bool:
        first, last = block.lines or (1, 0)
        return block.kind != "heading" and any(first <= number <= last for number in self.numbers)


def shortened(lines: Sequence[str]) -> Shortened:
    """The lines without the pictures written into them."""
    cut = {
        number: _DATA_URI.sub(r"\1…", line)
        for number, line in enumerate(lines, 1)
        if len(line) > SHORTEST and ";base64," in line
    }
    numbers = frozenset(number for number, line in cut.items() if line != lines[number - 1])
    if not numbers:
        return Shortened(lines)
    return Shortened([cut.get(number, line) for number, line in enumerate(lines, 1)], numbers)
