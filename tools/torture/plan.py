"""Plans of which faults strike in which order, drawn from a seed so that a run can be repeated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from torture.faults import FAULTS


@dataclass(frozen=True)
class Plan:
    """The number of documents to give, and the faults that strike meanwhile, one after the other."""

    seed: int
    documents: int
    entries: int
    """Entries of each large document whose reading is struck by a fault."""
    faults: Sequence[str]


QUICK = Plan(seed=1, documents=12, entries=8_000, faults=("web worker killed", "reader stopped", "Home Folders away"))
"""A plan of short faults that no other quick test covers."""


def long_plan(seed: int, documents: int = 200, strikes: int = 24) -> Plan:
    """Return a plan with all faults in random order, and some of them again.

    No program is killed more than a few times, because the supervisor gives up one that dies too often in a row.
    """
    chance = random.Random(seed)
    rounds = [chance.sample(sorted(FAULTS), len(FAULTS)) for _ in range(1 + strikes // len(FAULTS))]
    return Plan(seed, documents, 15_000, [name for drawn in rounds for name in drawn][:strikes])
