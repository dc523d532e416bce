"""Reading what is due: claim it, read it apart, let the new reading answer.

A reader holds a lease on a document's record while it reads. If it dies, the lease ends and another reader begins anew
under a new reading id; what the dead one left behind is deleted. Only the holder of the lease can end the reading.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TypeVar

import structlog
from msgspec.structs import replace

from contents_service.documents import purging
from contents_service.documents.quotas import PassageQuota
from contents_service.documents.reading.fair_queue import Turns
from contents_service.documents.reading.skewed_leases import SkewedLeases
from contents_service.documents.records import (
    change,
    new_reading_id,
    retired_with_job,
    scope_of_record,
    with_reading_due,
)
from contents_service.documents.services import Services
from contents_service.errors import ContentsError, NotFound, NotReadable, Unavailable
from contents_service.index.protocol import READER_VERSION, Usage, WriteConflict
from contents_service.index.scope_snapshot import VersionedRecord
from contents_service.metrics import READING_SECONDS, READINGS
from contents_service.model import (
    ActiveReading,
    FailedReread,
    Fingerprint,
    NotRead,
    Progress,
    Reading,
    ReadingJob,
    Record,
    Scope,
    Why,
)
from contents_service.parsing.sandbox.parent import ReaderCrashed, Sandbox
from contents_service.reasons import megabytes, times, why

log = structlog.get_logger()

Done = TypeVar("Done")

LOOK_EVERY_S = 0.2
"""How long a reader that found nothing to do waits before it looks again: most of the time from giving to found."""
AGAIN_EVERY_S = 0.5
"""While more is due than can be read at once, what was read is shown, and what is due looked up, only so often."""
FINISHES_WITHIN_S = 5.0
"""What is being read when a reader is told to end; nearly every document takes less."""
HEARTBEATS_A_LEASE = 4
PROGRESS_EVERY_S = 1.0
END_PAUSES_S = (1.0, 2.0, 5.0, 10.0, 20.0)
"""How long a reader waits before it tries again to write what it read, when the index is away."""
TIDY_EVERY_S = 2.0
OUTDATED_EVERY_S = 60.0
REST_S = 1.0
"""How long a reader rests when the index is away."""


@dataclass
class Claim:
    """A document that this reader holds, and how far its reading has come."""

    record: Record
    progress: Progress | None = None
    told: Progress | None = None
    renewed_at: float = 0.0

    @property
    def job(self) -> ReadingJob:
        """The reading that was claimed."""
        if self.record.job is None:
            raise WriteConflict
        return self.record.job

    @property
    def scope(self) -> Scope:
        """This one document."""
        return scope_of_record(self.record)


@dataclass
class Reader:
    """One reader: several documents at once, each read in a process of its own."""

    services: Services
    sandbox: Sandbox
    name: str
    _claims: dict[str, Claim] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _looking: threading.Lock = field(default_factory=threading.Lock)
    _turns: Turns = field(default_factory=Turns)
    _due: list[VersionedRecord] = field(default_factory=list)
    _looked_at: float = -AGAIN_EVERY_S
    _found_nothing_at: float = -LOOK_EVERY_S
    _unshown: threading.Event = field(default_factory=threading.Event)
    _allowance: PassageQuota = field(init=False)
    _odd: SkewedLeases = field(init=False)

    def __post_init__(self) -> None:
        self._odd = SkewedLeases(self.services.settings.lease_s)
        self._allowance = PassageQuota(self.services.settings, self._used)

    @property
    def stopping(self) -> threading.Event:
        """Set once this reader is to end."""
        return self.services.stopping

    def run(self) -> None:
        """Read whatever is due until told to end; what is being read then is finished or left to another reader.

        A fault of our own ends the whole reader, loudly: whoever runs it starts it anew.
        """
        slots = self.services.settings.reader_slots
        works = [partial(self._again_and_again, self._read_one_in_turn, LOOK_EVERY_S)] * slots
        works += [partial(self._again_and_again, self.renew_all, PROGRESS_EVERY_S)]
        works += [partial(self._again_and_again, self.show, AGAIN_EVERY_S)]
        works += [partial(self._again_and_again, partial(purging.delete_retired, self.services.index), TIDY_EVERY_S)]
        purge = partial(purging.purge_if_due, self.services)
        works += [partial(self._again_and_again, purge, purging.check_interval_s(self.services))]
        works += [partial(self._again_and_again, self.renew_outdated, OUTDATED_EVERY_S), partial(self._let_go)]
        with ThreadPoolExecutor(len(works)) as pool:
            for work in as_completed([pool.submit(work) for work in works]):
                self.stopping.set()
                work.result()

    def _again_and_again(self, work: Callable[[], bool], pause_s: float) -> None:
        """Do something until told to end; where there was nothing to do, or the index is away, rest before the next."""
        try:
            while not self.stopping.is_set():
                try:
                    rest = 0.0 if work() else pause_s
                except ContentsError as error:
                    log.warning("reader_interrupted", error=type(error).__name__)
                    rest = REST_S
                if rest:
                    self.stopping.wait(rest)
        finally:
            self.stopping.set()

    def _let_go(self) -> None:
        """Once told to end, wait a moment for what is being read, and leave the rest to others."""
        self.stopping.wait()
        deadline = time.monotonic() + FINISHES_WITHIN_S
        while self._claims and time.monotonic() < deadline:
            time.sleep(LOOK_EVERY_S)
        self.sandbox.close()

    def _read_one_in_turn(self) -> bool:
        """Read one document, unless another slot has just seen that there is none."""
        if time.monotonic() - self._found_nothing_at < LOOK_EVERY_S / 2:
            return False
        return self.read_one()

    def read_one(self) -> bool:
        """Read one document that is due, if there is any."""
        claim = self._next_claim()
        if claim is None:
            return False
        try:
            self._read(claim)
        finally:
            with self._lock:
                del self._claims[claim.record.id]
        return True

    # Claiming.

    def _has_enough(self, giver: str) -> bool:
        """Whether all slots but one read for this person: that one is kept for others."""
        with self._lock:
            theirs = sum(claim.record.giver == giver for claim in self._claims.values())
        return theirs >= max(1, self.services.settings.reader_slots - 1)

    def _in_turn(self) -> Sequence[VersionedRecord]:
        """What is due as last looked up, which is done for several readings at once."""
        if not self._due or time.monotonic() - self._looked_at > AGAIN_EVERY_S:
            self.show()  # else what was read since the last time would seem to be due still
            now = self._now()
            due = self.services.index.due_records(now, self._odd.none_after(now))
            self._due, self._looked_at = list(due), time.monotonic()
        with self._lock:
            return self._turns.in_order(self._due, [claim.record.giver for claim in self._claims.values()])

    def _next_claim(self) -> Claim | None:
        """Claim one that is due and free, of whoever's turn it is; one slot looks at a time."""
        with self._looking:
            for kept in self._in_turn():
                if self._has_enough(kept.record.giver):
                    continue
                self._due.remove(kept)
                claim = self._claimed(kept)
                if claim:
                    self._turns.took(claim.record.giver)
                    with self._lock:
                        self._claims[claim.record.id] = claim
                    return claim
            if not self._due:
                self._found_nothing_at = time.monotonic()
        return None

    def _claimed(self, kept: VersionedRecord) -> Claim | None:
        """Take the lease of a document, or None if another reader was quicker or it was tried too often."""
        settings, now, record = self.services.settings, self._now(), kept.record
        if record.job is None or record.id in self._claims or not self._odd.seems_free(kept, now):
            return None
        try:
            if record.job.attempts >= settings.attempts:
                reference = record.job.reading.rpartition(".")[2]
                reason = why("reader_failed", reference=reference, times=times(record.job.attempts))
                self.services.index.put(self._failed(record, reason), kept.version)
                self.services.index.refresh()
                return None
            claimed = self._with_lease(record, record.job, now + settings.lease_s)
            self.services.index.put(claimed, kept.version)
        except WriteConflict:
            return None
        return Claim(claimed, renewed_at=now)

    def _with_lease(self, record: Record, job: ReadingJob, until: float) -> Record:
        """The record while we read it; what an attempt that died may have written is under another reading id."""
        begun = job.attempts > 0
        ours = replace(
            job,
            reading=new_reading_id(record.id) if begun else job.reading,
            attempts=job.attempts + 1,
            holder=self.name,
            lease_until=until,
            progress=None,
        )
        return replace(record, job=ours, retired=retired_with_job(record) if begun else record.retired)

    def renew_all(self) -> bool:
        """Renew the leases of what is being read, and say how far it has come, where there is news."""
        with self._lock:
            claims = list(self._claims.values())
        now, pause_s = self._now(), self.services.settings.lease_s / HEARTBEATS_A_LEASE
        for claim in claims:
            if claim.progress != claim.told or now - claim.renewed_at > pause_s:
                self._renew(claim)
        return False

    def _renew(self, claim: Claim) -> None:
        now, progress = self._now(), claim.progress

        def decide(record: Record | None) -> Record | None:
            if record is None or not self._is_mine(record, claim) or record.job is None:
                return None
            until = now + self.services.settings.lease_s
            return replace(record, job=replace(record.job, lease_until=until, progress=progress))

        change(self.services.index, claim.scope, claim.record.id, decide)
        claim.told, claim.renewed_at = progress, now

    def _still_holds(self, claim: Claim) -> bool:
        kept = self.services.index.get(claim.scope, claim.record.id)
        return kept is not None and self._is_mine(kept.record, claim)

    def _is_mine(self, record: Record, claim: Claim) -> bool:
        return record.job is not None and record.job.reading == claim.job.reading and record.job.holder == self.name

    # Reading.

    def _read(self, claim: Claim) -> None:
        with structlog.contextvars.bound_contextvars(request_id=claim.job.reading):
            self._read_and_end(claim)

    def _read_and_end(self, claim: Claim) -> None:
        record = claim.record
        log.info("reading", document=record.id, attempt=claim.job.attempts)
        with READING_SECONDS.time():
            try:
                outcome, file = self._outcome(claim)
            except ReaderCrashed:
                self._give_up(claim)
                return
            except Unavailable:  # the store is away, which is no fault of the document
                self._release(claim, attempts=claim.job.attempts - 1)
                raise
        outcome = self._when_it_can(partial(self._within_quota, claim, outcome))
        self._when_it_can(partial(self._end, claim, outcome, file))
        READINGS.labels(
            outcome="read" if isinstance(outcome, Reading) else outcome.why.code, format=outcome.format
        ).inc()
        log.info("read", document=record.id, outcome="read" if isinstance(outcome, Reading) else outcome.why.code)

    def _outcome(self, claim: Claim) -> tuple[Reading | NotRead, Fingerprint]:
        """What a document's file gives, as it is now: hash and text are of the same opened bytes."""
        record, limits = claim.record, self.services.settings.limits
        try:
            with self.services.home.open(record.giver, record.path) as opened:
                if opened.bytes > limits.document_bytes:
                    details = {"size": megabytes(opened.bytes), "limit": megabytes(limits.document_bytes)}
                    return NotRead(why=why("too_big", **details), format=record.format), opened.fingerprint()
                data = opened.file.read(limits.document_bytes + 1)
                file = Fingerprint(bytes=len(data), sha256=sha256(data).hexdigest(), modified_ns=opened.modified_ns)
        except NotFound:
            return NotRead(why=why("missing"), format=record.format), record.file
        except NotReadable as error:
            return NotRead(why=why(error.code, **error.details), format=record.format), record.file

        def heard(progress: Progress) -> None:
            claim.progress = progress

        outcome = self.sandbox.read(record.name, data, encoding=record.encoding_chosen, on_progress=heard)
        return outcome, file

    # Ending.

    def _when_it_can(self, work: Callable[[], Done]) -> Done:
        """Do what ends a reading, also if the index is away for a while: what was read is not lost for that."""
        for pause_s in END_PAUSES_S:
            try:
                return work()
            except Unavailable:
                if self.stopping.wait(pause_s):
                    raise
        return work()

    def _within_quota(self, claim: Claim, outcome: Reading | NotRead) -> Reading | NotRead:
        """What was read, or why there is no room for it: nothing of it is kept then."""
        if isinstance(outcome, NotRead):
            return outcome
        reason = self._allowance.refusal(claim.record, len(outcome.passages))
        return outcome if reason is None else NotRead(why=reason, format=outcome.format, pages=outcome.pages)

    def _used(self, scope: Scope) -> Usage:
        """How much a person has given, with what was read a moment ago."""
        self.show()
        return self.services.index.usage(scope)

    def _end(self, claim: Claim, outcome: Reading | NotRead, file: Fingerprint) -> None:
        """Let the new reading answer, or say why there is none; nothing at all if the lease was lost meanwhile."""
        index, reading_id = self.services.index, claim.job.reading
        if isinstance(outcome, Reading) and self._still_holds(claim):  # else nothing is written only to be deleted
            index.write_passages(claim.record, reading_id, outcome)

        def decide(record: Record | None) -> Record | None:
            if record is None or not self._is_mine(record, claim):
                return None
            if isinstance(outcome, Reading):
                return answering(record, held_of(outcome, reading_id, file, self.services.timestamp()))
            return self._not_read(replace(record, file=file), outcome)

        record, changed = change(index, claim.scope, claim.record.id, decide)
        answers = record is not None and record.active is not None and record.active.reading == reading_id
        if not changed and not answers:  # it answers already where only showing it had failed before
            index.delete_passages(claim.record, [reading_id])
            log.info("lease_lost", document=claim.record.id)
        self._unshown.set()
        if not self._due:
            self.show()

    def show(self) -> bool:
        """Have searches see what was read; where more is due this waits a little, since each time costs the index."""
        if self._unshown.is_set():
            self._unshown.clear()
            try:
                self.services.index.refresh()
            except ContentsError:
                self._unshown.set()
                raise
        return False

    def _not_read(self, record: Record, outcome: NotRead) -> Record:
        ended = replace(self._failed(record, outcome.why), format=outcome.format)
        return ended if record.active else replace(ended, unread=outcome.unread, pages=outcome.pages)

    def _failed(self, record: Record, reason: Why) -> Record:
        """The record after a reading that failed: an earlier reading stays and goes on answering."""
        ended = replace(record, job=None, retired=retired_with_job(record))
        if record.active:
            return replace(ended, reread=FailedReread(self.services.timestamp(), reason))
        return replace(ended, why=reason)

    def _give_up(self, claim: Claim) -> None:
        """Have it tried again; what was broken off only because we end is not counted."""
        told, attempts = {"document": claim.record.id, "attempt": claim.job.attempts}, claim.job.attempts
        if self.stopping.is_set():
            log.info("left_to_others", **told)
            self._release(claim, attempts=attempts - 1)
        else:
            log.warning("reader_crashed", **told)
            self._release(claim, attempts=attempts)

    def _release(self, claim: Claim, *, attempts: int) -> None:
        """Give the lease back at once, so that another attempt need not wait for it to end."""

        def decide(record: Record | None) -> Record | None:
            if record is None or record.job is None or not self._is_mine(record, claim):
                return None
            return replace(record, job=replace(record.job, holder=None, lease_until=0.0, attempts=attempts))

        change(self.services.index, claim.scope, claim.record.id, decide)
        self.services.index.refresh()

    # Keeping up.

    def renew_outdated(self) -> bool:
        """Have readings done again that older readers made; until then they go on answering."""
        index, now = self.services.index, self.services.timestamp()

        def decide(record: Record | None) -> Record | None:
            if record is None or record.removed or record.job or record.active is None:
                return None
            return with_reading_due(record, now) if record.active.reader_version < READER_VERSION else None

        outdated = index.outdated_records(READER_VERSION)
        for seen in outdated:
            change(index, scope_of_record(seen), seen.id, decide)
        if outdated:
            index.commit()
        return bool(outdated)

    def _now(self) -> float:
        return self.services.now().timestamp()


def answering(record: Record, held: ActiveReading) -> Record:
    """The record once a new reading answers; the former one's passages are then to be deleted."""
    former = (record.active.reading,) if record.active else ()
    return replace(
        record,
        active=held,
        file=held.file,
        format=held.format,
        job=None,
        why=None,
        unread=(),
        pages=None,
        reread=None,
        retired=(*record.retired, *former),
    )


def held_of(reading: Reading, reading_id: str, file: Fingerprint, read_at: str) -> ActiveReading:
    """What a record keeps of a reading that answers."""
    return ActiveReading(
        reading=reading_id,
        read_at=read_at,
        file=file,
        format=reading.format,
        title=reading.title,
        passages=len(reading.passages),
        pages=reading.pages,
        unread=reading.unread,
        notes=reading.notes,
        encoding=reading.encoding,
        reader_version=READER_VERSION,
        keywords=reading.keywords,
    )
