"""Inputs through the real sandbox, one after the other, until there were enough or time is up."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from contents_service.limits import Limits
from contents_service.model import NotRead, Reading
from contents_service.parsing.sandbox.parent import ReaderCrashed, Sandbox
from fuzz.account import Account
from fuzz.faults import faults
from fuzz.seeds import Seed

AT_ONCE = 2
"""Children; a reader of the service has as many."""

Outcome = tuple[Seed, Reading | NotRead | None, float, list[str]]


def run(seeds: Iterable[Seed], *, seconds: float, most: int | None = None, limits: Limits | None = None) -> Account:
    """Read the inputs, and account for them."""
    account, deadline = Account(), time.monotonic() + seconds
    rest = islice(seeds, most)
    sandbox = Sandbox(limits or Limits())
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            while time.monotonic() < deadline and (batch := list(islice(rest, 4 * AT_ONCE))):
                for outcome in pool.map(lambda seed: _read(sandbox, seed), batch):
                    account.add(*outcome)
    finally:
        sandbox.close()
    return account


def _read(sandbox: Sandbox, seed: Seed) -> Outcome:
    begun = time.monotonic()
    try:
        outcome = sandbox.read(seed.name, seed.data, encoding=None, on_progress=lambda _: None)
    except ReaderCrashed as error:
        return seed, None, time.monotonic() - begun, [f"its child crashed: {error}"]
    taken = time.monotonic() - begun
    return seed, outcome, taken, list(islice(faults(seed.data, outcome), 3))
