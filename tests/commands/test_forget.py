"""`contents forget` erases all of an application or a person, once its operator has said that it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.contents_making import a_reading, an_app, write_reading

from contents_service.commands.forget import forget
from contents_service.commands.operator_index import IndexMissing
from contents_service.model import ApplicationDocuments, Scope
from contents_service.solr.index import SolrIndex

pytestmark = pytest.mark.usefixtures("data")


def run(*arguments: str, said: str | None = None) -> Result:
    return CliRunner().invoke(forget, arguments, input=said)


def given(url: str) -> tuple[SolrIndex, str]:
    """An index, and an application in it that was given two documents."""
    index, app = SolrIndex.at([url]), an_app()
    for name in ("a.md", "b.md"):
        write_reading(index, Scope(app, "eric"), f"eric/{name}", a_reading("One.", "Two."))
    index.commit()
    return index, app


@pytest.mark.parametrize("whose", [(), ("--app", "shop", "--person", "eric"), ("--app", "")])
def test_one_says_whose_contents_are_meant(whose: tuple[str, ...]) -> None:
    result = run(*whose)

    assert (result.exit_code, "--app APP or --person PERSON" in result.output) == (2, True)


def test_where_no_index_is_one_is_told_so(data: Path) -> None:
    result = run("--app", "shop", "--yes")

    assert (result.exit_code, type(result.exception)) == (1, IndexMissing)
    assert "CONTENTS_DATA" in str(result.exception)
    assert not data.exists()


@pytest.mark.solr
def test_nothing_is_erased_before_it_is_confirmed(monkeypatch: pytest.MonkeyPatch, solr_url: str) -> None:
    index, app = given(solr_url)
    monkeypatch.setenv("SOLR_URL", solr_url)

    result = run("--app", app, said="n\n")

    assert (result.exit_code, f"Application {app}: 2 documents, 4 passages." in result.output) == (1, True)
    assert len(list(index.select_records(ApplicationDocuments(app)))) == 2


@pytest.mark.solr
def test_what_was_forgotten_is_counted_and_the_files_are_said_to_stay(
    monkeypatch: pytest.MonkeyPatch, solr_url: str
) -> None:
    index, app = given(solr_url)
    monkeypatch.setenv("SOLR_URL", solr_url)

    result = run("--app", app, said="y\n")

    assert result.exit_code == 0
    assert f"Application {app}: forgot 2 documents, 4 passages. Files in Home Folders are untouched." in result.stdout
    assert list(index.select_records(ApplicationDocuments(app))) == []
