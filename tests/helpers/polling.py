"""Waiting in tests: look again and again until something holds, and fail with what was awaited if it never does."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 60.0
"""How long a test waits for what should take moments. It only bounds a failing test, on however slow a machine."""
PAUSE_S = 0.01


def poll_until(
    holds: Callable[[], object], what: str, *, within_s: float = PATIENCE_S, pause_s: float = PAUSE_S
) -> None:
    """Return as soon as `holds()` is true; fail with `what` if it does not become so in time."""
    deadline = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < deadline, f"not within {within_s:g} s: {what}"
        time.sleep(pause_s)
