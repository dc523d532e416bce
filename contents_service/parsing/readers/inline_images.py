"""Images written into a text as thousands of characters of Base64: nobody can read them, so they are shortened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from contents_service.model import Block, Note

MIN_SHORTENED_CHARACTERS = 200
"""The smallest number of characters of Base64 that are shortened; a tiny icon stays as it is."""

_DATA_URI = re.compile(
    r"(data:[\w.+/-]{0,80}(?:;[\w=.+-]{1,40}){0,4};base64,)[A-Za-z0-9+/=_%-]{" + f"{MIN_SHORTENED_CHARACTERS},}}"
)

_NOTE = Note("pictures_left_out", "Pictures that are written into the text itself are shown as “…”.")


class ShortenedLines(Struct, frozen=True):
    """A text's lines with each image as `data:image/png;base64,…`, and the numbers of the lines that have one."""

    lines: Sequence[str]
    numbers: frozenset[int] = frozenset()

    @property
    def notes(self) -> tuple[Note, ...]:
        """A note that images are left out, if any are."""
        return (_NOTE,) if self.numbers else ()

    def isolate_images(self, blocks: list[Block]) -> list[Block]:
        """Give blocks with an image passages of their own, so that all other passages show their lines exactly."""
        if not self.numbers:
            return blocks
        has_image = [self._has_image(block) for block in blocks]
        follows_image = [False, *(earlier and not later for earlier, later in pairwise(has_image))]
        isolated = [own or above for own, above in zip(has_image, follows_image, strict=False)]
        return [
            replace(block, stands_alone=True) if alone else block for block, alone in zip(blocks, isolated, strict=True)
        ]

    def _has_image(self, block: Block) -> bool:
        first, last = block.lines or (1, 0)
        return block.kind != "heading" and any(first <= number <= last for number in self.numbers)


def shorten_images(lines: Sequence[str]) -> ShortenedLines:
    """Shorten the images in a text's lines."""
    candidates = {
        number: _DATA_URI.sub(r"\1…", line)
        for number, line in enumerate(lines, 1)
        if len(line) > MIN_SHORTENED_CHARACTERS and ";base64," in line
    }
    numbers = frozenset(number for number, line in candidates.items() if line != lines[number - 1])
    if not numbers:
        return ShortenedLines(lines)
    return ShortenedLines([candidates.get(number, line) for number, line in enumerate(lines, 1)], numbers)
