"""In a running service, removed and forgotten text is soon in no file outside the Home Folders."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.factories import new_app_id
from helpers.file_search import files_containing
from helpers.polling import poll_until
from helpers.running_service import RunningService, running_service

from contents_service.commands.support.client import Client

PATH = "eric/vexillologist.md"
SECRET = "# Zyzzyvas\n\nThe quokkabraw hides the jabberwock.\n"
SECRET_WORDS = (b"vexillologist", b"zyzzyva", b"quokkabraw", b"jabberwock")
"""Words of its name, heading and text that occur nowhere else."""
FORGET_S = 12.0
ONE_DOCUMENT = {"documents": 1, "passages": 1, "gone_from_files": True}


@pytest.mark.solr
@pytest.mark.timeout(900)
def test_a_running_service_removes_deleted_text_from_all_files_in_time(tmp_path: Path) -> None:
    data, app = tmp_path / "data", new_app_id()
    data.mkdir()
    with running_service(data, CONTENTS_FORGET_S=str(FORGET_S)) as service:
        eric, maria = service.client(app), service.client(app, "maria")
        removed = upload(service, eric, PATH, SECRET)
        upload(service, eric, "eric/thylacine.md", "# Thylacine\n\nIt is here.\n")
        upload(service, maria, "maria/numbat.md", "# Numbat\n\nIt is there.\n")
        assert files_outside_homes(data, *SECRET_WORDS)

        eric.call("DELETE", f"/documents/{removed}")
        poll_until(lambda: not files_outside_homes(data, *SECRET_WORDS), "it is in no file", within_s=FORGET_S)

        assert run_forget(data, "--person", "maria") == ONE_DOCUMENT
        assert [bool(files_outside_homes(data, word)) for word in (b"numbat", b"thylacine")] == [False, True]

    (data / "pictures").mkdir()
    assert run_forget(data, "--app", app) == ONE_DOCUMENT  # the service is down now
    assert (files_outside_homes(data, b"thylacine"), (data / "pictures").exists()) == (set(), False)
    assert {file.name for file in (data / "home").rglob("*.md")} >= {"vexillologist.md", "thylacine.md", "numbat.md"}


def upload(service: RunningService, client: Client, path: str, text: str) -> str:
    """Upload a document, wait until it is read, and return its id."""
    document = client.call("PUT", "/documents/upload", params={"path": path}, data=text.encode())["id"]
    assert service.read_document(client, document)["state"] == "read"
    return str(document)


def files_outside_homes(data: Path, *words: bytes) -> set[str]:
    return {file for file in files_containing(data, *words) if not file.startswith("home/")}


def run_forget(data: Path, *selection: str) -> dict[str, object]:
    """Run the command on a data folder, as an operator does, and return what it prints."""
    environment = {**os.environ, "CONTENTS_DATA": str(data)}
    command = [sys.executable, "-m", "contents_service", "forget", *selection, "--yes", "--json"]
    output = subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120).stdout
    return dict(json.loads(output))
