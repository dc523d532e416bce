"""The managed Solr's password is in no command line and reaches no process that parses documents."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from helpers import hostile_worker

from contents_service.limits import Limits
from contents_service.parsing.sandbox.sandbox import Sandbox
from contents_service.solr.server.node import SolrNode

pytestmark = pytest.mark.solr


@pytest.fixture
def password(solr_node: SolrNode) -> str:
    return (solr_node.data / "solr" / "password").read_text(encoding="ascii")


def test_the_password_is_readable_by_the_services_user_alone(solr_node: SolrNode, password: str) -> None:
    folder = solr_node.data / "solr"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for secret in (folder / "password", folder / "home" / "security.json"):
        found = secret.stat()
        assert (stat.S_IMODE(found.st_mode), found.st_uid) == (0o600, os.geteuid())
    assert len(password) >= 32


def test_the_password_is_in_no_command_line(solr_node: SolrNode, password: str) -> None:
    assert solr_node.pid is not None
    command = Path(f"/proc/{solr_node.pid}/cmdline").read_bytes()
    assert b"solr.port" in command
    commands = [_read(process / "cmdline") for process in Path("/proc").iterdir() if process.name.isdigit()]
    assert not any(password.encode() in line for line in commands)


def test_the_password_is_not_in_the_environment_of_processes_that_parse(
    solr_node: SolrNode, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLR_URL", solr_node.url)
    sandbox = Sandbox(Limits(), hostile_worker.__name__)
    try:
        fork_server = Path(f"/proc/{sandbox.fork_server_pid}")
        contents = [_read(fork_server / name) for name in ("environ", "cmdline")]
        sandbox.read("behave", b"x", encoding=None, on_progress=lambda _: None)
        contents += [_read(fork_server / name) for name in ("environ", "cmdline")]
    finally:
        sandbox.close()
    assert all(contents)
    assert not any(password.encode() in each for each in contents)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # the process has ended
        return b""
