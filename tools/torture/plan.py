"""Which faults strike, in which order: drawn from a seed, so that a run can be had again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from torture.faults import FAULTS


@dataclass(frozen=True)
class Plan:
    """How many documents are given, and the faults that strike meanwhile, one after the other."""

    seed: int
    documents: int
    entries: int
    """Of each large document, in whose reading a fault strikes."""
    faults: Sequence[str]


QUICK = Plan(seed=1, documents=12, entries=8_000, faults=("web worker killed", "reader stopped", "Home Folders away"))
"""Those that are soon over, and that no other quick test has."""


def long_plan(seed: int, documents: int = 200, strikes: int = 24) -> Plan:
    """Every fault once, in an order of chance, and then some once more.

    No program is killed more often than a few times: one that dies five times in a row is given up by its supervisor.
    """
    chance = random.Random(seed)
    rounds = [chance.sample(sorted(FAULTS), len(FAULTS)) for _ in range(1 + strikes // len(FAULTS))]
    return Plan(seed, documents, 15_000, [name for drawn in rounds for name in drawn][:strikes])
