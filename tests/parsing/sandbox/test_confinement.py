"""A child that parses a file reaches only its own code, and protections that a machine lacks are logged."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner
from helpers import hostile_worker
from structlog.testing import capture_logs

from contents_service.commands.reader import reader
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.limits import Limits
from contents_service.model import Reading
from contents_service.parsing.sandbox import confinement_self_test
from contents_service.parsing.sandbox.confinement_self_test import missing_protections
from contents_service.parsing.sandbox.probe_worker import PROTECTIONS
from contents_service.parsing.sandbox.sandbox import Sandbox
from contents_service.settings import InvalidSetting

REFUSED = "refused: Permission denied"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox(Limits(), hostile_worker.__name__)
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="module")
def in_force() -> tuple[str, ...]:
    """The protections that work on this machine; a container may forbid some."""
    with capture_logs() as logs:
        missing_protections(Limits())
    return tuple(logs[0]["in_force"])


def result_of(sandbox: Sandbox, action: str, content: object) -> str:
    """Return the result of an action of `helpers/hostile_worker.py`, which takes the file's name for the action."""
    outcome = sandbox.read(action, str(content).encode(), encoding=None, on_progress=lambda _: None)
    assert isinstance(outcome, Reading)
    return outcome.passages[0].text


def test_the_child_can_read_neither_secrets_nor_documents_of_others(
    sandbox: Sandbox, in_force: tuple[str, ...], tmp_path: Path
) -> None:
    if "no_foreign_files" not in in_force:
        pytest.skip("this machine has no Landlock")
    DevelopmentSigner(tmp_path / "keys")  # this writes development-key.pem
    (tmp_path / "password").write_text("of Solr")
    (tmp_path / "maria").mkdir()
    (tmp_path / "maria" / "diary.md").write_text("secret")
    for file in (
        tmp_path / "keys" / "development-key.pem",
        tmp_path / "password",
        tmp_path / "maria" / "diary.md",
        Path(f"/proc/{os.getpid()}/environ"),
        Path(f"/proc/{os.getpid()}/cmdline"),
        Path("/proc/self/environ"),
        Path("/etc/passwd"),
        Path(__file__),
    ):
        assert file.read_bytes(), "this process can read it"
        assert result_of(sandbox, "peek", file) == REFUSED, file


def test_the_child_can_still_load_its_own_code(sandbox: Sandbox) -> None:
    for file in (os.__file__, confinement_self_test.__file__):
        assert result_of(sandbox, "peek", file) == "done"


def test_the_protections_are_logged_in_one_line() -> None:
    with capture_logs() as logs:
        missing = missing_protections(Limits())
    (line,) = logs
    assert line["event"] == "confinement"
    assert {*line["in_force"], *line["missing"]} == set(PROTECTIONS)
    assert line["missing"] == missing
    assert line["log_level"] == ("warning" if missing else "info")


def test_protections_that_were_not_tested_are_logged_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confinement_self_test, "PROBE_WORKER", hostile_worker.__name__)  # a worker that tests none
    with capture_logs() as logs:
        missing = missing_protections(Limits())
    assert missing == tuple(PROTECTIONS)
    assert logs[0]["log_level"] == "warning"


def test_a_reader_that_must_be_confined_does_not_start_unconfined(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(confinement_self_test, "PROBE_WORKER", hostile_worker.__name__)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))  # or the command would set it for this process
    try:
        result = CliRunner().invoke(reader, env={"CONTENTS_CONFINED_ONLY": "1", "CONTENTS_DATA": str(tmp_path)})
    finally:
        structlog.reset_defaults()
    assert isinstance(result.exception, InvalidSetting)
    assert "no_network, no_processes" in str(result.exception)
