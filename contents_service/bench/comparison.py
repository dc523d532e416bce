"""Times of several ways to do the same thing, measured in turn, and their ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

from msgspec import Struct


class Times(Struct, frozen=True):
    """The times that one way took, in seconds."""

    name: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median time."""
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        """The 95th percentile."""
        return sorted(self.seconds)[max(0, -(-len(self.seconds) * 95 // 100) - 1)]

    def summary(self) -> dict[str, str | int | float]:
        """Return the number of times, the median and the 95th percentile, for JSON."""
        p50, p95 = (round(seconds * 1000, 1) for seconds in (self.median, self.p95))
        return {"name": self.name, "count": len(self.seconds), "p50_ms": p50, "p95_ms": p95}


class Comparison(Struct, frozen=True):
    """The times of several ways to do the same thing; the first one is the baseline."""

    title: str
    times: tuple[Times, ...]

    def lines(self) -> list[str]:
        """Return the comparison as the lines of a table."""
        baseline = self.times[0]
        rows = [
            f"  {way.name:<44}{way.median * 1000:10.1f}{way.p95 * 1000:10.1f}{way.median / baseline.median:9.2f}"
            for way in self.times
        ]
        return [self.title, f"  {'':<44}{'p50 ms':>10}{'p95 ms':>10}{'ratio':>9}", *rows]


def _do_nothing() -> None:
    pass


def time_in_turn(
    title: str,
    ways: Sequence[tuple[str, Sequence[Callable[[], object]]]],
    rounds: int,
    *,
    before: Callable[[], None] = _do_nothing,
) -> Comparison:
    """Time all ways on the first task, then on the second, and so on, so that noise affects all ways alike.

    Each way is its name with its tasks. `before` is called before each task and not timed.
    """
    seconds_by_way: list[list[float]] = [[] for _ in ways]
    for turn in range(rounds + 1):  # the first round is a warm-up and not counted
        for task in range(len(ways[0][1])):
            for (_, tasks), seconds in zip(ways, seconds_by_way, strict=True):
                before()
                started_at = time.perf_counter()
                tasks[task]()
                if turn:
                    seconds.append(time.perf_counter() - started_at)
    return Comparison(
        title, tuple(Times(name, tuple(seconds)) for (name, _), seconds in zip(ways, seconds_by_way, strict=True))
    )
