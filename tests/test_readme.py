"""What the README shows happens."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
import yaml
from helpers.paths import ROOT
from helpers.running_service import RunningService, running_service

pytestmark = [pytest.mark.solr, pytest.mark.timeout(300)]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (?:\$ )?\.venv/bin/contents (.+)$", README, re.MULTILINE)
GIVES_A_TOKEN = re.findall(r"`\.venv/bin/contents (token [^`]+)`", README)
EXAMPLE = re.findall(r"^```python\n(.+?)^```$", README, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^    \$ \.venv/bin/contents (.+)\n((?:    .+\n|\n(?=    ))+)", README, re.MULTILINE)
ELIDED = "…"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The service over the samples, all of them read, and the document of one's own that the README names."""
    data = tmp_path_factory.mktemp("whole")
    shutil.copytree(ROOT / "examples" / "home", data / "home")
    paths = yaml.safe_load((ROOT / "examples" / "appspec.yaml").read_text(encoding="utf-8"))["contents"]
    with running_service(data) as running:
        running.write("eric/notes.md", "# Notes\n\nThe workshop closes at noon on Fridays.\n")
        client = running.client("support-desk")
        for document in client.call("POST", "/documents", json={"paths": paths})["documents"]:
            running.read_document(client, document["id"])
        yield running


def said_by(service: RunningService, command: str) -> str:
    environment = {**os.environ, "CONTENTS_DATA": str(service.data), "CONTENTS_URL": service.url}
    program = [sys.executable, "-m", "contents_service", *shlex.split(command)]
    return subprocess.run(program, env=environment, capture_output=True, text=True, timeout=60, check=True).stdout


def test_a_question_is_answered_as_shown(service: RunningService) -> None:
    ((command, shown),) = SHOWN
    lines = [line.removeprefix("    ") for line in shown.rstrip().splitlines()]
    pattern = re.escape("\n".join(lines)).replace(ELIDED, ".*")
    assert re.fullmatch(pattern, said_by(service, command).rstrip(), re.DOTALL)


def test_the_example_of_the_tool_runs_with_the_token_that_is_named(
    service: RunningService, capsys: pytest.CaptureFixture[str]
) -> None:
    ((example,), (gives_a_token,)) = EXAMPLE, GIVES_A_TOKEN
    token = said_by(service, gives_a_token).strip()
    exec(example.replace("http://127.0.0.1:8080", service.url), {"TOKEN": token})
    assert "returns-policy.pdf, page" in capsys.readouterr().out


def test_every_command_that_is_shown_runs(service: RunningService) -> None:
    assert [command.split()[0] for command in COMMANDS] == ["ask", "give", "list"]
    assert "eric/notes.md" in [said_by(service, command) for command in COMMANDS][-1]
