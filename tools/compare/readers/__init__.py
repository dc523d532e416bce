"""One module for each reader, used for each format as its own documentation shows."""

from __future__ import annotations

CHUNK_CHARACTERS = 1_200
"""Length that every reader aims at, in characters."""

CHUNK_WORDS = 200
"""The same length in words."""

CHUNK_TOKENS = 300
"""The same length in tokens."""
