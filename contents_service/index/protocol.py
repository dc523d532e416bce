"""The interface of an index.

A *record* holds all that is known about a document. *Passages* have the id of the reading that they belong to. A search
sees only those readings that the records of its scope name as active. So a new reading replaces the old one as a whole
when the record changes, and a removed document is gone from the next search. Every method that reads passages takes a
scope, or a record that has one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from math import inf
from typing import Protocol

from msgspec import Struct

from contents_service.index.scope_snapshot import ScopeSnapshot, VersionedRecord
from contents_service.model import OutlineEntry, PassageContent, Reading, Record, Scope, Selection
from contents_service.relevance.scoring import TermCounts, WeightedQuestion


class WriteConflict(Exception):
    """The record changed since it was fetched: fetch it again and decide again.

    It is caught within the service. What a caller may see is VersionConflict, when `If-Match` names another version.
    """


class Hit(Struct, frozen=True, kw_only=True):
    """A passage that a search found, with the parts of its score."""

    id: str
    record: Record
    reading: str
    number: int
    content: PassageContent
    score: float
    counts: tuple[TermCounts, ...]
    k: float
    bonuses: Mapping[str, float] | None = None
    """The parts of the score that are not for single words, by reason; None unless an explanation was requested."""


class SearchResult(Struct, frozen=True, kw_only=True):
    """The passages that a search found, best first, the weights of the question, and what was searched."""

    hits: tuple[Hit, ...]
    question: WeightedQuestion
    snapshot: ScopeSnapshot
    passages: int
    """The number of all passages in the scope."""
    read_as: Mapping[str, str] = {}
    """Words of the question that the scope lacks, and the words that they were read as."""


class Totals(Struct, frozen=True):
    """The number of documents, and of their passages that searches see."""

    documents: int
    passages: int


class Usage(Struct, frozen=True):
    """The totals of what a person has given to one application, and altogether."""

    in_app: Totals
    in_all: Totals


class PendingReadings(Struct, frozen=True):
    """The number of readings that are due or under way, and the time when the oldest fell due."""

    documents: int
    since: str | None


class Index(Protocol):
    """A store of records and passages."""

    def is_ready(self) -> bool:
        """Whether it answers a known query."""
        ...

    def get(self, scope: Scope, document: str) -> VersionedRecord | None:
        """Fetch one record of the scope as it is now, committed or not."""
        ...

    def put(self, record: Record, version: int | None) -> None:
        """Write a record; raise WriteConflict unless the stored one has this version, or None if there is none."""
        ...

    def commit(self) -> None:
        """Make everything written before durable, and visible to every search that begins after this."""
        ...

    def refresh(self) -> None:
        """Make everything written before visible to every search that begins after this; a crash may undo it."""
        ...

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        """Return all records of an application's giver, as committed."""
        ...

    def usage(self, scope: Scope) -> Usage:
        """Return how much the scope's giver has given its application, and in all, as committed."""
        ...

    def due_records(self, now: float, latest: float = inf) -> Sequence[VersionedRecord]:
        """Return records whose reading is due and that no living reader holds: some of each giver, oldest first.

        A lease that ends after `latest` is ignored, so its record is among them.
        """
        ...

    def pending_readings(self) -> PendingReadings:
        """Return how many readings are due or under way."""
        ...

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        """Write the passages of a reading of a document; no search sees them until a record names that reading."""
        ...

    def delete_passages(self, record: Record, readings: Sequence[str]) -> None:
        """Delete the passages of readings that are not active."""
        ...

    def delete_record(self, record: Record, version: int) -> None:
        """Delete a removed record once its passages are deleted."""
        ...

    def retired_records(self) -> Sequence[Record]:
        """Return some records with readings whose passages are still to be deleted."""
        ...

    def claim_purge(self, now: float, period_s: float) -> bool:
        """Claim the purge of the period that begins now; return whether no other process has it."""
        ...

    def purge(self) -> int:
        """Purge deleted passages, outlines and records from the index's files; return how many there were.

        Passages of documents without a record are deleted first. What a running merge still holds is left to the next
        purge. So is an unavailable replica: ReplicaUnavailable is raised once all others are purged.
        """
        ...

    def outdated_records(self, reader_version: int) -> Sequence[Record]:
        """Return some records whose active reading is by older format readers, and is not being redone."""
        ...

    def outline(self, scope: Scope, record: Record) -> tuple[OutlineEntry, ...]:
        """Return the headings of the active reading."""
        ...

    def passages(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        """Return up to `limit` passages of the active reading whose number is above `after`, each with its number."""
        ...

    def search(self, scope: Scope, question: str, *, rows: int, explain: bool) -> SearchResult:
        """Return the passages of the scope that hold the question's words, best first; none if no word counts."""
        ...

    def near_words(self, scope: Scope, snapshot: ScopeSnapshot, word: str) -> tuple[str, ...]:
        """Return words of the scope that are spelt nearly like one that it does not hold."""
        ...


class WholeIndex(Index, Protocol):
    """An index across all scopes, for the commands of the operator; code that serves requests never gets one."""

    def select_records(self, selection: Selection) -> Iterator[VersionedRecord]:
        """Return all records of a selection, tombstones included, each once.

        Each comes as it is committed at its turn, so the caller may change records meanwhile.
        """
        ...

    def can_import_copies(self) -> bool:
        """Whether its schema has room for what `import_copy` writes."""
        ...

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        """Write a record, as `put` does, that is a copy of this version of it in another index."""
        ...

    def count_traces(self, scopes: Collection[Scope]) -> int:
        """Count what the files of the index still hold of some scopes, deleted or not.

        Raise ReplicaUnavailable if a replica cannot be asked.
        """
        ...


def document_id(scope: Scope, path: str) -> str:
    """Return the id of the document at a path; a path that is given again is the same document."""
    return sha256("\0".join((scope.app, scope.giver, path)).encode("utf-8", "surrogatepass")).hexdigest()[:32]
