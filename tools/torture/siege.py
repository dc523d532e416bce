"""A running service under siege: people at work in it, and what the faults need to know of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from helpers.polling import poll_until
from helpers.whole_service import Whole
from helpers.working import Work

from contents_service.errors import ContentsError
from contents_service.model import Record, Scope
from contents_service.solr.index import SolrIndex
from contents_service.solr.server.node import running_solr_url
from torture.documents import a_large_text, documents
from torture.ledger import Gift, Ledger
from torture.people import Asker, Failed, Giver, Searcher
from torture.programs import children, memory_mb, running

LEASE_S = 3
SETTINGS = {
    "CONTENTS_READERS": "2",
    "CONTENTS_LEASE_S": str(LEASE_S),
    "CONTENTS_ATTEMPTS": "10",
    "CONTENTS_FORGET_S": "90",
    "CONTENTS_SEARCHES_A_MINUTE": "0",
    "CONTENTS_REQUESTS_A_MINUTE": "0",
    "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1",
}
"""Two readers, so that one takes over what the other drops; a document may be struck more often than three times;
removals leave the files every 30 s; and Java is up sooner."""
PERSONS = ("ana", "eric", "maria")
APPS = ("shop", "office")
SEARCHERS = 2
MEASURED_EVERY_S = 1.0
DONE_WITHIN_S = 120.0


@dataclass
class Siege:
    """The service, those who use it, and what was seen of it."""

    whole: Whole
    disk: Path | None
    chance: random.Random
    entries: int
    ledger: Ledger = field(default_factory=Ledger)
    memory: dict[str, list[float]] = field(default_factory=dict)
    """What the largest process of each kind had, in MB, over time."""
    _numbers: count[int] = field(default_factory=count)
    _measured_at: float = 0.0
    _each: float = 0.0

    def __post_init__(self) -> None:
        self.askers = [Asker(self.whole, self.ledger, app, person) for app in APPS for person in PERSONS]
        self.givers = [self._giver(person) for person in PERSONS]
        self.giver = self._giver(PERSONS[0])
        """Who gives the documents that faults strike; nobody else changes those."""

    def _giver(self, person: str) -> Giver:
        askers = [asker for asker in self.askers if asker.person == person]
        return Giver(askers, random.Random(self.chance.random()), [], self.ledger)

    def furnish(self, how_many: int) -> None:
        """Put documents into the Home Folders, to be given bit by bit."""
        contents, self._each = documents(), how_many / len(PERSONS)
        for number in range(how_many):
            giver, app = self.givers[number % len(PERSONS)], APPS[number // len(PERSONS) % len(APPS)]
            content, person = next(contents), PERSONS[number % len(PERSONS)]
            gift = Gift(app, person, f"{person}/{app}/{number}-{content.name}", content)
            self.whole.write(gift.path, content.data)
            giver.to_give.append(gift)

    def works(self) -> dict[str, Work]:
        """What everyone does again and again."""
        searchers = [Searcher(self.askers, random.Random(self.chance.random()), self.ledger) for _ in range(SEARCHERS)]
        return {
            **{f"giving {giver.askers[0].person}": giver.give for giver in self.givers},
            **{f"searching {number}": searcher.search for number, searcher in enumerate(searchers)},
            "measuring": self.measure,
        }

    def allow(self, share: float) -> None:
        """Have so much of all documents be given by now."""
        for giver in self.givers:
            giver.allowed = round(share * self._each)

    # What faults need.

    def give_large(self) -> Gift:
        """Give a document that takes a while to read."""
        path = f"{PERSONS[0]}/large/{next(self._numbers)}.md"
        gift = Gift(APPS[0], PERSONS[0], path, a_large_text(self.entries))
        self.whole.write(path, gift.content.data)
        self.insistently(lambda: self.giver.hand_over(gift))
        return gift

    def insistently(self, deed: Callable[[], None]) -> None:
        """Do something, again while it cannot be done."""

        def done() -> bool:
            try:
                deed()
            except Failed:
                return False
            return True

        poll_until(done, "it is acknowledged", within_s=DONE_WITHIN_S)

    def holder(self, gift: Gift) -> int:
        """The process that reads a document just now; 0 where none does."""
        record = self._record(gift)
        name = (record.job.holder if record and record.job else None) or ""
        pid = name.rpartition(":")[2]
        return int(pid) if pid.isdigit() else 0

    def is_read(self, gift: Gift) -> bool:
        """Whether the reading of a document has ended well."""
        record = self._record(gift)
        return record is not None and record.active is not None and record.job is None

    def _record(self, gift: Gift) -> Record | None:
        """What the index knows of a document, as far as it can be asked."""
        try:
            kept = self.index.get(Scope(gift.app, gift.person), gift.id)
        except ContentsError:
            return None
        return kept.record if kept else None

    @property
    def index(self) -> SolrIndex:
        """The index itself, past the service."""
        return SolrIndex.at([str(running_solr_url(self.whole.data))])

    # Memory.

    def measure(self, _turn: int) -> None:
        """Note what the largest process of each kind has in memory, now and then."""
        if time.monotonic() - self._measured_at < MEASURED_EVERY_S:
            return
        self._measured_at = time.monotonic()
        for kind, pids in self._kinds().items():
            self.memory.setdefault(kind, []).append(max(map(memory_mb, pids), default=0.0))

    def _kinds(self) -> dict[str, list[int]]:
        """The processes of web and readers; those that read a document are not counted, which are bounded apart."""
        ours = self.whole.process.pid
        web, readers = running(ours, "web"), running(ours, "reader")
        return {
            "web": web + [pid for one in web for pid in children(one)],
            "reader": readers + [pid for one in readers for pid in children(one)],
        }
