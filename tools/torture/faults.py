"""Faults of a machine, each as a function that strikes a running service and returns when the fault is over."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Thread

from helpers.polling import poll_until

from torture.disk import full_disk
from torture.ledger import Gift
from torture.programs import children
from torture.siege import LEASE_S, Siege
from torture.skewed_clock import reader_with_skewed_clock

OUTAGE_S = 4.0
"""Seconds for which a folder, disk space or a stopped program is unavailable."""
BEGIN_TIMEOUT_S = 90.0
"""Seconds until a reading has begun even on a busy machine."""
HOUR_S = 3600.0


class FaultImpossible(Exception):
    """The fault cannot be produced on this machine."""


def kill(*pids: int) -> None:
    """Kill processes, as the kernel does when memory runs out."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def stop(pids: Sequence[int], seconds: float) -> None:
    """Stop processes for some seconds, as happens when a machine is suspended or overloaded."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def begin_reading(siege: Siege) -> tuple[Gift, int]:
    """Give a large document, and return it with its reader's process id once it is being read."""
    gift = siege.give_large()

    def begins() -> bool:
        nonlocal gift
        if siege.is_read(gift):  # read too fast to be observed
            gift = siege.give_large()
        return bool(reading_children(siege.reader_pid(gift)))

    poll_until(begins, "a child reads it", within_s=BEGIN_TIMEOUT_S)
    return gift, siege.reader_pid(gift)


def reading_children(reader: int) -> list[int]:
    """Return the processes that read documents, which are children of the reader's fork server."""
    return [child for fork_server in children(reader) for child in children(fork_server)] if reader else []


def kill_reader(siege: Siege) -> None:
    _, reader = begin_reading(siege)
    kill(reader)


def kill_child(siege: Siege) -> None:
    _, reader = begin_reading(siege)
    kill(*reading_children(reader))


def kill_web(siege: Siege) -> None:
    kill(siege.service.pid("web"))


def kill_worker(siege: Siege) -> None:
    kill(siege.chance.choice(children(siege.service.pid("web"))))


def kill_solr(siege: Siege) -> None:
    kill(siege.service.pid("solr"))


def stop_reader(siege: Siege) -> None:
    """Stop a reader for longer than its lease, so that another takes over before the first returns with its result."""
    _, reader = begin_reading(siege)
    stop([reader], 2 * LEASE_S)


def stop_solr(siege: Siege) -> None:
    stop([siege.service.pid("solr")], OUTAGE_S)


def stop_web(siege: Siege) -> None:
    web = siege.service.pid("web")
    stop([web, *children(web)], OUTAGE_S)


def home_away(siege: Siege) -> None:
    home = siege.service.data / "home"
    away = home.with_name("home-away")
    home.rename(away)
    time.sleep(OUTAGE_S)
    away.rename(home)


def change_file(siege: Siege) -> None:
    """Change a file while it is being read, and then give it again."""
    gift, _ = begin_reading(siege)
    siege.retry_until_done(lambda: siege.giver.give_new_version(gift))


def remove_file(siege: Siege) -> None:
    gift, _ = begin_reading(siege)
    gift.file_gone = True
    (siege.service.data / "home" / gift.path).unlink()


def fill_disk(siege: Siege) -> None:
    if siege.disk is None:
        raise FaultImpossible
    with full_disk(siege.disk):
        time.sleep(OUTAGE_S)


def clock_ahead(siege: Siege) -> None:
    """Run a reader whose clock is an hour ahead, so that all other leases look expired."""
    _run_reader_with_skewed_clock(siege, HOUR_S)


def clock_behind(siege: Siege) -> None:
    """Run a reader whose clock is an hour behind, so that its leases expire before they begin."""
    _run_reader_with_skewed_clock(siege, -HOUR_S)


def _run_reader_with_skewed_clock(siege: Siege, seconds: float) -> None:
    with reader_with_skewed_clock(siege.service, seconds) as reader:
        thread = Thread(target=reader.run)
        thread.start()
        siege.give_large()
        time.sleep(OUTAGE_S)
        reader.stopping.set()
        thread.join()


def lost_with_clock_ahead(siege: Siege) -> None:
    """Let a reader whose clock is ahead die with a lease that by its clock ends in an hour."""
    with reader_with_skewed_clock(siege.service, HOUR_S) as reader:
        siege.give_large()
        deadline = time.monotonic() + OUTAGE_S
        while reader.queue.claim_next() is None and time.monotonic() < deadline:
            time.sleep(0.01)


FAULTS: Mapping[str, Callable[[Siege], None]] = {
    "reader killed": kill_reader,
    "reading child killed": kill_child,
    "web killed": kill_web,
    "web worker killed": kill_worker,
    "Solr killed": kill_solr,
    "reader stopped": stop_reader,
    "web stopped": stop_web,
    "Solr stopped": stop_solr,
    "Home Folders away": home_away,
    "file changed while it is read": change_file,
    "file deleted while it is read": remove_file,
    "Solr's disk full": fill_disk,
    "clock of a reader an hour ahead": clock_ahead,
    "clock of a reader an hour behind": clock_behind,
    "reader with clock ahead lost": lost_with_clock_ahead,
}
