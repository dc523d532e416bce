"""The example agent runs, against a service and from a file."""

from __future__ import annotations

import subprocess
import sys

from helpers.answers import answer
from helpers.paths import EXAMPLES
from helpers.stub_server import StubServer, answer_json

AGENT = EXAMPLES / "agent.py"
QUESTION = "Within how many days may goods be returned?"


def run_agent(*arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, AGENT, *arguments, QUESTION], capture_output=True, text=True, check=True, timeout=90
    )
    return ran.stdout


def test_the_agent_answers_with_a_citation() -> None:
    with StubServer(answer_json(answer())) as service:
        output = run_agent("--url", service.url, "--token", "t")
    assert "… Searching 18 documents\n  … Found 1 passage\n" in output
    assert "Goods may be returned within 30 days. (returns-policy.pdf, page 3)" in output


def test_the_agent_says_that_it_does_not_know() -> None:
    with StubServer(answer_json(answer("none_holds_it"))) as service:
        assert "I do not know." in run_agent("--url", service.url, "--token", "t")


def test_run_from_a_file_the_agent_says_that_nothing_was_read() -> None:
    assert "nothing was read for an application run from a file" in run_agent()
