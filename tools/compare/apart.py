"""Work in a process of its own, since no reader but ours bounds what a file may cost."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection

from compare.score import Score

PATIENCE_S = 60.0

_FORK = multiprocessing.get_context("fork")  # with all that is loaded, so that nobody is timed while it loads


def apart(work: Callable[[], Score]) -> Score | None:
    """What some work comes to; None if it took too long or ended without a word."""
    receiving, sending = _FORK.Pipe(duplex=False)
    child = _FORK.Process(target=_tell, args=(sending, work))
    child.start()
    sending.close()
    try:
        score: Score | None = receiving.recv() if receiving.poll(PATIENCE_S) else None
    except EOFError:
        return None
    finally:
        child.kill()
        child.join()
    return score


def _tell(sending: Connection, work: Callable[[], Score]) -> None:
    sending.send(work())
