"""A service under load serves what it can, refuses the rest, and answers every request."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from helpers.paths import ROOT
from torture.findings import Findings

READ, MANY = "100", "300"
"""Numbers of documents, fewer than the defaults of `contents bench load` so that the test is fast."""


@pytest.mark.torture
@pytest.mark.solr
@pytest.mark.timeout(900)
def test_every_request_is_answered_under_load(findings: Findings) -> None:
    command = [sys.executable, "-m", "contents_service", "bench", "load", "--read", READ, "--many", MANY, "--json"]
    result = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    findings.load = result
    assert set(result["too_many"]["answers"]) == {"200", "503"}
    assert result["among_many"]["before"] < int(MANY) / 10
