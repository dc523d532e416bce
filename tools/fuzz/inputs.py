"""Endless inputs, always the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from contents_service.parsing.detection.file_names import BY_EXTENSION
from contents_service.parsing.detection.unsupported import UNSUPPORTED_EXTENSIONS
from fuzz.mutations import MAX_BYTES, MUTATIONS
from fuzz.seeds import Seed

MAX_MUTATIONS = 3
"""Most mutations of one input."""

RENAMED_SHARE = 0.2
"""Share of inputs with a random extension, whose name says nothing about their format."""

EXTENSIONS = (*sorted(BY_EXTENSION), *sorted(UNSUPPORTED_EXTENSIONS), "", "zzz", "PDF")


def inputs(random_seed: int, seeds: Sequence[Seed]) -> Iterator[Seed]:
    """Yield mutated samples."""
    random = Random(random_seed)
    while True:
        seed = random.choice(seeds)
        data = seed.data
        for mutate in random.choices(MUTATIONS, k=random.randint(1, MAX_MUTATIONS)):
            data = mutate(random, data, random.choice(seeds).data)[:MAX_BYTES]
        yield Seed(_name(random, seed), data)


def _name(random: Random, seed: Seed) -> str:
    stem, _, extension = seed.name.rpartition(".")
    return f"{stem}.{random.choice(EXTENSIONS) if random.random() < RENAMED_SHARE else extension}"
