"""`contents serve` reports wrong settings before it starts anything."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner, Result

from contents_service.commands.serve import HELP, serve
from contents_service.settings import VARIABLES


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    yield
    structlog.reset_defaults()  # `serve` set up the logs of this process


def run(*arguments: str) -> Result:
    return CliRunner().invoke(serve, arguments)


def test_every_setting_is_an_option_with_help() -> None:
    assert set(HELP) == set(VARIABLES) - {"CONTENTS_DEV"}
    output = run("--help").output

    assert all(variable in output for variable in HELP)


def test_keys_are_needed_without_dev(tmp_path: Path) -> None:
    result = run("--data", str(tmp_path))

    assert (result.exit_code, "CONTENTS_JWKS (--jwks)" in result.output) == (2, True)


def test_dev_listens_on_loopback_only(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--bind", "0.0.0.0:8080")

    assert (result.exit_code, "must be a loopback address" in result.output) == (2, True)


def test_an_invalid_setting_is_named(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--readers", "none")

    assert (result.exit_code, "CONTENTS_READERS is 'none'" in result.output) == (2, True)


def test_a_taken_port_is_an_error_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        result = run("--dev", "--data", str(tmp_path), "--bind", f"127.0.0.1:{other.getsockname()[1]}")

    assert (result.exit_code, "cannot be used" in result.output) == (1, True)
    assert not (tmp_path / "solr").exists()


def test_samples_are_copied_only_if_there_are_no_home_folders(tmp_path: Path) -> None:
    samples, home = tmp_path / "samples", tmp_path / "data" / "home"
    (samples / "eric").mkdir(parents=True)
    (samples / "eric" / "note.txt").write_text("as given out")
    with socket.create_server(("127.0.0.1", 0)) as other:  # so that nothing is started
        occupied = f"127.0.0.1:{other.getsockname()[1]}"
        start = ("--dev", "--data", str(home.parent), "--bind", occupied, "--samples", str(samples))
        run(*start)
        first = (home / "eric" / "note.txt").read_text()
        (home / "eric" / "note.txt").write_text("as eric changed it")
        run(*start)

    assert (first, (home / "eric" / "note.txt").read_text()) == ("as given out", "as eric changed it")


def test_samples_are_not_copied_to_another_kind_of_store(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--home", "memory://homes", "--samples", str(tmp_path))

    assert (result.exit_code, "to a folder on this machine" in result.output) == (2, True)


def test_an_unknown_kind_of_store_is_refused_at_once(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--home", "nowhere://homes")

    assert (result.exit_code, "there is no store for nowhere://" in result.output) == (2, True)


def test_a_demo_needs_an_appspec() -> None:
    result = run("--dev", "--demo", "--appspec", "no/such.yaml")

    assert (result.exit_code, "there is none at no/such.yaml" in result.output) == (2, True)
