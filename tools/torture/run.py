"""One run of a plan: people use the service while faults strike one after the other."""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from helpers.background_work import BackgroundWork
from helpers.polling import poll_until
from helpers.running_service import running_service

from torture.disk import small_disk
from torture.faults import FAULTS, FaultImpossible
from torture.ledger import Ledger
from torture.plan import Plan
from torture.siege import SETTINGS, Siege
from torture.verdict import Verdict

DISK_MB = 400
RECOVERY_TIMEOUT_S = 120.0
SUCCESSES = 3
"""Work has recovered from a fault when everyone has succeeded more often than this."""


@dataclass
class Outcome:
    """The result of a run."""

    plan: Plan
    ledger: Ledger
    memory: dict[str, list[float]]
    survived: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    left_out: set[str] = field(default_factory=set)
    outages: dict[str, dict[str, float]] = field(default_factory=dict)
    """The longest time without a success in seconds, by fault and by giving or searching."""
    fault_s: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """The longest duration of each fault, in seconds."""
    solr_starts_in_s: float = 0.0
    """Seconds that Solr took to start in this run."""
    seconds: float = 0.0


def run_plan(data: Path, plan: Plan) -> Outcome:
    """Run a plan on a new service and return the result."""
    print(f"torture with seed {plan.seed}: {', '.join(plan.faults)}", file=sys.stderr)
    with small_disk(data / "solr", DISK_MB) as disk, running_service(data, **SETTINGS) as service:
        started_at = time.monotonic()
        siege = Siege(service, disk, random.Random(plan.seed), plan.entries)
        outcome = Outcome(plan, siege.ledger, siege.memory)
        outcome.solr_starts_in_s = next(e["seconds"] for e in service.events("ready") if e["program"] == "solr")
        siege.create_documents(plan.documents)
        with BackgroundWork(**siege.work_by_name()) as background:
            for number, name in enumerate(plan.faults, 1):
                siege.allow_giving(number / len(plan.faults))
                with _measure_outage(outcome, background, siege, name):
                    _strike(outcome, siege, name)
            poll_until(
                lambda: not any(giver.to_give for giver in siege.givers),
                "all documents are given",
                within_s=RECOVERY_TIMEOUT_S,
            )
        siege.ledger.fault = "nothing"
        Verdict(siege).check()
        outcome.seconds = time.monotonic() - started_at
    return outcome


def _strike(outcome: Outcome, siege: Siege, name: str) -> None:
    try:
        FAULTS[name](siege)
        outcome.survived[name] += 1
    except FaultImpossible:
        outcome.left_out.add(name)


@contextmanager
def _measure_outage(outcome: Outcome, background: BackgroundWork, siege: Siege, name: str) -> Iterator[None]:
    """Measure how long nobody could give or search because of the fault in the block, until work has recovered."""
    siege.ledger.fault = name
    background.longest_gap_s = dict.fromkeys(background.longest_gap_s, 0.0)
    started_at = time.monotonic()
    yield
    outcome.fault_s[name] = max(outcome.fault_s[name], time.monotonic() - started_at)
    poll_until(background.has_continued(SUCCESSES), f"work after {name}", within_s=RECOVERY_TIMEOUT_S)
    longest = outcome.outages.setdefault(name, {"giving": 0.0, "searching": 0.0})
    for kind in longest:
        longest[kind] = max(
            longest[kind], *(s for work, s in background.longest_gap_s.items() if work.startswith(kind))
        )
    print(f"{name}: {', '.join(f'no {kind} for {s:.1f} s' for kind, s in longest.items())}", file=sys.stderr)
