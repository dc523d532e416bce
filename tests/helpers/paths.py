"""Paths of the repository and of the files that tests read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests" / "samples"
EXAMPLES = ROOT / "examples"
