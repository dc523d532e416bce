"""The samples that are mutated: files of every format, from the tests and the examples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helpers.paths import ROOT
from msgspec import Struct

FOLDERS = (ROOT / "tests" / "samples", ROOT / "examples" / "home")
BOMB_PREFIX = "bomb"
"""How the names of samples begin that exceed a limit on purpose; each would only take seconds to be refused."""


class Seed(Struct, frozen=True):
    """A file's name and bytes."""

    name: str
    data: bytes


def load_seeds(folders: Sequence[Path] = FOLDERS) -> list[Seed]:
    """Return all samples, always in the same order."""
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())
    return [Seed(file.name, file.read_bytes()) for file in files if not file.name.startswith(BOMB_PREFIX)]
