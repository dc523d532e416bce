"""The managed Solr's password is the service's own: in no command line, and in no process that parses."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from helpers import hostile_worker

from contents_service.limits import Limits
from contents_service.parsing.sandbox.parent import Sandbox
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
    everything = [_read(process / "cmdline") for process in Path("/proc").iterdir() if process.name.isdigit()]
    assert not any(password.encode() in line for line in everything)


def test_the_password_is_not_in_the_environment_of_what_parses(
    solr_node: SolrNode, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLR_URL", solr_node.url)
    sandbox = Sandbox(Limits(), hostile_worker.__name__)
    try:
        assert sandbox._fork_server
        fork_server = Path(f"/proc/{sandbox._fork_server.pid}")
        seen = [_read(fork_server / name) for name in ("environ", "cmdline")]
        sandbox.read("behave", b"x", encoding=None, on_progress=lambda _: None)
        seen += [_read(fork_server / name) for name in ("environ", "cmdline")]
    finally:
        sandbox.close()
    assert all(seen)
    assert not any(password.encode() in each for each in seen)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # it ended meanwhile
        return b""
