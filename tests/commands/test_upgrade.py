"""`contents upgrade` copies an index while the older version goes on serving, and loses nothing."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner, Result
from helpers.factories import make_reading, new_app_id, write_reading
from helpers.polling import poll_until

from contents_service.commands.support.operator_index import open_index
from contents_service.commands.upgrade import CannotUpgrade, upgrade
from contents_service.documents.records import tombstone
from contents_service.errors import ContentsError
from contents_service.index.protocol import Index, SearchResult
from contents_service.model import Scope
from contents_service.settings import settings_from
from contents_service.solr.index import SolrIndex
from contents_service.solr.server import solr_home
from contents_service.solr.server.jars import JarCache
from contents_service.solr.server.node import SolrNode
from contents_service.solr.server.solr_home import CannotUseIndex

SCOPE = Scope("shop", "eric")
pytestmark = pytest.mark.usefixtures("data")
NOTHING = {"documents": 0, "passages": 0, "removed": 0, "to_be_read": 0}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(upgrade, arguments)


def give(index: Index, path: str, *texts: str, scope: Scope = SCOPE) -> None:
    write_reading(index, scope, path, make_reading(*texts))
    index.commit()


def remove(index: Index, path: str) -> None:
    (current,) = [one for one in index.scope_snapshot(SCOPE).versioned.values() if one.record.path == path]
    index.put(tombstone(current.record), current.version)
    index.commit()


def error_of(command: Callable[[], object]) -> BaseException | None:
    try:
        result = command()
    except ContentsError as error:
        return error
    return result.exception if isinstance(result, Result) else None


def search(index: Index, question: str, scope: Scope = SCOPE) -> list[tuple[str, str, float]]:
    """The ids, texts and scores that a search finds."""
    answer: SearchResult = index.search(scope, question, rows=9, explain=False)
    return [(hit.id, hit.content.text, hit.score) for hit in answer.hits]


@contextmanager
def older_version(data: Path, tmp_path: Path) -> Iterator[SolrNode]:
    """The Solr of a version whose schema had fewer fields."""
    older = tmp_path / "older"
    if not older.exists():
        shutil.copytree(solr_home.SOLR_FILES, older)
        schema = older / "configset" / "conf" / "schema.xml"
        lines = schema.read_text().splitlines()
        older_lines = [
            line.replace('name="contents-', 'name="older-') for line in lines if 'name="carried"' not in line
        ]
        schema.write_text("\n".join(older_lines))
    with pytest.MonkeyPatch.context() as patch:
        for module in ("solr_home", "node", "jvm"):
            patch.setattr(f"contents_service.solr.server.{module}.SOLR_FILES", older)
        node = SolrNode(data, jars=JarCache.of(settings_from())).start()
    try:
        yield node
    finally:
        node.stop()


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_an_older_version_answers_while_its_index_is_copied_and_later_changes_are_copied_at_the_start(
    data: Path, tmp_path: Path
) -> None:
    question = "What about the quokka?"
    with older_version(data, tmp_path) as node:
        older = SolrIndex.at([node.url])
        give(older, "eric/a.txt", "The quokka hops.", "The numbat digs.")
        give(older, "eric/b.txt", "A quokka sleeps.")
        answered = search(older, question)
        assert [text for _, text, _ in answered] == ["The quokka hops.", "A quokka sleeps."]

        assert run().stdout == "Copied 2 documents, 3 passages.\n"
        assert search(older, question) == answered
        assert json.loads(run("--json").stdout) == NOTHING
        with pytest.raises(CannotUseIndex, match="Use that version's commands, or `contents upgrade`"):
            open_index(settings_from()).__enter__()
        give(older, "eric/c.txt", "Each quokka naps.")
        remove(older, "eric/b.txt")
        answered = search(older, question)
        assert {text for _, text, _ in answered} == {"The quokka hops.", "Each quokka naps."}

    solr = solr_home.SolrHome(data / "solr").prepare()  # as a start leaves it that is under way or was killed
    for command in (run, lambda: open_index(settings_from()).__enter__()):
        assert "is being migrated from another schema" in str(error_of(command))
    solr.release()
    with open_index(settings_from()) as index:
        assert search(index, question) == answered
    assert [core.name for core in solr.home.iterdir() if core.is_dir()] == ["contents"]


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_an_index_that_needs_no_upgrade_is_left_alone(data: Path) -> None:
    assert type(run().exception) is CannotUpgrade
    node = SolrNode(data, jars=JarCache.of(settings_from())).start()
    try:
        result = run()
    finally:
        node.stop()
    assert (result.exit_code, result.stdout) == (0, "")
    assert "has this version's schema already" in result.stderr


@pytest.mark.parametrize(
    ("url", "arguments", "message"),
    [
        (None, ["--from", "contents"], "SOLR_URL, which is not set"),
        ("http://127.0.0.1:9/solr", [], "with --from COLLECTION"),
        ("http://127.0.0.1:9/solr", ["--from", "other"], "in CONTENTS_SOLR_COLLECTION."),
    ],
)
def test_missing_collections_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, url: str | None, arguments: list[str], message: str
) -> None:
    if url:
        monkeypatch.setenv("SOLR_URL", url)
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


@pytest.mark.solr
def test_a_collection_that_does_not_exist_is_named(monkeypatch: pytest.MonkeyPatch, solr_url: str) -> None:
    monkeypatch.setenv("SOLR_URL", solr_url)
    monkeypatch.setenv("CONTENTS_SOLR_COLLECTION", "contents")
    result = run("--from", "nosuch")

    assert type(result.exception) is CannotUpgrade
    assert "The collection nosuch does not answer" in str(result.exception)


def test_only_one_upgrade_runs_at_a_time(data: Path) -> None:
    solr = solr_home.SolrHome(data / "solr").prepare()
    solr.release()
    with solr.lock_for_upgrade(), pytest.raises(CannotUseIndex, match=r"Another .contents upgrade. is running"):
        solr.lock_for_upgrade().__enter__()
    with solr.lock_for_upgrade():
        pass


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_follow_copies_changes_until_it_is_interrupted(solr_node: SolrNode, empty_core: str) -> None:
    scope = Scope(new_app_id(), "eric")
    used, new = SolrIndex.at([solr_node.url]), SolrIndex.at([solr_node.url], empty_core)
    give(used, "eric/a.txt", "The quokka hops.", scope=scope)
    following = subprocess.Popen(
        [sys.executable, "-m", "contents_service", "upgrade", "--from", "contents", "--follow", "--json"],
        env={"SOLR_URL": solr_node.url, "CONTENTS_SOLR_COLLECTION": empty_core},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        poll_until(lambda: bool(search(new, "quokka", scope)), "it is copied")
        give(used, "eric/b.txt", "A quokka sleeps.", scope=scope)
        poll_until(lambda: len(search(new, "quokka", scope)) == 2, "what was given since is copied")
        give(new, "eric/c.txt", "Each quokka naps.", scope=scope)
    finally:
        following.send_signal(signal.SIGINT)
        printed = following.communicate(timeout=90)[0]

    assert following.returncode == 0
    assert json.loads(printed.splitlines()[-1]) == NOTHING
    assert len(search(new, "quokka", scope)) == 3


@pytest.fixture
def empty_core(solr_node: SolrNode) -> Iterator[str]:
    """The name of a second core of the Solr that all tests share."""
    name = new_app_id()
    solr_node.create_core(name)
    yield name
    params = {"action": "UNLOAD", "core": name, "deleteInstanceDir": "true"}
    requests.get(f"{solr_node.url}/admin/cores", params, timeout=60).raise_for_status()
