"""Print the lock file for the jars in a folder that is laid out as a Maven repository: `make solr-lock`."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path


def format_line(jar: Path, repository: Path) -> str:
    """Return a jar's coordinates, read from its path, and its digest."""
    *group, name, version, _ = jar.relative_to(repository).parts
    classifier = jar.stem.removeprefix(f"{name}-{version}").removeprefix("-")
    coordinates = ":".join(filter(None, (".".join(group), name, "jar", classifier, version)))
    return f"{coordinates} sha256:{hashlib.sha256(jar.read_bytes()).hexdigest()}"


if __name__ == "__main__":
    repository = Path(sys.argv[1])
    print(*sorted(format_line(jar, repository) for jar in repository.rglob("*.jar")), sep="\n")
