"""Add Solr's jars to the bill of materials of our Python packages, and list every licence: `make sbom`.

Takes a CycloneDX file of the Python packages, the lock file of the jars, and the folder for `sbom.json` and
`licences.txt`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Component = dict[str, Any]
SOLR_LICENCE = "Apache-2.0"
SOLR_GROUPS = ("org.apache.solr", "org.apache.lucene")
NOT_STATED = "not stated in its metadata"


def parse_line(line: str) -> Component:
    """Return the component that a line of the lock file names: `group:name:jar:version sha256:…`."""
    coordinates, digest = line.split()
    group, name, *_, version = coordinates.split(":")
    purl = f"pkg:maven/{group}/{name}@{version}"
    licence = {"licenses": [{"license": {"id": SOLR_LICENCE}}]} if group in SOLR_GROUPS else {}
    return {
        "type": "library",
        "bom-ref": f"{purl}#{digest[-12:]}",
        "group": group,
        "name": name,
        "version": version,
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": digest.removeprefix("sha256:")}],
        **licence,
    }


def format_licences(component: Component) -> str:
    """Return the licences that a component's metadata states."""
    stated = [
        each.get("expression") or _licence_name(each.get("license", {})) for each in component.get("licenses", [])
    ]
    return ", ".join(dict.fromkeys(stated)) or NOT_STATED


def _licence_name(licence: dict[str, str]) -> str:
    return licence.get("id") or licence.get("name") or NOT_STATED


def main(python: Path, lock: Path, folder: Path) -> None:
    """Write both files."""
    bill = json.loads(python.read_text(encoding="utf-8"))
    bill["components"] += [parse_line(line) for line in lock.read_text(encoding="utf-8").splitlines() if line.strip()]
    lines = sorted(f"{each['name']} {each['version']}: {format_licences(each)}" for each in bill["components"])
    (folder / "sbom.json").write_text(json.dumps(bill, indent=1), encoding="utf-8")
    (folder / "licences.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} components: {folder / 'sbom.json'}, {folder / 'licences.txt'}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
