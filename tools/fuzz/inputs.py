"""Inputs without end, always the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from contents_service.parsing.detection.file_names import BY_EXTENSION
from contents_service.parsing.detection.unsupported import UNSUPPORTED_EXTENSIONS
from fuzz.damage import DAMAGES, MOST_BYTES
from fuzz.seeds import Seed

MOST_DAMAGES = 3
RENAMED = 0.2
"""Of the inputs: what they are called is no hint of what they are."""
EXTENSIONS = (*sorted(BY_EXTENSION), *sorted(UNSUPPORTED_EXTENSIONS), "", "zzz", "PDF")


def inputs(number: int, seeds: Sequence[Seed]) -> Iterator[Seed]:
    """Damaged samples, one after the other."""
    chance = Random(number)
    while True:
        seed = chance.choice(seeds)
        data = seed.data
        for damage in chance.choices(DAMAGES, k=chance.randint(1, MOST_DAMAGES)):
            data = damage(chance, data, chance.choice(seeds).data)[:MOST_BYTES]
        yield Seed(_name(chance, seed), data)


def _name(chance: Random, seed: Seed) -> str:
    stem, _, extension = seed.name.rpartition(".")
    return f"{stem}.{chance.choice(EXTENSIONS) if chance.random() < RENAMED else extension}"
