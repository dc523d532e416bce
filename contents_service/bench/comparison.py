"""Times of two ways to do one thing, taken in turns, and their ratio."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median

from msgspec import Struct


class Times(Struct, frozen=True):
    """How long one way took, in seconds."""

    name: str
    seconds: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.seconds)

    @property
    def slow(self) -> float:
        """What 95 % stayed under."""
        return sorted(self.seconds)[max(0, -(-len(self.seconds) * 95 // 100) - 1)]

    def summary(self) -> dict[str, str | int | float]:
        """How many there were and how long they took, in milliseconds."""
        p50, p95 = (round(seconds * 1000, 1) for seconds in (self.middle, self.slow))
        return {"name": self.name, "count": len(self.seconds), "p50_ms": p50, "p95_ms": p95}


class Comparison(Struct, frozen=True):
    """Ways to do one thing, the first of which the others are held against."""

    what: str
    times: tuple[Times, ...]

    def lines(self) -> list[str]:
        """The comparison as a small table."""
        first = self.times[0]
        shown = [
            f"  {each.name:<44}{each.middle * 1000:10.1f}{each.slow * 1000:10.1f}{each.middle / first.middle:9.2f}"
            for each in self.times
        ]
        return [self.what, f"  {'':<44}{'p50 ms':>10}{'p95 ms':>10}{'ratio':>9}", *shown]


def _nothing() -> None:
    pass


def time_in_turn(
    what: str,
    ways: Sequence[tuple[str, Sequence[Callable[[], object]]]],
    rounds: int,
    *,
    before: Callable[[], None] = _nothing,
) -> Comparison:
    """Time each way on the same list of pieces of work, one piece after the other, so that noise falls on all alike.

    `before` is done before each piece, and not timed.
    """
    taken: list[list[float]] = [[] for _ in ways]
    for turn in range(rounds + 1):  # the first round warms and is not counted
        for piece in range(len(ways[0][1])):
            for (_, work), seconds in zip(ways, taken, strict=True):
                before()
                began = time.perf_counter()
                work[piece]()
                if turn:
                    seconds.append(time.perf_counter() - began)
    return Comparison(what, tuple(Times(name, tuple(each)) for (name, _), each in zip(ways, taken, strict=True)))
