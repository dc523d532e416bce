"""The commands and the example of the README do what it shows."""

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

pytestmark = [pytest.mark.solr, pytest.mark.timeout(900)]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (?:\$ )?\.venv/bin/contents (.+)$", README, re.MULTILINE)
TOKEN_COMMANDS = re.findall(r"`\.venv/bin/contents (token [^`]+)`", README)
EXAMPLE = re.findall(r"^```python\n(.+?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS_WITH_OUTPUT = re.findall(r"^    \$ \.venv/bin/contents (.+)\n((?:    .+\n|\n(?=    ))+)", README, re.MULTILINE)
ELIDED = "…"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The service with the examples read, and the document that the README has the reader give."""
    data = tmp_path_factory.mktemp("service")
    shutil.copytree(ROOT / "examples" / "home", data / "home")
    paths = yaml.safe_load((ROOT / "examples" / "appspec.yaml").read_text(encoding="utf-8"))["contents"]
    with running_service(data) as running:
        running.write("eric/notes.md", "# Notes\n\nThe workshop closes at noon on Fridays.\n")
        client = running.client("support-desk")
        for document in client.call("POST", "/documents", json={"paths": paths})["documents"]:
            running.read_document(client, document["id"])
        yield running


def output_of(service: RunningService, command: str) -> str:
    environment = {**os.environ, "CONTENTS_DATA": str(service.data), "CONTENTS_URL": service.url}
    program = [sys.executable, "-m", "contents_service", *shlex.split(command)]
    return subprocess.run(program, env=environment, capture_output=True, text=True, timeout=60, check=True).stdout


def test_the_question_has_the_answer_that_is_shown(service: RunningService) -> None:
    ((command, output),) = COMMANDS_WITH_OUTPUT
    lines = [line.removeprefix("    ") for line in output.rstrip().splitlines()]
    pattern = re.escape("\n".join(lines)).replace(ELIDED, ".*")
    assert re.fullmatch(pattern, output_of(service, command).rstrip(), re.DOTALL)


def test_the_example_of_the_tool_runs_with_the_token_of_the_shown_command(
    service: RunningService, capsys: pytest.CaptureFixture[str]
) -> None:
    ((example,), (token_command,)) = EXAMPLE, TOKEN_COMMANDS
    token = output_of(service, token_command).strip()
    exec(example.replace("http://127.0.0.1:8080", service.url), {"TOKEN": token})
    assert "returns-policy.pdf, page" in capsys.readouterr().out


def test_every_command_that_is_shown_runs(service: RunningService) -> None:
    assert [command.split()[0] for command in COMMANDS] == ["ask", "give", "list"]
    assert "eric/notes.md" in [output_of(service, command) for command in COMMANDS][-1]
