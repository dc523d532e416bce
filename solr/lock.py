"""Print the lock of the jars in a folder that is laid out as a Maven repository: `make solr-lock`."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path


def line(jar: Path, repository: Path) -> str:
    """A jar's coordinates, as its place and name say them, and its digest."""
    *group, name, version, _ = jar.relative_to(repository).parts
    classifier = jar.stem.removeprefix(f"{name}-{version}").removeprefix("-")
    coordinates = ":".join(filter(None, (".".join(group), name, "jar", classifier, version)))
    return f"{coordinates} sha256:{hashlib.sha256(jar.read_bytes()).hexdigest()}"


if __name__ == "__main__":
    repository = Path(sys.argv[1])
    print(*sorted(line(jar, repository) for jar in repository.rglob("*.jar")), sep="\n")
