"""What the tests of one run of `make torture` find, gathered for the page that is kept of it."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the siege imports the whole service, which most runs of tests do not need
    from torture.run import Outcome

CRASHED = "crashed"
"""What no input may come to."""
DAMAGED = "damaged files of every format"
BOMBS = "files that unfold, or nest without end"
QUESTIONS = "questions of any characters"
REQUESTS = "requests that the contract allows, or forbids"
BAD = (DAMAGED, BOMBS, QUESTIONS, REQUESTS)


@dataclass
class Findings:
    """All of one run; each test adds its own."""

    siege: Outcome | None = None
    load: dict[str, Any] | None = None
    """As `contents bench load --json` sums it up."""
    clouds: dict[str, UnderFire] = field(default_factory=dict)
    """By what was under way while a SolrCloud's programs died."""
    bad: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Of each kind of bad input, how many came to what."""
    began: float = field(default_factory=time.monotonic)

    @property
    def left_out(self) -> list[str]:
        """The parts that this run did not have."""
        parts = {"the siege": self.siege, "load": self.load, "SolrCloud": self.clouds}
        return [name for name, found in (parts | {name: self.bad[name] for name in BAD}).items() if not found]


@dataclass(frozen=True)
class UnderFire:
    """What became of work on a SolrCloud while its programs were killed in turn."""

    killed: Sequence[str]
    given: int
    longest_s: dict[str, float]
    """The longest time from one success to the next, of `give` and of `search`."""
    lost: int
