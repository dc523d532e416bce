"""Decompression bombs and endless nesting in every format: reading each ends in time, with a reason."""

from __future__ import annotations

import time

import pytest
from fuzz.faults import find_faults
from fuzz.report import Report
from fuzz.seeds import Seed
from helpers.bombs import BOMBS
from torture.findings import BOMBS as FOUND
from torture.findings import Findings

from contents_service.limits import Limits
from contents_service.parsing.sandbox.sandbox import Sandbox

pytestmark = pytest.mark.slow

SHORT_LIMITS = Limits(cpu_s=1, clock_s=30, memory_bytes=256 * 1024 * 1024)
MAX_DELAY_S = 20.0
"""The longest delay beyond the limit by the clock on a busy machine, in seconds."""


def read_all(bombs: dict[str, bytes], limits: Limits) -> Report:
    """Read these files and report the outcomes and whatever is wrong with them."""
    sandbox, report = Sandbox(limits), Report()
    try:
        for name, data in bombs.items():
            began = time.monotonic()
            outcome = sandbox.read(name, data, encoding=None, on_progress=lambda _: None)
            took_s = time.monotonic() - began
            wrong = list(find_faults(data, outcome))
            wrong += ["it took too long"] if took_s > limits.clock_s + MAX_DELAY_S else []
            wrong += ["it read a file of ours"] if "root:" in str(outcome) else []
            report.add(Seed(name, data), outcome, took_s, wrong)
    finally:
        sandbox.close()
    return report


def test_a_bomb_of_each_format_ends_in_time_with_a_state_and_a_reason() -> None:
    assert read_all(dict(next(iter(bombs.items())) for bombs in BOMBS.values()), SHORT_LIMITS).faults == []


@pytest.mark.torture
@pytest.mark.timeout(900)
@pytest.mark.parametrize("format_name", BOMBS)
def test_every_bomb_ends_in_time_with_a_state_and_a_reason(format_name: str, findings: Findings) -> None:
    report = read_all(BOMBS[format_name], Limits())
    findings.bad[FOUND] += report.states
    assert report.faults == []
