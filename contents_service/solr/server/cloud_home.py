"""The folders of a SolrCloud on this machine: one for ZooKeeper, and one for each node."""

from __future__ import annotations

import shutil
from pathlib import Path

from contents_service.solr.server.solr_home import (
    SOLR_FILES,
    USER,
    CannotUseIndex,
    SolrHome,
    schema_of,
    security_json,
    write_private,
)

NODE_FOLDER = "node-{}"


class CloudHome(SolrHome):
    """The folder of a SolrCloud in a data folder, with `zookeeper`, `node-1` and so on, and shared files."""

    def node(self, number: int) -> Path:
        """Return the folder of one node's replicas; nodes count from 1."""
        return self.folder / NODE_FOLDER.format(number)

    @property
    def zookeeper(self) -> Path:
        """The folder of ZooKeeper's data."""
        return self.folder / "zookeeper"

    @property
    def secret_file(self) -> Path:
        """The file with the secret that only the nodes know, and that opens their data in ZooKeeper."""
        return self.folder / "zookeeper.secret"

    @property
    def security_file(self) -> Path:
        """The file that is put into ZooKeeper to tell all nodes who may send requests."""
        return self.folder / "security.json"

    def write_node_config(self, number: int) -> Path:
        """Write the configuration of one node, leave its replicas as they are, and return its folder."""
        home = self.node(number)
        home.mkdir(exist_ok=True)
        shutil.copyfile(SOLR_FILES / "solr.xml", home / "solr.xml")
        return home

    def write_zookeeper_config(self, host: str, port: int) -> Path:
        """Write the configuration of ZooKeeper, with its address and a short history, and return the file."""
        self.zookeeper.mkdir(exist_ok=True)
        configuration = self.folder / "zoo.cfg"
        configuration.write_text(
            f"dataDir={self.zookeeper}\n"
            f"clientPortAddress={host}\n"
            f"clientPort={port}\n"
            "tickTime=1000\n"
            "autopurge.purgeInterval=24\n"
            "admin.enableServer=false\n",
            encoding="utf-8",
        )
        return configuration

    def _set_other_schema_aside(self) -> None:
        """Raise CannotUseIndex if the index has another schema: a SolrCloud is upgraded into a new collection."""
        marker, our_schema = self.folder / "schema", schema_of(SOLR_FILES / "configset")
        schema = marker.read_text(encoding="utf-8").strip() if marker.exists() else None
        if schema not in (None, our_schema) and any(self.folder.glob(f"{NODE_FOLDER.format('*')}/*/data")):
            raise CannotUseIndex(
                f"The index in {self.folder} has another schema ({schema}) than this version's ({our_schema}). Run the "
                f"version that made it. Or run `contents backup FILE` with that version, move {self.folder} away, and "
                "run `contents restore FILE` with this version."
            )

    def _write_configuration(self) -> None:
        self.ensure_password()
        write_private(self.security_file, security_json(self.password))
        write_private(self.secret_file, f"zkDigestUsername={USER}\nzkDigestPassword={self.password}\n")
