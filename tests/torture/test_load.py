"""A service carries what it can, refuses the rest, and leaves nobody without an answer."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from helpers.paths import ROOT
from torture.findings import Findings

READ, MANY = "100", "300"
"""Documents: half of what `contents bench load` takes by itself, and a seventh, which shows the same sooner."""


@pytest.mark.torture
@pytest.mark.solr
@pytest.mark.timeout(600)
def test_nobody_is_left_without_an_answer_however_many_ask(findings: Findings) -> None:
    command = [sys.executable, "-m", "contents_service", "bench", "load", "--read", READ, "--many", MANY, "--json"]
    measured = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    findings.load = measured
    assert set(measured["too_many"]["answers"]) == {"200", "503"}
    assert measured["among_many"]["before"] < int(MANY) / 10
