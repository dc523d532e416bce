"""Reads inputs in the real sandbox until there were enough or time is up."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from contents_service.limits import Limits
from contents_service.model import NotRead, Reading
from contents_service.parsing.sandbox.sandbox import ReaderCrashed, Sandbox
from fuzz.faults import find_faults
from fuzz.report import Report
from fuzz.seeds import Seed

CHILDREN = 2
"""How many children read at the same time, as in the service."""

Outcome = tuple[Seed, Reading | NotRead | None, float, list[str]]


def run(
    inputs: Iterable[Seed], *, seconds: float, max_inputs: int | None = None, limits: Limits | None = None
) -> Report:
    """Read the inputs, and report the outcomes."""
    report, deadline = Report(), time.monotonic() + seconds
    rest = islice(inputs, max_inputs)
    sandbox = Sandbox(limits or Limits())
    try:
        with ThreadPoolExecutor(CHILDREN) as pool:
            while time.monotonic() < deadline and (batch := list(islice(rest, 4 * CHILDREN))):
                for outcome in pool.map(lambda seed: _read(sandbox, seed), batch):
                    report.add(*outcome)
    finally:
        sandbox.close()
    return report


def _read(sandbox: Sandbox, seed: Seed) -> Outcome:
    started = time.monotonic()
    try:
        outcome = sandbox.read(seed.name, seed.data, encoding=None, on_progress=lambda _: None)
    except ReaderCrashed as error:
        return seed, None, time.monotonic() - started, [f"the child crashed: {error}"]
    seconds = time.monotonic() - started
    return seed, outcome, seconds, list(islice(find_faults(seed.data, outcome), 3))
