"""What the service asks of an index, whatever keeps it.

A *record* is all that is known of a document; *passages* carry the id of the reading they belong to. A search sees the
readings that the scope's records name and nothing else, so that a new reading swaps in whole when its record changes,
and a removal counts from the next search. Every method that reaches passages takes a scope or a record that has one.
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
from contents_service.relevance.terms import Question


class WriteConflict(Exception):
    """The record changed since it was fetched: fetch it again and decide anew."""


class Hit(Struct, frozen=True, kw_only=True):
    """A passage that a search found, with what its score is made of."""

    id: str
    record: Record
    reading: str
    number: int
    content: PassageContent
    score: float
    counts: tuple[TermCounts, ...]
    k: float
    bonuses: Mapping[str, float] | None = None
    """What it was given beside its words, by what for, where an explanation was asked for."""


class SearchResult(Struct, frozen=True, kw_only=True):
    """What a search gave: passages best first, the question's weights, and what was searched."""

    hits: tuple[Hit, ...]
    question: WeightedQuestion
    snapshot: ScopeSnapshot
    passages: int
    """How many passages the scope has in all."""


class Totals(Struct, frozen=True):
    """How many documents there are, and how many passages answer of theirs."""

    documents: int
    passages: int


class Usage(Struct, frozen=True):
    """How much a person has given: to one application, and in all."""

    in_app: Totals
    in_all: Totals


class PendingReadings(Struct, frozen=True):
    """How many readings are due or under way, and since when the oldest is."""

    documents: int
    since: str | None


class Index(Protocol):
    """Where records and passages are kept."""

    def is_ready(self) -> bool:
        """Whether it answers a known query."""
        ...

    def get(self, scope: Scope, document: str) -> VersionedRecord | None:
        """Fetch one record of the scope as it is at this moment."""
        ...

    def put(self, record: Record, version: int | None) -> None:
        """Write a record that still has this version (None: that is not there yet), or raise VersionConflict."""
        ...

    def commit(self) -> None:
        """Return when everything written before is on disk and seen by every search that begins after."""
        ...

    def refresh(self) -> None:
        """Return when everything written before is seen by every search that begins after; a crash may undo it."""
        ...

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        """All records of an application's giver, as committed."""
        ...

    def usage(self, scope: Scope) -> Usage:
        """How much the scope's giver has given its application, and in all, as committed."""
        ...

    def due_records(self, now: float, latest: float = inf) -> Sequence[VersionedRecord]:
        """Records whose reading is due and that no living reader holds: some of each giver, oldest first.

        A lease that ends after `latest` is not believed: such a record is among them.
        """
        ...

    def pending_readings(self) -> PendingReadings:
        """How many readings are due or under way, of whomever."""
        ...

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        """Write the passages of a reading of a document; no search sees them until a record names that reading."""
        ...

    def delete_passages(self, record: Record, readings: Sequence[str]) -> None:
        """Delete the passages of readings that no longer answer."""
        ...

    def delete_record(self, record: Record, version: int) -> None:
        """Delete a removed record once its passages are deleted."""
        ...

    def retired_records(self) -> Sequence[Record]:
        """Records with readings whose passages are still to be deleted."""
        ...

    def claim_purge(self, now: float, period_s: float) -> bool:
        """Whether the caller is the one process that is to purge in the period that begins now."""
        ...

    def purge(self) -> int:
        """Have what was deleted leave the files of the index; how many passages, outlines and records that were.

        Passages of documents that have no record are deleted first. What a merge under way still holds is left to the
        next purge, and so is a replica that is away: ReplicaUnavailable is raised when all others are purged.
        """
        ...

    def outdated_records(self, reader_version: int) -> Sequence[Record]:
        """Some records whose reading answers, was made by an older version of the readers, and is not being redone."""
        ...

    def outline(self, scope: Scope, record: Record) -> tuple[OutlineEntry, ...]:
        """The headings of the reading that answers."""
        ...

    def passages(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        """The passages of the reading that answers, by number, from the one after a number on."""
        ...

    def search(self, scope: Scope, question: Question, *, rows: int, explain: bool) -> SearchResult:
        """The passages of the scope that hold the question's words, best first."""
        ...

    def near_words(self, scope: Scope, snapshot: ScopeSnapshot, word: str) -> tuple[str, ...]:
        """Words of the scope, which holds this, that are spelt nearly like one that it does not hold."""
        ...


class WholeIndex(Index, Protocol):
    """An index as its operator's commands see it, across scopes; no story that a request reaches is handed one."""

    def select_records(self, whose: Selection) -> Iterator[VersionedRecord]:
        """The records of all that an application was given, or a person gave, or anybody, tombstones included.

        They come as they are committed when it is their turn, so that they may be changed meanwhile; each comes once.
        """
        ...

    def can_import_copies(self) -> bool:
        """Whether its schema is one that `import_copy` can write to."""
        ...

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        """Write a record, as `put` does, that is a copy of this version of it in another index."""
        ...

    def count_traces(self, scopes: Collection[Scope]) -> int:
        """How much of some scopes the files of the index still hold, deleted or not.

        ReplicaUnavailable is raised where one cannot know.
        """
        ...


def document_id(scope: Scope, path: str) -> str:
    """The id of a document given under a path: the same whenever it is given, so that giving twice is one gift."""
    return sha256("\0".join((scope.app, scope.giver, path)).encode("utf-8", "surrogatepass")).hexdigest()[:32]
