"""The findings of one run of `make torture`, collected from its tests for the report."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # importing the siege imports the whole service
    from torture.run import Outcome

CRASHED = "crashed"
"""The result that no input may have."""
DAMAGED = "damaged files of every format"
BOMBS = "files that unfold, or nest without end"
QUESTIONS = "questions of any characters"
REQUESTS = "requests that the contract allows, or forbids"
BAD = (DAMAGED, BOMBS, QUESTIONS, REQUESTS)


@dataclass
class Findings:
    """All findings of one run; each test adds its own."""

    siege: Outcome | None = None
    load: dict[str, Any] | None = None
    """The JSON of `contents bench load --json`."""
    clouds: dict[str, CloudResult] = field(default_factory=dict)
    """The results on a SolrCloud, by the work that went on while its programs died."""
    bad: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """The number of results of each kind of bad input."""
    began: float = field(default_factory=time.monotonic)

    @property
    def left_out(self) -> list[str]:
        """The parts that this run left out."""
        parts = {"the siege": self.siege, "load": self.load, "SolrCloud": self.clouds}
        return [name for name, found in (parts | {name: self.bad[name] for name in BAD}).items() if not found]


@dataclass(frozen=True)
class CloudResult:
    """The result of work on a SolrCloud while its programs were killed in turn."""

    killed: Sequence[str]
    given: int
    longest_s: dict[str, float]
    """The longest time from one success to the next, of `give` and of `search`."""
    lost: int
