"""The index in Solr: records, outlines and passages in one collection, all of an application on one shard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from math import inf
from typing import Self

from contents_service.index.protocol import PendingReadings, SearchResult, Usage
from contents_service.index.scope_snapshot import ScopeSnapshot, VersionedRecord
from contents_service.model import OutlineEntry, PassageContent, Reading, Record, Scope, Selection
from contents_service.solr.client import SolrClient
from contents_service.solr.commits import Commits
from contents_service.solr.failover import Nodes
from contents_service.solr.keys import scope_key
from contents_service.solr.passages import PassageStore
from contents_service.solr.records import RecordStore
from contents_service.solr.replicas import Replicas, replicas_of
from contents_service.solr.search import Searcher
from contents_service.solr.segments import IndexFiles
from contents_service.solr.snapshots import SnapshotCache

WRITE_TIMEOUT_S = 30.0
LEADER_ELECTION_S = 20.0
"""Seconds for which a write is retried while a shard whose leader died elects another: usually ten (`solr.xml`)."""


class SolrIndex:
    """An index in Solr or SolrCloud; `index/protocol.py` says what each method promises."""

    def __init__(
        self,
        searching: SolrClient,
        writing: SolrClient,
        *,
        replicas: Callable[[], Replicas] | None = None,
        is_replicated: bool = False,
    ) -> None:
        self._searching = searching
        self._writing = writing
        self._commits = Commits(searching, writing, is_replicated=is_replicated)
        self._records = RecordStore(searching, writing, self._commits)
        self._passages = PassageStore(searching, writing)
        self._snapshots = SnapshotCache(searching)
        self._searcher = Searcher(searching, self._snapshots)
        self._files = IndexFiles(writing, replicas or partial(Replicas, [writing]), self.commit)

    @classmethod
    def at(
        cls, urls: Sequence[str], collection: str = "contents", *, timeout_s: float = 5.0, connections: int = 32
    ) -> Self:
        """Return the index at some Solr nodes; searches end within the time limit, writes have longer."""
        nodes, is_replicated = Nodes(urls), len(urls) > 1
        searching = SolrClient(nodes, collection, timeout_s=timeout_s, connections=connections)
        writing = SolrClient(
            nodes,
            collection,
            timeout_s=WRITE_TIMEOUT_S,
            connections=connections,
            retry_for_s=LEADER_ELECTION_S if is_replicated else 0.0,
        )
        replicas = partial(replicas_of, collection, nodes, urls[0])
        return cls(searching, writing, replicas=replicas, is_replicated=is_replicated)

    def is_ready(self) -> bool:
        """Whether it answers a known query."""
        return "response" in self._searching.query({"q": "kind:record", "rows": 0})

    # Records

    def get(self, scope: Scope, document: str) -> VersionedRecord | None:
        """Fetch one record of the scope as it is now, committed or not."""
        return self._records.get(scope, document)

    def put(self, record: Record, version: int | None) -> None:
        """Write a record that still has this version (None: that is new), or raise WriteConflict."""
        self._records.put(record, version)

    def can_import_copies(self) -> bool:
        """Whether its schema has room for what `import_copy` writes."""
        return self._records.can_import_copies()

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        """Write a record, as `put` does, that is a copy of this version of it in another index."""
        self._records.import_copy(record, version, of)

    def delete_record(self, record: Record, version: int) -> None:
        """Delete a removed record once its passages are deleted."""
        self._records.delete(record, version)

    def scope_snapshot(self, scope: Scope) -> ScopeSnapshot:
        """Return all records of an application's giver, as committed."""
        return self._snapshots.current(scope)

    def usage(self, scope: Scope) -> Usage:
        """Return how much the scope's giver has given its application, and in all, as committed."""
        return self._records.usage(scope)

    def select_records(self, selection: Selection) -> Iterator[VersionedRecord]:
        """Return all records of a selection, tombstones included."""
        return self._records.select(selection)

    # Records that readers look for

    def due_records(self, now: float, latest: float = inf) -> Sequence[VersionedRecord]:
        """Return records whose reading is due and that no living reader holds: some of each giver, oldest first."""
        return self._records.due(now, latest)

    def pending_readings(self) -> PendingReadings:
        """Return how many readings are due or under way."""
        return self._records.pending_readings()

    def retired_records(self) -> Sequence[Record]:
        """Return some records with readings whose passages are still to be deleted."""
        return self._records.retired()

    def outdated_records(self, reader_version: int) -> Sequence[Record]:
        """Return some records whose active reading is by older format readers, and is not being redone."""
        return self._records.outdated(reader_version)

    # Passages

    def write_passages(self, record: Record, reading_id: str, reading: Reading) -> None:
        """Write the passages of a reading of a document; no search sees them until a record names that reading."""
        self._passages.write(record, reading_id, reading)

    def delete_passages(self, record: Record, readings: Sequence[str]) -> None:
        """Delete the passages of readings that are not active."""
        self._passages.delete(record, readings)

    def outline(self, scope: Scope, record: Record) -> tuple[OutlineEntry, ...]:
        """Return the headings of the active reading."""
        return self._passages.outline(scope, record)

    def passages(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        """Return up to `limit` passages of the active reading whose number is above `after`, each with its number."""
        return self._passages.list(scope, record, after=after, limit=limit)

    # Searching

    def search(self, scope: Scope, question: str, *, rows: int, explain: bool) -> SearchResult:
        """Return the passages of the scope that hold the question's words, best first."""
        return self._searcher.search(scope, question, rows=rows, explain=explain)

    def near_words(self, scope: Scope, snapshot: ScopeSnapshot, word: str) -> tuple[str, ...]:
        """Return words of the scope that are spelt nearly like one that it does not hold."""
        return self._searcher.near_words(scope, snapshot, word)

    # Commits and files

    def commit(self) -> None:
        """Make everything written before durable, and visible to every search that begins after this."""
        self._commits.commit()

    def refresh(self) -> None:
        """Make everything written before visible to every search that begins after this; a crash may undo it."""
        self._commits.refresh()

    def claim_purge(self, now: float, period_s: float) -> bool:
        """Claim the purge of the period that begins now; return whether no other process has it."""
        return self._files.claim_purge(now, period_s)

    def purge(self) -> int:
        """Purge deleted documents from the index's files; return how many there were."""
        return self._files.purge()

    def count_traces(self, scopes: Collection[Scope]) -> int:
        """Count what the files of the index still hold of some scopes, deleted or not."""
        return self._files.count_traces([scope_key(scope) for scope in scopes])
