"""Records in Solr: writing them by version, reading one, and selecting them for readers and operators."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any

import msgspec

from contents_service.index.protocol import PendingReadings, Totals, Usage, WriteConflict
from contents_service.index.scope_snapshot import VersionedRecord
from contents_service.model import AllDocuments, ApplicationDocuments, PersonDocuments, Record, Scope, Selection
from contents_service.solr.client import QueryRefused, SolrClient
from contents_service.solr.commits import Commits
from contents_service.solr.documents import STORED_RECORD_FIELDS, Fields, RecordDocument, encode_record, read_records
from contents_service.solr.keys import scope_key, solr_id

MAX_GIVERS = 50
"""Givers whose due documents a reader looks at to find its next, since givers take turns."""
MAX_PER_GIVER = 32
"""Due documents of each giver that a reader looks at to find its next."""
RECORDS_PER_CLEANUP = 100
"""Retired or outdated records that a reader looks at in one go."""
RECORDS_PER_PAGE = 200
"""Records in one answer when all records of a selection are read."""


class RecordStore:
    """The records of all applications."""

    def __init__(self, searching: SolrClient, writing: SolrClient, commits: Commits) -> None:
        self._searching = searching
        self._writing = writing
        self._commits = commits

    def get(self, scope: Scope, document: str) -> VersionedRecord | None:
        """Fetch one record of the scope as it is now, committed or not."""
        params = {"id": solr_id(scope.app, document), "fl": f"{STORED_RECORD_FIELDS},reading,scope"}
        found = self._searching.query(params, "get")["doc"]
        if not found or "reading" in found or found["scope"] != scope_key(scope):  # a passage has an id too
            return None
        versioned = msgspec.convert(found, RecordDocument).decode()
        return versioned if scope.covers(versioned.record.path) else None

    def put(self, record: Record, version: int | None) -> None:
        """Write a record that still has this version (None: one that is new), or raise WriteConflict."""
        self._put(encode_record(record, version))

    def import_copy(self, record: Record, version: int | None, of: int) -> None:
        """Write a record, as `put` does, that is a copy of this version of it in another index."""
        self._put({**encode_record(record, version), "carried": of})

    def _put(self, fields: Fields) -> None:
        self._commits.note_written(fields["id"])
        try:
            self._writing.update([fields])
        except WriteConflict:
            # After a retry the conflict may be our own write, which has then succeeded.
            found = self._searching.query({"id": fields["id"], "fl": "json"}, "get")["doc"]
            if not found or found["json"] != fields["json"]:
                raise

    def delete(self, record: Record, version: int) -> None:
        """Delete a removed record of this version."""
        self._writing.command({"delete": {"id": solr_id(record.app, record.id), "_version_": version}})

    def can_import_copies(self) -> bool:
        """Whether the schema has the field that `import_copy` writes."""
        try:
            self._searching.query({"q": "*:*", "rows": 0, "sort": "carried asc"})
        except QueryRefused:
            return False
        return True

    def usage(self, scope: Scope) -> Usage:
        """Return how much the scope's giver has given its application, and in all, as committed."""
        in_app = {"type": "query", "q": "{!field f=scope v=$scope}", "facet": {"passages": "sum(passages)"}}
        facets = self._searching.query(
            {
                "q": "{!field f=giver v=$giver}",
                "giver": scope.giver,
                "scope": scope_key(scope),
                "fq": "{!lucene cache=false}passages:[0 TO *]",
                "rows": 0,
                "json.facet": json.dumps({"passages": "sum(passages)", "in_app": in_app}),
            }
        )["facets"]
        return Usage(in_app=_totals(facets.get("in_app", {})), in_all=_totals(facets))

    def due(self, now: float, latest: float = inf) -> Sequence[VersionedRecord]:
        """Return records whose reading is due and that no living reader holds: some of each giver, oldest first."""
        lease_until = "lease_until" if latest == inf else f"if(gt(lease_until,{latest!r}),0,lease_until)"
        answer = self._searching.query(
            {
                "q": "due:yes",
                "fq": [f"{{!frange cache=false u={now!r}}}{lease_until}"],
                "group": "true",
                "group.field": "giver",
                "group.limit": MAX_PER_GIVER,
                "group.sort": "since asc,id asc",
                "sort": "since asc",
                "rows": MAX_GIVERS,
                "fl": STORED_RECORD_FIELDS,
            }
        )
        groups = [read_records({"response": group["doclist"]}) for group in answer["grouped"]["giver"]["groups"]]
        return [group[place] for place in range(MAX_PER_GIVER) for group in groups if place < len(group)]

    def pending_readings(self) -> PendingReadings:
        """Return how many readings are due or under way."""
        answer = self._searching.query({"q": "due:yes", "sort": "since asc", "rows": 1, "fl": STORED_RECORD_FIELDS})
        jobs = [versioned.record.job for versioned in read_records(answer)]
        return PendingReadings(answer["response"]["numFound"], jobs[0].since if jobs and jobs[0] else None)

    def retired(self) -> Sequence[Record]:
        """Return some records with readings whose passages are still to be deleted."""
        return self._find_some("retired:*")

    def outdated(self, reader_version: int) -> Sequence[Record]:
        """Return some records whose active reading is by older format readers, and is not being redone."""
        return self._find_some(f"reader_version:[* TO {reader_version - 1}] -due:yes")

    def _find_some(self, query: str) -> list[Record]:
        answer = self._searching.query({"q": query, "rows": RECORDS_PER_CLEANUP, "fl": STORED_RECORD_FIELDS})
        return [versioned.record for versioned in read_records(answer)]

    def select(self, selection: Selection) -> Iterator[VersionedRecord]:
        """Return all records of a selection, tombstones included."""
        match selection:
            case ApplicationDocuments(app=app):
                query = {"q": "{!prefix f=id v=$prefix}", "prefix": solr_id(app, "")}
            case PersonDocuments(giver=giver):
                query = {"q": "{!field f=giver v=$giver}", "giver": giver}
            case AllDocuments():
                query = {"q": "*:*"}
        found = self._read_pages({**query, "fq": "kind:record"})
        return (each for each in found if selection.covers(each.record.app, each.record.giver))

    def _read_pages(self, query: Mapping[str, str]) -> Iterator[VersionedRecord]:
        """Return all records that a query finds in the order of their ids, with Solr's cursor."""
        params: dict[str, Any] = {**query, "fl": STORED_RECORD_FIELDS, "sort": "id asc", "rows": RECORDS_PER_PAGE}
        previous, cursor = "", "*"
        while cursor != previous:
            previous = cursor
            answer = self._writing.query({**params, "cursorMark": cursor})
            yield from read_records(answer)
            cursor = answer["nextCursorMark"]


def _totals(facet: Mapping[str, Any]) -> Totals:
    return Totals(documents=facet.get("count", 0), passages=int(facet.get("passages", 0)))
