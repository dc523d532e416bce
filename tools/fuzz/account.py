"""What became of the inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from contents_service.model import NotRead, Reading
from fuzz.seeds import Seed


@dataclass
class Account:
    """Counts of inputs by format, state and reason, with the longest and the largest."""

    states: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    longest: tuple[float, str] = (0.0, "none")
    largest: tuple[int, str] = (0, "none")
    faulty: list[tuple[Seed, str]] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        """How many there were."""
        return self.states.total()

    def add(self, seed: Seed, outcome: Reading | NotRead | None, seconds: float, wrong: list[str]) -> None:
        """One input, and what became of it; None if its child crashed."""
        self.longest = max(self.longest, (seconds, seed.name))
        self.largest = max(self.largest, (len(seed.data), seed.name))
        self.faulty += [(seed, fault) for fault in wrong[:1]]
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
        """The account in words."""
        yield f"{self.inputs:,} inputs"
        for what in ("states", "reasons", "notes", "formats"):
            counted: Counter[str] = getattr(self, what)
            yield f"  {what:<8} " + ", ".join(f"{name} {count:,}" for name, count in counted.most_common())
        yield f"  longest  {self.longest[0]:.2f} s, {self.longest[1]}"
        yield f"  largest  {self.largest[0]:,} bytes, {self.largest[1]}"
        for seed, fault in self.faulty[:20]:
            yield f"  FAULT    {seed.name}: {fault}"
