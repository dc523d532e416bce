"""Complete the bill of materials of our Python packages by Solr's jars, and list every licence: `make sbom`.

Takes a CycloneDX file of the Python packages, the lock of the jars, and the folder for `sbom.json` and `licences.txt`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Component = dict[str, Any]
LICENCE_OF_SOLR = "Apache-2.0"
SOLRS_OWN = ("org.apache.solr", "org.apache.lucene")


def jar(line: str) -> Component:
    """The component that a line of the lock names: `group:name:jar:version sha256:…`."""
    coordinates, digest = line.split()
    group, name, *_, version = coordinates.split(":")
    purl = f"pkg:maven/{group}/{name}@{version}"
    known = {"licenses": [{"license": {"id": LICENCE_OF_SOLR}}]} if group in SOLRS_OWN else {}
    return {
        "type": "library",
        "bom-ref": f"{purl}#{digest[-12:]}",
        "group": group,
        "name": name,
        "version": version,
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": digest.removeprefix("sha256:")}],
        **known,
    }


def licences(component: Component) -> str:
    """What a component says of its licence."""
    said = [each.get("expression") or _named(each.get("license", {})) for each in component.get("licenses", [])]
    return ", ".join(dict.fromkeys(said)) or "not stated in its metadata"


def _named(licence: dict[str, str]) -> str:
    return licence.get("id") or licence.get("name") or "not stated in its metadata"


def main(python: Path, lock: Path, folder: Path) -> None:
    """Write both files."""
    bill = json.loads(python.read_text(encoding="utf-8"))
    bill["components"] += [jar(line) for line in lock.read_text(encoding="utf-8").splitlines() if line.strip()]
    lines = sorted(f"{each['name']} {each['version']}: {licences(each)}" for each in bill["components"])
    (folder / "sbom.json").write_text(json.dumps(bill, indent=1), encoding="utf-8")
    (folder / "licences.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} components: {folder / 'sbom.json'}, {folder / 'licences.txt'}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
