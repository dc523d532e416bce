"""Archives of the classes that a Java program loads (class data sharing), which halve the processor time of its start.

The first run of a program writes its archive as it ends; every later run maps it into memory. An archive belongs to one
program, one Java and one set of jars, and Java itself ignores an archive that does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from contents_service.solr.server.java import Java

NUL = "\0"
QUIET = ("-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off")
"""Options that let Java start as usual, without a warning, if no archive fits."""
FIRST_VERSION = 13
"""The first Java that writes an archive as it ends."""
MAGIC_BYTES = 4
"""Bytes of the magic number at the start of an archive. Java writes it last: zeros mean that it is not complete."""


def archive_options(folder: Path, main_class: str, java: Java, jars: Sequence[Path]) -> tuple[str, ...]:
    """Return the options that make Java use a program's archive, or write it at exit if there is none yet."""
    if java.version < FIRST_VERSION or not jars:
        return ()
    parts = [main_class, str(java.path.resolve()), str(java.version), *map(str, jars)]
    archive = folder / f"{sha256(NUL.join(parts).encode()).hexdigest()[:24]}.jsa"
    _adopt_finished(archive)
    if archive.exists():
        return (f"-XX:SharedArchiveFile={archive}", *QUIET)
    folder.mkdir(parents=True, exist_ok=True)
    return (f"-XX:ArchiveClassesAtExit={archive.with_suffix(f'.{token_hex(4)}.part')}", *QUIET)


def _adopt_finished(archive: Path) -> None:
    """Move an archive that some run has finished writing to its place, and delete those of other runs."""
    for part in sorted(archive.parent.glob(f"{archive.stem}.*.part")):
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
