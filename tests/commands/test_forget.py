"""`contents forget` deletes everything of an application or a person once the operator has confirmed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.factories import make_reading, new_app_id, write_reading
from helpers.memory_index import MemoryIndex

from contents_service.commands import forget as forget_command
from contents_service.commands.forget import PurgeIncomplete, forget
from contents_service.commands.support.operator_index import IndexMissing
from contents_service.documents import purging
from contents_service.model import ApplicationDocuments, Scope
from contents_service.settings import Settings
from contents_service.solr.index import SolrIndex

pytestmark = pytest.mark.usefixtures("data")


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(forget, arguments, input=typed)


def index_with_two_documents(url: str) -> tuple[SolrIndex, str]:
    """An index, and an application in it that has two documents."""
    index, app = SolrIndex.at([url]), new_app_id()
    for name in ("a.md", "b.md"):
        write_reading(index, Scope(app, "eric"), f"eric/{name}", make_reading("One.", "Two."))
    index.commit()
    return index, app


@pytest.mark.parametrize("whose", [(), ("--app", "shop", "--person", "eric"), ("--app", "")])
def test_an_application_or_a_person_must_be_named(whose: tuple[str, ...]) -> None:
    result = run(*whose)

    assert (result.exit_code, "--app APP or --person PERSON" in result.output) == (2, True)


def test_a_data_folder_without_an_index_is_an_error(data: Path) -> None:
    result = run("--app", "shop", "--yes")

    assert (result.exit_code, type(result.exception)) == (1, IndexMissing)
    assert "CONTENTS_DATA" in str(result.exception)
    assert not data.exists()


@pytest.mark.solr
def test_nothing_is_forgotten_before_it_is_confirmed(monkeypatch: pytest.MonkeyPatch, solr_url: str) -> None:
    index, app = index_with_two_documents(solr_url)
    monkeypatch.setenv("SOLR_URL", solr_url)

    result = run("--app", app, typed="n\n")

    assert (result.exit_code, f"Application {app}: 2 documents, 4 passages." in result.output) == (1, True)
    assert len(list(index.select_records(ApplicationDocuments(app)))) == 2


@pytest.mark.solr
def test_forgotten_documents_are_counted_and_files_stay(monkeypatch: pytest.MonkeyPatch, solr_url: str) -> None:
    index, app = index_with_two_documents(solr_url)
    monkeypatch.setenv("SOLR_URL", solr_url)

    result = run("--app", app, typed="y\n")

    assert result.exit_code == 0
    assert f"Application {app}: forgot 2 documents, 4 passages. Files in Home Folders are untouched." in result.stdout
    assert list(index.select_records(ApplicationDocuments(app))) == []


class IndexWithTraces(MemoryIndex):
    """An index whose files hold on to deleted text, like those of a node that is down."""

    def count_traces(self, scopes: Collection[Scope]) -> int:
        return len(scopes)


def test_text_that_is_still_in_the_files_of_the_index_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    index = IndexWithTraces()
    write_reading(index, Scope("shop", "eric"), "eric/a.md", make_reading("One."))
    index.commit()

    @contextmanager
    def open_index(_settings: Settings) -> Iterator[MemoryIndex]:
        yield index

    monkeypatch.setattr(forget_command, "open_index", open_index)
    monkeypatch.setattr(purging, "PURGE_PAUSES_S", (0.0,))

    result = run("--app", "shop", "--yes", "--json")

    assert '"gone_from_files": false' in result.stdout
    assert (result.exit_code, type(result.exception)) == (1, PurgeIncomplete)
    assert list(index.select_records(ApplicationDocuments("shop"))) == []
