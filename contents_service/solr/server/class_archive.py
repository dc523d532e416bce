"""Solr's classes as Java has already loaded and checked them (class data sharing): half the processor time of a start.

The first Solr that ends writes the archive; every later one maps it. An archive belongs to one Java and one set of
jars, and Java itself ignores one that does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

FIRST_VERSION = 13
"""The first Java that writes an archive as it ends."""
MAGIC_BYTES = 4
"""An archive begins with its magic number, which Java writes last: zeros there mean that it is not complete."""


def archive_options(folder: Path, *, java: Path, version: int, jars: Sequence[Path]) -> tuple[str, ...]:
    """Return the options that make Java use the archive in this folder, or write one where there is none yet."""
    if version < FIRST_VERSION:
        return ()
    key = sha256("\0".join([str(java.resolve()), str(version), *map(str, jars)]).encode()).hexdigest()[:16]
    archive = folder / f"solr-{key}.jsa"
    _adopt(archive)
    if archive.exists():
        return (f"-XX:SharedArchiveFile={archive}", "-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off")
    folder.mkdir(parents=True, exist_ok=True)
    part = archive.with_name(f"{archive.name}.{token_hex(4)}.part")
    return (f"-XX:ArchiveClassesAtExit={part}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off")


def _adopt(archive: Path) -> None:
    """Put an archive that some Solr has finished writing in its place, and delete what others wrote."""
    for part in sorted(archive.parent.glob(f"{archive.name}.*.part")):
        if not archive.exists() and _is_complete(part):
            part.replace(archive)
        elif archive.exists():
            part.unlink(missing_ok=True)


def _is_complete(part: Path) -> bool:
    try:
        with part.open("rb") as file:
            return any(file.read(MAGIC_BYTES))
    except FileNotFoundError:  # another process adopted it
        return False
