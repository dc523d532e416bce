"""`contents upgrade`, as an operator runs it: the older version goes on serving, and nothing is lost on the way."""

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
from helpers.contents_making import a_reading, an_app, write_reading
from helpers.polling import poll_until

from contents_service.commands.operator_index import open_index
from contents_service.commands.upgrade import CannotUpgrade, upgrade
from contents_service.documents.records import tombstone
from contents_service.errors import ContentsError
from contents_service.index.protocol import Found, Index
from contents_service.model import Scope
from contents_service.relevance.terms import question_of
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


def given(index: Index, path: str, *texts: str, scope: Scope = SCOPE) -> None:
    write_reading(index, scope, path, a_reading(*texts))
    index.commit()


def removed(index: Index, path: str) -> None:
    (kept,) = [kept for kept in index.scope_snapshot(SCOPE).versioned.values() if kept.record.path == path]
    index.put(tombstone(kept.record), kept.version)
    index.commit()


def refused(command: Callable[[], object]) -> BaseException | None:
    try:
        result = command()
    except ContentsError as error:
        return error
    return result.exception if isinstance(result, Result) else None


def found(index: Index, question: str, scope: Scope = SCOPE) -> list[tuple[str, str, float]]:
    """What a search finds: ids, texts, scores."""
    answer: Found = index.search(scope, question_of(question), rows=9, explain=False)
    return [(hit.id, hit.content.text, hit.score) for hit in answer.hits]


@contextmanager
def an_older_version(data: Path, tmp_path: Path) -> Iterator[SolrNode]:
    """The Solr of a version whose schema had fewer fields."""
    older = tmp_path / "older"
    if not older.exists():
        shutil.copytree(solr_home.SOLR_FILES, older)
        schema = older / "configset" / "conf" / "schema.xml"
        lines = schema.read_text().splitlines()
        kept = [line.replace('name="contents-', 'name="older-') for line in lines if 'name="carried"' not in line]
        schema.write_text("\n".join(kept))
    with pytest.MonkeyPatch.context() as patch:
        for module in ("home", "node", "jvm"):
            patch.setattr(f"contents_service.solr.{module}.RECIPE", older)
        node = SolrNode(data, jars=JarCache.of(settings_from())).start()
    try:
        yield node
    finally:
        node.stop()


@pytest.mark.solr
@pytest.mark.timeout(180)
def test_an_older_version_answers_while_its_index_is_copied_and_what_changed_since_comes_at_the_start(
    data: Path, tmp_path: Path
) -> None:
    question = "What about the quokka?"
    with an_older_version(data, tmp_path) as node:
        older = SolrIndex.at([node.url])
        given(older, "eric/a.txt", "The quokka hops.", "The numbat digs.")
        given(older, "eric/b.txt", "A quokka sleeps.")
        answered = found(older, question)
        assert [text for _, text, _ in answered] == ["The quokka hops.", "A quokka sleeps."]

        assert run().stdout == "Brought over 2 documents, 3 passages.\n"
        assert found(older, question) == answered
        assert json.loads(run("--json").stdout) == NOTHING
        with pytest.raises(CannotUseIndex, match="Use that version's commands, or `contents upgrade`"):
            open_index(settings_from()).__enter__()
        given(older, "eric/c.txt", "Each quokka naps.")
        removed(older, "eric/b.txt")
        answered = found(older, question)
        assert {text for _, text, _ in answered} == {"The quokka hops.", "Each quokka naps."}

    solr = solr_home.SolrHome(
        data / "solr"
    ).prepare()  # as far as a start may have come that is under way, or was killed
    for command in (run, lambda: open_index(settings_from()).__enter__()):
        assert "is just being brought over" in str(refused(command))
    solr.release()
    with open_index(settings_from()) as index:
        assert found(index, question) == answered
    assert [core.name for core in solr.home.iterdir() if core.is_dir()] == ["contents"]


@pytest.mark.solr
@pytest.mark.timeout(180)
def test_where_nothing_is_to_be_done_one_is_told_so(data: Path) -> None:
    assert type(run().exception) is CannotUpgrade
    node = SolrNode(data, jars=JarCache.of(settings_from())).start()
    try:
        told = run()
    finally:
        node.stop()
    assert (told.exit_code, told.stdout) == (0, "")
    assert "has this version's schema already" in told.stderr


@pytest.mark.parametrize(
    ("url", "arguments", "said"),
    [
        (None, ["--from", "contents"], "SOLR_URL, which is not set"),
        ("http://127.0.0.1:9/solr", [], "Say --from COLLECTION"),
        ("http://127.0.0.1:9/solr", ["--from", "other"], "in CONTENTS_SOLR_COLLECTION the new one"),
    ],
)
def test_one_is_told_which_collection_to_name(
    monkeypatch: pytest.MonkeyPatch, url: str | None, arguments: list[str], said: str
) -> None:
    if url:
        monkeypatch.setenv("SOLR_URL", url)
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert said in " ".join(refused.stderr.split())


@pytest.mark.solr
def test_a_collection_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, solr_url: str) -> None:
    monkeypatch.setenv("SOLR_URL", solr_url)
    monkeypatch.setenv("CONTENTS_SOLR_COLLECTION", "contents")
    told = run("--from", "nosuch")

    assert type(told.exception) is CannotUpgrade
    assert "no collection nosuch answers" in str(told.exception)


def test_two_upgrades_at_once_do_not_meet(data: Path) -> None:
    solr = solr_home.SolrHome(data / "solr").prepare()
    solr.release()
    with solr.lock_for_upgrade(), pytest.raises(CannotUseIndex, match=r"Another .contents upgrade. is at work"):
        solr.lock_for_upgrade().__enter__()
    with solr.lock_for_upgrade():
        pass


@pytest.mark.solr
@pytest.mark.timeout(120)
def test_one_collection_is_followed_into_another_until_one_says_stop(solr_node: SolrNode, an_empty_core: str) -> None:
    scope = Scope(an_app(), "eric")
    used, new = SolrIndex.at([solr_node.url]), SolrIndex.at([solr_node.url], an_empty_core)
    given(used, "eric/a.txt", "The quokka hops.", scope=scope)
    following = subprocess.Popen(
        [sys.executable, "-m", "contents_service", "upgrade", "--from", "contents", "--follow", "--json"],
        env={"SOLR_URL": solr_node.url, "CONTENTS_SOLR_COLLECTION": an_empty_core},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        poll_until(lambda: bool(found(new, "quokka", scope)), "it is copied")
        given(used, "eric/b.txt", "A quokka sleeps.", scope=scope)
        poll_until(lambda: len(found(new, "quokka", scope)) == 2, "what was given since is copied")
        given(new, "eric/c.txt", "Each quokka naps.", scope=scope)
    finally:
        following.send_signal(signal.SIGINT)
        printed = following.communicate(timeout=30)[0]

    assert following.returncode == 0
    assert json.loads(printed.splitlines()[-1]) == NOTHING
    assert len(found(new, "quokka", scope)) == 3


@pytest.fixture
def an_empty_core(solr_node: SolrNode) -> Iterator[str]:
    """The name of a second core of the Solr that all tests share."""
    name = an_app()
    solr_node.create_core(name)
    yield name
    asked = {"action": "UNLOAD", "core": name, "deleteInstanceDir": "true"}
    requests.get(f"{solr_node.url}/admin/cores", asked, timeout=60).raise_for_status()
