"""`contents serve` says what is wrong before it starts anything."""

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
    structlog.reset_defaults()  # `serve` set the logs up for a process of its own


def run(*arguments: str) -> Result:
    return CliRunner().invoke(serve, arguments)


def test_every_setting_is_a_flag_that_says_what_it_does() -> None:
    assert set(HELP) == set(VARIABLES) - {"CONTENTS_DEV"}
    said = run("--help").output

    assert all(variable in said for variable in HELP)


def test_without_keys_there_is_only_dev(tmp_path: Path) -> None:
    result = run("--data", str(tmp_path))

    assert (result.exit_code, "CONTENTS_JWKS (--jwks)" in result.output) == (2, True)


def test_dev_listens_on_loopback_only(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--bind", "0.0.0.0:8080")

    assert (result.exit_code, "must be a loopback address" in result.output) == (2, True)


def test_a_setting_that_cannot_be_is_named(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--readers", "none")

    assert (result.exit_code, "CONTENTS_READERS is 'none'" in result.output) == (2, True)


def test_a_port_that_is_taken_is_named_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        result = run("--dev", "--data", str(tmp_path), "--bind", f"127.0.0.1:{other.getsockname()[1]}")

    assert (result.exit_code, "cannot be used" in result.output) == (1, True)
    assert not (tmp_path / "solr").exists()


def test_samples_are_copied_to_where_no_home_folders_are_and_never_over_any(tmp_path: Path) -> None:
    samples, home = tmp_path / "samples", tmp_path / "data" / "home"
    (samples / "eric").mkdir(parents=True)
    (samples / "eric" / "note.txt").write_text("as given out")
    with socket.create_server(("127.0.0.1", 0)) as other:  # so that nothing is started
        taken = f"127.0.0.1:{other.getsockname()[1]}"
        start = ("--dev", "--data", str(home.parent), "--bind", taken, "--samples", str(samples))
        run(*start)
        first = (home / "eric" / "note.txt").read_text()
        (home / "eric" / "note.txt").write_text("as eric changed it")
        run(*start)

    assert (first, (home / "eric" / "note.txt").read_text()) == ("as given out", "as eric changed it")


def test_samples_are_copied_to_no_other_store(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--home", "memory://homes", "--samples", str(tmp_path))

    assert (result.exit_code, "to a folder of this machine only" in result.output) == (2, True)


def test_home_folders_in_a_store_that_there_is_not_are_refused_at_once(tmp_path: Path) -> None:
    result = run("--dev", "--data", str(tmp_path), "--home", "nowhere://homes")

    assert (result.exit_code, "there is no store for nowhere://" in result.output) == (2, True)


def test_a_demo_needs_an_appspec() -> None:
    result = run("--dev", "--demo", "--appspec", "no/such.yaml")

    assert (result.exit_code, "there is none at no/such.yaml" in result.output) == (2, True)
