"""Whatever fails, nothing that was acknowledged is lost, and nobody sees documents of others."""

from __future__ import annotations

from pathlib import Path

import pytest
from torture.findings import Findings
from torture.plan import QUICK, long_plan
from torture.run import Outcome, run_plan

pytestmark = [pytest.mark.solr]

RECOVERY_TIMEOUT_S = 30.0
"""Longest time after a fault until giving and searching work again, in seconds."""
SOLR_STARTS = 4
"""On a slow machine, recovery may take this many times as long as Solr takes to start."""
MEMORY_LIMIT_MB = 400.0
"""Memory far above what any web or reader process has ever used, in MB."""


def check_outcome(outcome: Outcome) -> None:
    assert outcome.ledger.errors == []
    within_s = max(RECOVERY_TIMEOUT_S, SOLR_STARTS * outcome.solr_starts_in_s)
    recovery_s = {name: max(longest.values()) - outcome.fault_s[name] for name, longest in outcome.outages.items()}
    assert [name for name, seconds in recovery_s.items() if seconds > within_s] == []
    assert [kind for kind, measured in outcome.memory.items() if max(measured) > MEMORY_LIMIT_MB] == []


@pytest.mark.timeout(900)
def test_a_service_survives_a_few_faults(tmp_path: Path) -> None:
    check_outcome(run_plan(tmp_path, QUICK))


@pytest.mark.torture
@pytest.mark.timeout(900)
def test_a_service_survives_all_faults(tmp_path: Path, findings: Findings, request: pytest.FixtureRequest) -> None:
    findings.siege = run_plan(tmp_path, long_plan(request.config.getoption("--torture-seed")))
    check_outcome(findings.siege)
