"""Whatever dies, vanishes or stands still: nothing acknowledged is lost, and nobody sees what is not theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from torture.findings import Findings
from torture.plan import QUICK, long_plan
from torture.run import Outcome, tortured

pytestmark = [pytest.mark.solr]

BACK_WITHIN_S = 30.0
"""After a fault is over."""
STARTS = 4
"""A machine so busy that Solr takes long to start has so many times that long instead."""
MEMORY_MB = 400.0
"""More than any process of web or of a reader has ever taken by far."""


def check(outcome: Outcome) -> None:
    assert outcome.ledger.wrongs == []
    within_s = max(BACK_WITHIN_S, STARTS * outcome.solr_starts_in_s)
    back = {name: max(longest.values()) - outcome.lasted[name] for name, longest in outcome.outages.items()}
    assert [name for name, seconds in back.items() if seconds > within_s] == []
    assert [kind for kind, measured in outcome.memory.items() if max(measured) > MEMORY_MB] == []


@pytest.mark.timeout(150)
def test_a_service_goes_on_whatever_happens_to_it(tmp_path: Path) -> None:
    check(tortured(tmp_path, QUICK))


@pytest.mark.torture
@pytest.mark.timeout(900)
def test_a_service_goes_on_whatever_happens_to_it_for_minutes(
    tmp_path: Path, findings: Findings, request: pytest.FixtureRequest
) -> None:
    findings.siege = tortured(tmp_path, long_plan(request.config.getoption("--torture-seed")))
    check(findings.siege)
