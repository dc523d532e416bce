"""The folder that a SolrCloud of our own starts from: a part for ZooKeeper, and one for each node."""

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
    """A data folder's part for a SolrCloud: `zookeeper`, `node-1` and so on, and what they share."""

    def node(self, number: int) -> Path:
        """The folder of one node's replicas; nodes count from 1."""
        return self.folder / NODE_FOLDER.format(number)

    @property
    def zookeeper(self) -> Path:
        """The folder of what ZooKeeper keeps."""
        return self.folder / "zookeeper"

    @property
    def secret(self) -> Path:
        """The file that lets nodes, and nobody else, at what they keep in ZooKeeper."""
        return self.folder / "zookeeper.secret"

    @property
    def security_json(self) -> Path:
        """The file that ZooKeeper is to hold for all nodes: who may ask them."""
        return self.folder / "security.json"

    def write_node_config(self, number: int) -> Path:
        """Lay the configuration of one node, around the replicas that it has."""
        home = self.node(number)
        home.mkdir(exist_ok=True)
        shutil.copyfile(SOLR_FILES / "solr.xml", home / "solr.xml")
        return home

    def write_zookeeper_config(self, host: str, port: int) -> Path:
        """Lay the configuration of ZooKeeper: where it listens, and that it keeps no more history than it needs."""
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
        """Refuse an index of another schema: it is kept in a collection, of which there may be another."""
        marker, ours = self.folder / "schema", schema_of(SOLR_FILES / "configset")
        made_by = marker.read_text(encoding="utf-8").strip() if marker.exists() else None
        if made_by not in (None, ours) and any(self.folder.glob(f"{NODE_FOLDER.format('*')}/*/data")):
            raise CannotUseIndex(
                f"The index in {self.folder} was made by another schema ({made_by}) than this version's ({ours}). "
                f"Run the version that made it; or have that one `contents backup FILE`, move {self.folder} away, and "
                "`contents restore FILE` with this one."
            )

    def _write_configuration(self) -> None:
        self.make_password()
        write_private(self.security, security_json(self.password))
        write_private(self.secret, f"zkDigestUsername={USER}\nzkDigestPassword={self.password}\n")
