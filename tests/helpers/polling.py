"""Waiting for a condition in tests, with a failure that says what was awaited."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMEOUT_S = 240.0
"""Longest wait, in seconds, for what should take moments. Only a failing test waits this long."""
PAUSE_S = 0.01


def poll_until(
    holds: Callable[[], object], what: str, *, within_s: float = TIMEOUT_S, pause_s: float = PAUSE_S
) -> None:
    """Return as soon as `holds()` is true; fail with `what` if it does not become so in time."""
    deadline = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < deadline, f"not within {within_s:g} s: {what}"
        time.sleep(pause_s)
