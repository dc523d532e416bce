"""What can go wrong with a machine, each as something to do to a running service; it is over when the call returns."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Thread

from helpers.polling import poll_until

from torture.disk import filled
from torture.ledger import Gift
from torture.odd_clock import reader_with_clock_off
from torture.programs import children
from torture.siege import LEASE_S, Siege

AWAY_S = 4.0
"""How long a folder, room on the disk or a program that was stopped is away."""
BEGINS_WITHIN_S = 90.0
"""A reading, on a machine that gives readers little."""
HOUR_S = 3600.0


class LeftOut(Exception):
    """This fault cannot be provoked on this machine."""


def kill(*pids: int) -> None:
    """End processes as the kernel does when memory is out."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def stop(pids: Sequence[int], seconds: float) -> None:
    """Have processes stand still, as on a machine that is moved or starved."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def being_read(siege: Siege) -> tuple[Gift, int]:
    """A large document in the middle of its reading, and the reader that has it."""
    gift = siege.give_large()

    def begins() -> bool:
        nonlocal gift
        if siege.is_read(gift):  # too soon to be seen, or before its gift was acknowledged
            gift = siege.give_large()
        return bool(reading_children(siege.holder(gift)))

    poll_until(begins, "a child reads it", within_s=BEGINS_WITHIN_S)
    return gift, siege.holder(gift)


def reading_children(reader: int) -> list[int]:
    """The processes in which a reader has documents read: what the process that it started for that has started."""
    return [child for nursery in children(reader) for child in children(nursery)] if reader else []


def kill_reader(siege: Siege) -> None:
    _, reader = being_read(siege)
    kill(reader)


def kill_child(siege: Siege) -> None:
    _, reader = being_read(siege)
    kill(*reading_children(reader))


def kill_web(siege: Siege) -> None:
    kill(siege.whole.pid("web"))


def kill_worker(siege: Siege) -> None:
    kill(siege.chance.choice(children(siege.whole.pid("web"))))


def kill_solr(siege: Siege) -> None:
    kill(siege.whole.pid("solr"))


def stop_reader(siege: Siege) -> None:
    """Longer than its lease: another takes the document over, and then the first one comes back with what it read."""
    _, reader = being_read(siege)
    stop([reader], 2 * LEASE_S)


def stop_solr(siege: Siege) -> None:
    stop([siege.whole.pid("solr")], AWAY_S)


def stop_web(siege: Siege) -> None:
    web = siege.whole.pid("web")
    stop([web, *children(web)], AWAY_S)


def home_away(siege: Siege) -> None:
    home = siege.whole.data / "home"
    away = home.with_name("home-away")
    home.rename(away)
    time.sleep(AWAY_S)
    away.rename(home)


def change_file(siege: Siege) -> None:
    """The file gets another word while it is being read, and is then given as it is."""
    gift, _ = being_read(siege)
    siege.insistently(lambda: siege.giver.give_anew(gift))


def remove_file(siege: Siege) -> None:
    gift, _ = being_read(siege)
    gift.file_gone = True
    (siege.whole.data / "home" / gift.path).unlink()


def fill_disk(siege: Siege) -> None:
    if siege.disk is None:
        raise LeftOut
    with filled(siege.disk):
        time.sleep(AWAY_S)


def clock_ahead(siege: Siege) -> None:
    """To a reader whose clock is an hour ahead all leases of others have ended."""
    _with_clock_off(siege, HOUR_S)


def clock_behind(siege: Siege) -> None:
    """The leases of a reader whose clock is an hour behind have ended before they began."""
    _with_clock_off(siege, -HOUR_S)


def _with_clock_off(siege: Siege, seconds: float) -> None:
    with reader_with_clock_off(siege.whole, seconds) as reader:
        others = Thread(target=reader.run)
        others.start()
        siege.give_large()
        time.sleep(AWAY_S)
        reader.stopping.set()
        others.join()


def lost_with_clock_ahead(siege: Siege) -> None:
    """A reader dies with a document whose lease, by its clock, ends only in an hour."""
    with reader_with_clock_off(siege.whole, HOUR_S) as reader:
        siege.give_large()
        deadline = time.monotonic() + AWAY_S
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
