"""One run: the service is up, people are at work, and the faults of a plan strike one after the other."""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from helpers.polling import poll_until
from helpers.whole_service import whole_service
from helpers.working import Working

from torture.disk import small_disk
from torture.faults import FAULTS, LeftOut
from torture.ledger import Ledger
from torture.plan import Plan
from torture.siege import SETTINGS, Siege
from torture.verdict import Verdict

DISK_MB = 400
GOES_ON_WITHIN_S = 120.0
TIMES = 3
"""Work goes on when everyone has succeeded so often since a fault."""


@dataclass
class Outcome:
    """What a run showed."""

    plan: Plan
    ledger: Ledger
    memory: dict[str, list[float]]
    survived: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    left_out: set[str] = field(default_factory=set)
    outages: dict[str, dict[str, float]] = field(default_factory=dict)
    """By the fault and by giving or searching, the longest time without a success, in seconds."""
    lasted: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """How long each fault itself went on at most."""
    solr_starts_in_s: float = 0.0
    """On this machine, with what else it does just then."""
    seconds: float = 0.0


def tortured(data: Path, plan: Plan) -> Outcome:
    """Run a plan on a new service."""
    print(f"torture with seed {plan.seed}: {', '.join(plan.faults)}", file=sys.stderr)
    with small_disk(data / "solr", DISK_MB) as disk, whole_service(data, **SETTINGS) as whole:
        began = time.monotonic()
        siege = Siege(whole, disk, random.Random(plan.seed), plan.entries)
        outcome = Outcome(plan, siege.ledger, siege.memory)
        outcome.solr_starts_in_s = next(e["seconds"] for e in whole.events("ready") if e["program"] == "solr")
        siege.furnish(plan.documents)
        with Working(**siege.works()) as working:
            for number, name in enumerate(plan.faults, 1):
                siege.allow(number / len(plan.faults))
                with _measured(outcome, working, siege, name):
                    _strike(outcome, siege, name)
            poll_until(
                lambda: not any(giver.to_give for giver in siege.givers), "all was given", within_s=GOES_ON_WITHIN_S
            )
        siege.ledger.during = "nothing"
        Verdict(siege).check()
        outcome.seconds = time.monotonic() - began
    return outcome


def _strike(outcome: Outcome, siege: Siege, name: str) -> None:
    try:
        FAULTS[name](siege)
        outcome.survived[name] += 1
    except LeftOut:
        outcome.left_out.add(name)


@contextmanager
def _measured(outcome: Outcome, working: Working, siege: Siege, name: str) -> Iterator[None]:
    """How long nobody could give or search because of what the block does, until work goes on."""
    siege.ledger.during = name
    working.longest_s = dict.fromkeys(working.longest_s, 0.0)
    began = time.monotonic()
    yield
    outcome.lasted[name] = max(outcome.lasted[name], time.monotonic() - began)
    done = dict(working.done)
    poll_until(
        lambda: all(working.done[work] > done[work] + TIMES for work in done),
        f"work after {name}",
        within_s=GOES_ON_WITHIN_S,
    )
    longest = outcome.outages.setdefault(name, {"giving": 0.0, "searching": 0.0})
    for kind in longest:
        longest[kind] = max(longest[kind], *(s for work, s in working.longest_s.items() if work.startswith(kind)))
    print(f"{name}: {', '.join(f'no {kind} for {s:.1f} s' for kind, s in longest.items())}", file=sys.stderr)
