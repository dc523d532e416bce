"""One reader a file, each `read(file) -> Read`, used as its own documentation shows for the format."""

from __future__ import annotations

SIZE = 1_200
"""Characters aimed at, for all alike."""
WORDS = 200
"""The same in words."""
TOKENS = 300
"""The same in tokens."""
