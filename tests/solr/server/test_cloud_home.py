"""In the folder of a SolrCloud, secrets are private and an index with another schema is not touched."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from contents_service.solr.server.cloud_home import CloudHome
from contents_service.solr.server.solr_home import CannotUseIndex


@pytest.fixture
def home(tmp_path: Path) -> Iterator[CloudHome]:
    home = CloudHome(tmp_path / "cloud")
    home.prepare()
    yield home
    home.release()


def test_only_the_owner_can_read_the_secrets(home: CloudHome) -> None:
    for secret in (home.folder / "password", home.secret_file, home.security_file):
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert home.password in home.secret_file.read_text()
    assert home.password not in home.security_file.read_text()


def test_zookeeper_listens_only_at_its_address(home: CloudHome) -> None:
    lines = home.write_zookeeper_config("127.0.0.1", 2181).read_text().splitlines()
    assert {"clientPortAddress=127.0.0.1", "clientPort=2181", "admin.enableServer=false"} <= set(lines)


def test_replicas_with_another_schema_are_refused(home: CloudHome) -> None:
    (home.write_node_config(2) / "contents_shard1_replica_n1" / "data").mkdir(parents=True)
    (home.folder / "schema").write_text("contents-0 sha256:0123\n")
    home.release()

    with pytest.raises(CannotUseIndex, match=r"\(contents-0 .*contents backup .* move .* away.*contents restore"):
        CloudHome(home.folder).prepare()
