"""Which files hold a word: the proof of what is said to be forgotten."""

from __future__ import annotations

from pathlib import Path


def files_containing(folder: Path, *words: bytes) -> set[str]:
    """The files below a folder that hold any of some words, in whatever case."""
    found = set()
    for file in folder.rglob("*"):
        try:
            data = file.read_bytes().lower() if file.is_file() else b""
        except FileNotFoundError:  # Solr has deleted it meanwhile
            continue
        if any(word in data for word in words):
            found.add(str(file.relative_to(folder)))
    return found
