"""Our Solr answers only us, keeps acknowledged updates, and logs no text of users."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from contents_service.processes.port import PortTaken, free_port
from contents_service.settings import settings_from
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode
from contents_service.solr.server.solr_home import SOLR_FILES, CannotUseIndex, SolrHome, schema_of

JARS = JarCache.of(settings_from())
OUR_SCHEMA = str(schema_of(SOLR_FILES / "configset")).partition(" ")[0]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[SolrHome]:
    home = SolrHome(tmp_path / "solr").prepare()
    yield home
    home.release()


def count(node: SolrNode) -> int:
    answer = requests.get(f"{node.url}/contents/select", {"q": "*:*", "rows": "0", "wt": "json"}, timeout=90)
    found: int = answer.json()["response"]["numFound"]
    return found


@pytest.mark.solr
def test_it_answers_requests_with_the_password(solr_node: SolrNode) -> None:
    assert solr_node.is_running()
    assert solr_node.is_ready()
    assert count(solr_node) >= 0


@pytest.mark.solr
def test_it_refuses_requests_without_the_password(solr_node: SolrNode) -> None:
    scheme, _, rest = solr_node.url.rpartition("@")
    without = f"http://{rest}"

    assert scheme.startswith("http://")
    for path in ("contents/select?q=*:*", "admin/info/system", "admin/cores"):
        assert requests.get(f"{without}/{path}", timeout=90).status_code == 401


@pytest.mark.solr
def test_a_data_folder_in_use_is_refused(solr_node: SolrNode) -> None:
    with pytest.raises(CannotUseIndex, match=rf"in use by another running service \(process {os.getpid()}\)"):
        SolrNode(solr_node.data, jars=JARS).program()


@pytest.mark.solr
def test_questions_and_documents_are_not_logged(solr_node: SolrNode) -> None:
    secret = "zyzzyva-of-eric"
    core = f"{solr_node.url}/contents"
    answers = [
        requests.get(f"{core}/select", {"q": f"body:({secret} AND"}, timeout=90),
        requests.get(f"{core}/select", {"q": "{!func}no_such_function(" + secret + ")"}, timeout=90),
        requests.get(f"{core}/select", {"q": "*:*", "sort": f"{secret} asc"}, timeout=90),
        requests.get(f"{core}/select", {"q": "*:*", "rows": secret}, timeout=90),
        requests.post(f"{core}/update", json=[{"id": "x", "_version_": 1, "no_such_field": secret}], timeout=90),
        requests.post(f"{core}/update", json=[{"id": "x", "_version_": secret}], timeout=90),
        requests.post(f"{core}/update", data='{"' + secret, headers={"Content-Type": "application/json"}, timeout=90),
        requests.get(f"{core}/{secret}", timeout=90),
    ]

    assert [answer.ok for answer in answers] == [False] * len(answers)
    for log in solr_node.logs.iterdir():
        assert "zyzzyva" not in log.read_text(encoding="utf-8"), log.name


@pytest.mark.solr
def test_acknowledged_updates_survive_a_kill(tmp_path: Path) -> None:
    node = SolrNode(tmp_path, jars=JARS).start()
    try:
        documents = [
            {"id": str(number), "kind": "record", "scope": "s", "document": "d", "json": "{}"} for number in range(500)
        ]
        requests.post(f"{node.url}/contents/update", json=documents, timeout=90).raise_for_status()
        assert node.pid is not None
        os.kill(node.pid, signal.SIGKILL)
        node.stop()

        node.start()

        assert count(node) == 500
    finally:
        node.stop()
    assert not node.is_running()


def test_a_taken_port_is_named_in_the_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        node = SolrNode(tmp_path, port, jars=JARS)

        with pytest.raises(PortTaken, match=f"Port {port} on 127.0.0.1 cannot be used"):
            node.program()

    SolrHome(tmp_path / "solr").prepare().release()  # the folder is unlocked again


def test_a_requested_port_that_is_free_is_used() -> None:
    with socket.socket() as reserved:  # bound but not listening, so that nobody else gets the port meanwhile
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]

        assert free_port("127.0.0.1", port) == port


def test_the_password_is_private_and_stays_the_same(home: SolrHome, tmp_path: Path) -> None:
    password = home.password
    home.release()

    assert SolrHome(tmp_path / "solr").prepare().password == password
    for secret in (home.folder / "password", home.home / "security.json"):
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert password not in (home.home / "security.json").read_text()


def add_index(core: Path, schema: str) -> None:
    """Put an index with some schema into a core."""
    (core / "data").mkdir(parents=True)
    (core / "conf").mkdir(exist_ok=True)
    (core / "conf" / "schema.xml").write_text(f'<schema name="{schema}"/>')


def add_index_with_our_schema(core: Path, home: SolrHome) -> None:
    shutil.copytree(home.core / "conf", core / "conf")
    (core / "data").mkdir()


def schemas(home: SolrHome) -> list[str | None]:
    """The schemas of the current, the former and the next core."""
    names = [schema_of(core) for core in (home.core, home.former, home.next)]
    return [name and name.partition(" ")[0] for name in names]


def test_an_index_with_another_schema_becomes_the_former_core(home: SolrHome) -> None:
    add_index(home.core, "other")
    home.release()

    home.prepare()

    assert schemas(home) == [OUR_SCHEMA, "other", None]
    assert ((home.former / "data").exists(), (home.core / "data").exists()) == (True, True)
    assert (home.former / "core.properties").read_text() == "name=contents-former\n"
    assert (home.folder / "schema").read_text().startswith(f"{OUR_SCHEMA} ")  # older versions read this file
    assert home.needs_migration()


def test_a_filled_next_core_takes_its_place(home: SolrHome) -> None:
    add_index_with_our_schema(home.next, home)
    add_index(home.core, "other")
    home.release()

    home.prepare()

    assert schemas(home) == [OUR_SCHEMA, "other", None]
    assert (home.core / "data").exists()
    assert (home.core / "core.properties").read_text() == "name=contents\n"


def test_a_start_that_was_killed_between_two_steps_is_continued(home: SolrHome) -> None:
    add_index_with_our_schema(home.next, home)
    add_index(home.core, "other")
    home.core.rename(home.former)
    home.release()

    home.prepare()
    home.release()
    home.prepare()

    assert schemas(home) == [OUR_SCHEMA, "other", None]
    assert (home.core / "data").exists()


def test_a_half_deleted_former_core_is_deleted_at_the_next_start(home: SolrHome) -> None:
    add_index(home.former, "other")
    home.delete_former()
    assert not home.needs_migration()
    add_index(home.folder / "deleted", "other")
    home.release()

    home.prepare()

    assert schemas(home) == [OUR_SCHEMA, None, None]
    assert not (home.folder / "deleted").exists()


def test_a_next_core_with_a_third_schema_is_not_used(home: SolrHome) -> None:
    add_index(home.core, "other")
    add_index(home.next, "yet-another")
    home.release()

    home.prepare()

    assert schemas(home) == [OUR_SCHEMA, "other", None]


def test_an_upgrade_begun_by_another_version_must_be_finished_by_that_version(home: SolrHome) -> None:
    add_index(home.core, "other")
    add_index(home.former, "yet-another")
    home.release()

    with pytest.raises(CannotUseIndex, match=r"\(other sha256:.*has begun to upgrade.*Start that version once"):
        home.prepare()

    assert schemas(home) == ["other", "yet-another", None]


def test_the_configuration_is_written_anew_at_each_start(home: SolrHome) -> None:
    (home.core / "conf" / "stale.txt").write_text("from an earlier version")
    (home.core / "conf" / "schema.xml").write_text("<schema/>")
    home.release()

    home.prepare()

    assert not (home.core / "conf" / "stale.txt").exists()
    assert "uniqueKey" in (home.core / "conf" / "schema.xml").read_text()


def test_a_failed_attempt_to_lock_a_folder_leaves_it_free(home: SolrHome) -> None:
    other = SolrHome(home.folder)
    with pytest.raises(CannotUseIndex):
        other.prepare()

    home.release()

    other.prepare().release()
