"""What inputs are made from: the samples of every format, of the tests and of the examples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helpers.paths import ROOT
from msgspec import Struct

FOLDERS = (ROOT / "tests" / "samples", ROOT / "examples" / "home")
BOMBS = "bomb"
"""How the names begin of samples that break a limit on purpose: each takes seconds and tells nothing new."""


class Seed(Struct, frozen=True):
    """A file's name and its bytes."""

    name: str
    data: bytes


def seeds(folders: Sequence[Path] = FOLDERS) -> list[Seed]:
    """All samples, always in the same order."""
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())
    return [Seed(file.name, file.read_bytes()) for file in files if not file.name.startswith(BOMBS)]
