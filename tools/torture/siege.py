"""A running service with people who use it, and helpers for the faults that strike it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from helpers.background_work import Work
from helpers.polling import poll_until
from helpers.running_service import RunningService

from contents_service.errors import ContentsError
from contents_service.model import Record, Scope
from contents_service.solr.index import SolrIndex
from contents_service.solr.server.node import running_solr_url
from torture.documents import generate_documents, large_document
from torture.ledger import Gift, Ledger
from torture.people import AppUser, Giver, OperationFailed, Searcher
from torture.programs import children, children_running, memory_mb

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
"""Two readers, so that one takes over from the other; more attempts, since a document may be struck more than three
times; a purge every 30 s; and a Java that starts faster."""
PEOPLE = ("ana", "eric", "maria")
APPS = ("shop", "office")
SEARCHERS = 2
MEASURE_EVERY_S = 1.0
RETRY_TIMEOUT_S = 120.0


@dataclass
class Siege:
    """The service, its users, and the measurements."""

    service: RunningService
    disk: Path | None
    chance: random.Random
    entries: int
    ledger: Ledger = field(default_factory=Ledger)
    memory: dict[str, list[float]] = field(default_factory=dict)
    """The memory of the largest process of each kind over time, in MB."""
    _numbers: count[int] = field(default_factory=count)
    _measured_at: float = 0.0
    _documents_per_person: float = 0.0

    def __post_init__(self) -> None:
        self.users = [AppUser(self.service, self.ledger, app, person) for app in APPS for person in PEOPLE]
        self.givers = [self._giver(person) for person in PEOPLE]
        self.giver = self._giver(PEOPLE[0])
        """Gives the documents that faults strike, which nobody else changes."""

    def _giver(self, person: str) -> Giver:
        users = [user for user in self.users if user.person == person]
        return Giver(users, random.Random(self.chance.random()), [], self.ledger)

    def create_documents(self, number_of_documents: int) -> None:
        """Write documents into the Home Folders, to be given little by little."""
        contents, self._documents_per_person = generate_documents(), number_of_documents / len(PEOPLE)
        for number in range(number_of_documents):
            giver, app = self.givers[number % len(PEOPLE)], APPS[number // len(PEOPLE) % len(APPS)]
            content, person = next(contents), PEOPLE[number % len(PEOPLE)]
            gift = Gift(app, person, f"{person}/{app}/{number}-{content.name}", content)
            self.service.write(gift.path, content.data)
            giver.to_give.append(gift)

    def work_by_name(self) -> dict[str, Work]:
        """Return what everyone does again and again, by name."""
        searchers = [Searcher(self.users, random.Random(self.chance.random()), self.ledger) for _ in range(SEARCHERS)]
        return {
            **{f"giving {giver.users[0].person}": giver.give for giver in self.givers},
            **{f"searching {number}": searcher.search for number, searcher in enumerate(searchers)},
            "measuring": self.measure,
        }

    def allow_giving(self, share: float) -> None:
        """Allow this share of all documents to be given by now."""
        for giver in self.givers:
            giver.allowed = round(share * self._documents_per_person)

    # Helpers for faults.

    def give_large(self) -> Gift:
        """Give a document that takes a while to read, and return it."""
        path = f"{PEOPLE[0]}/large/{next(self._numbers)}.md"
        gift = Gift(APPS[0], PEOPLE[0], path, large_document(self.entries))
        self.service.write(path, gift.content.data)
        self.retry_until_done(lambda: self.giver.give_document(gift))
        return gift

    def retry_until_done(self, action: Callable[[], None]) -> None:
        """Do something, and try again until it succeeds."""

        def done() -> bool:
            try:
                action()
            except OperationFailed:
                return False
            return True

        poll_until(done, "it is acknowledged", within_s=RETRY_TIMEOUT_S)

    def reader_pid(self, gift: Gift) -> int:
        """Return the process id of the reader that is reading a document, or 0."""
        record = self._record(gift)
        name = (record.job.holder if record and record.job else None) or ""
        pid = name.rpartition(":")[2]
        return int(pid) if pid.isdigit() else 0

    def is_read(self, gift: Gift) -> bool:
        """Whether a document was read and no reading is due."""
        record = self._record(gift)
        return record is not None and record.active is not None and record.job is None

    def _record(self, gift: Gift) -> Record | None:
        """Return the record of a document, or None if the index does not answer."""
        try:
            current = self.index.get(Scope(gift.app, gift.person), gift.id)
        except ContentsError:
            return None
        return current.record if current else None

    @property
    def index(self) -> SolrIndex:
        """The index, accessed directly."""
        return SolrIndex.at([str(running_solr_url(self.service.data))])

    # Memory.

    def measure(self, _turn: int) -> None:
        """Record the memory of the largest process of each kind, now and then."""
        if time.monotonic() - self._measured_at < MEASURE_EVERY_S:
            return
        self._measured_at = time.monotonic()
        for kind, pids in self._pids_by_kind().items():
            self.memory.setdefault(kind, []).append(max(map(memory_mb, pids), default=0.0))

    def _pids_by_kind(self) -> dict[str, list[int]]:
        """Return the processes of web and readers, without those that read a document, which have their own limit."""
        ours = self.service.process.pid
        web, readers = children_running(ours, "web"), children_running(ours, "reader")
        return {
            "web": web + [pid for process in web for pid in children(process)],
            "reader": readers + [pid for process in readers for pid in children(process)],
        }
