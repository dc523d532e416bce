"""`contents backup`, `restore` and `rebuild`, as an operator runs them."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from helpers.factories import make_reading, make_record, new_app_id, write_reading
from helpers.memory_index import MemoryIndex

from contents_service.commands.backup import backup
from contents_service.commands.rebuild import NoReadersRunning, rebuild
from contents_service.commands.restore import restore
from contents_service.commands.support.operator_index import IndexMissing
from contents_service.maintenance.backup import back_up
from contents_service.maintenance.backup_file import BrokenBackup
from contents_service.model import ApplicationDocuments, Scope
from contents_service.solr.index import SolrIndex

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of two documents with three passages."""
    index, scope = MemoryIndex(), Scope("shop", "eric")
    write_reading(index, scope, "eric/a.txt", make_reading("One.", "Two."))
    write_reading(index, scope, "eric/b.txt", make_reading("Three."))
    index.commit()
    back_up(index, tmp_path / "backup", lambda _: None)
    return tmp_path / "backup"


def run(command: click.Command, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_a_backup_is_restored_into_an_empty_data_folder_and_backed_up_from_it_again(file: Path, tmp_path: Path) -> None:
    restored = run(restore, file)
    assert (restored.exit_code, restored.stdout) == (0, "Restored 2 documents, 3 passages.\n")

    again = run(backup, tmp_path / "again", "--json")
    assert (again.exit_code, json.loads(again.stdout)) == (0, {"documents": 2, "passages": 3})


def test_an_existing_file_is_overwritten_only_with_force(file: Path) -> None:
    before = file.read_bytes()
    refused, forced = run(backup, file), run(backup, file, "--force")

    assert (refused.exit_code, "--force" in refused.output, file.read_bytes() == before) == (2, True, True)
    assert (forced.exit_code, type(forced.exception)) == (1, IndexMissing)


@pytest.mark.solr
def test_a_file_that_cannot_be_written_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, solr_url: str
) -> None:
    monkeypatch.setenv("SOLR_URL", solr_url)
    result = run(backup, tmp_path / "nowhere" / "backup")

    assert (result.exit_code, "No such file or directory" in result.output) == (1, True)


@pytest.mark.solr
def test_existing_documents_are_counted_and_a_damaged_file_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, file: Path, solr_url: str
) -> None:
    monkeypatch.setenv("SOLR_URL", solr_url)
    run(restore, file)
    again = run(restore, file)
    assert "Restored 0 documents, 0 passages. 2 documents existed already and were left alone" in again.stdout
    assert json.loads(run(restore, file, "--replace", "--json").stdout) == {"documents": 2, "passages": 3, "there": 0}

    file.write_bytes(file.read_bytes()[:-9])
    broken = run(restore, file, "--replace")
    assert (broken.exit_code, type(broken.exception), broken.stdout) == (1, BrokenBackup, "")


@pytest.mark.solr
def test_documents_are_marked_and_counted(monkeypatch: pytest.MonkeyPatch, solr_url: str) -> None:
    index, app = SolrIndex.at([solr_url]), new_app_id()
    write_reading(index, Scope(app, "eric"), "eric/a.txt", make_reading("One."))
    index.put(make_record(Scope(app, "eric"), "eric/due.txt"), None)
    index.commit()
    monkeypatch.setenv("SOLR_URL", solr_url)

    assert json.loads(run(rebuild, "--app", app, "--json").stdout) == {"documents": 1, "due_already": 1}
    assert "To be read again: 0 documents; already due: 2." in run(rebuild, "--app", app).stdout
    assert [versioned.record.state for versioned in index.select_records(ApplicationDocuments(app))] == ["reading"] * 2


def test_waiting_for_readings_needs_a_running_service() -> None:
    result = run(rebuild, "--wait")

    assert (result.exit_code, type(result.exception)) == (1, NoReadersRunning)


def test_an_application_and_a_person_cannot_be_given_together() -> None:
    result = run(rebuild, "--app", "shop", "--person", "eric")

    assert (result.exit_code, "--app APP or --person PERSON" in result.output) == (2, True)
