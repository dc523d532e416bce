"""Runs each reader in a process of its own, since only ours limits what a file may cost."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection

from compare.score import Score

TIMEOUT_S = 60.0
"""How long a reader may take for a file, in seconds."""

_FORK = multiprocessing.get_context("fork")  # children start with all modules loaded, so loading is not timed


def run_in_child(work: Callable[[], Score]) -> Score | None:
    """Return the result of some work; None if it took too long or its process died."""
    receiver, sender = _FORK.Pipe(duplex=False)
    child = _FORK.Process(target=_send_result, args=(sender, work))
    child.start()
    sender.close()
    try:
        score: Score | None = receiver.recv() if receiver.poll(TIMEOUT_S) else None
    except EOFError:
        return None
    finally:
        child.kill()
        child.join()
    return score


def _send_result(sender: Connection, work: Callable[[], Score]) -> None:
    sender.send(work())
