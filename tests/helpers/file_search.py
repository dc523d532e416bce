"""Searching files for words: proof that deleted text is on no disk."""

from __future__ import annotations

from pathlib import Path


def files_containing(folder: Path, *words: bytes) -> set[str]:
    """Return the files below a folder that contain any of the words, in upper or lower case."""
    found = set()
    for file in folder.rglob("*"):
        try:
            data = file.read_bytes().lower() if file.is_file() else b""
        except FileNotFoundError:  # Solr deleted it in the meantime
            continue
        if any(word in data for word in words):
            found.add(str(file.relative_to(folder)))
    return found
