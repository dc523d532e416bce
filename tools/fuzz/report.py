"""A report on the outcomes of all inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from contents_service.model import NotRead, Reading
from fuzz.seeds import Seed


@dataclass
class Report:
    """Counts of inputs by format, state and reason, and the slowest and the largest input."""

    states: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "none")
    largest: tuple[int, str] = (0, "none")
    faults: list[tuple[Seed, str]] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return self.states.total()

    def add(self, seed: Seed, outcome: Reading | NotRead | None, seconds: float, faults: list[str]) -> None:
        """Count an input and its outcome; None if its child crashed."""
        self.slowest = max(self.slowest, (seconds, seed.name))
        self.largest = max(self.largest, (len(seed.data), seed.name))
        self.faults += [(seed, fault) for fault in faults[:1]]
        if outcome is None:
            self.states["crashed"] += 1
            return
        self.formats[outcome.format] += 1
        if isinstance(outcome, NotRead):
            self.states["not_read"] += 1
            self.reasons[outcome.why.code] += 1
        else:
            self.states["partly_read" if outcome.unread else "read"] += 1
            self.reasons.update({part.code for part in outcome.unread})
            self.notes.update({note.code for note in outcome.notes})

    def lines(self) -> Iterator[str]:
        """Yield the report line by line."""
        yield f"{self.inputs:,} inputs"
        for kind in ("states", "reasons", "notes", "formats"):
            counts: Counter[str] = getattr(self, kind)
            yield f"  {kind:<8} " + ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
        yield f"  slowest  {self.slowest[0]:.2f} s, {self.slowest[1]}"
        yield f"  largest  {self.largest[0]:,} bytes, {self.largest[1]}"
        for seed, fault in self.faults[:20]:
            yield f"  FAULT    {seed.name}: {fault}"
