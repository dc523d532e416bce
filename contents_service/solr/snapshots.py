"""Snapshots of scopes, kept in memory and updated with what changed."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

from contents_service.index.scope_snapshot import ScopeSnapshot, VersionedRecord
from contents_service.model import Scope
from contents_service.solr.client import SolrClient
from contents_service.solr.documents import STORED_RECORD_FIELDS, read_records
from contents_service.solr.keys import scope_key, to_shard_of

MAX_RECORDS = 100_000
"""Largest number of records in one scope."""
MAX_SCOPES = 256
"""Scopes whose snapshots a process remembers; each takes as much memory as its records."""


def version_facet(scope_key: str) -> dict[str, Any]:
    """Return the facet that reveals a change of a scope: its number of records, and the newest version."""
    return {
        "type": "query",
        "q": "*:*",
        "domain": {"query": [f"{{!field f=scope v='{scope_key}'}}", "{!field f=kind v='record'}"]},
        "facet": {"newest": "max(_version_)"},
    }


def read_version(facet: Mapping[str, Any]) -> str:
    """Return the version of a scope that `version_facet` found."""
    return _version(facet["count"], facet.get("newest", 0))


def _version(records: int, newest: float) -> str:
    return f"{records}-{newest:.0f}"


class SnapshotCache:
    """The latest snapshot of each scope."""

    def __init__(self, solr: SolrClient) -> None:
        self._solr = solr
        self._snapshots: OrderedDict[str, ScopeSnapshot] = OrderedDict()
        self._lock = Lock()

    def remembered(self, scope: Scope) -> ScopeSnapshot | None:
        """Return the snapshot in memory, which may be out of date."""
        with self._lock:
            return self._snapshots.get(scope_key(scope))

    def current(self, scope: Scope) -> ScopeSnapshot:
        """Return a snapshot of what is committed now."""
        facet = json.dumps({"records": version_facet(scope_key(scope))})
        answer = self._solr.query({"q": "*:*", "rows": 0, "json.facet": facet, **to_shard_of(scope.app)})
        return self.at_version(scope, read_version(answer["facets"]["records"]))

    def at_version(self, scope: Scope, version: str) -> ScopeSnapshot:
        """Return the snapshot in memory if it has this version, and the current one otherwise."""
        key = scope_key(scope)
        with self._lock:
            snapshot = self._snapshots.get(key)
            if snapshot and snapshot.version == version:
                self._snapshots.move_to_end(key)
                return snapshot
        return self._load(scope, version, snapshot)

    def _load(self, scope: Scope, version: str, old: ScopeSnapshot | None) -> ScopeSnapshot:
        """Fetch what changed since the old snapshot, or all records if any was deleted."""
        since = max((each.version for each in old.versioned.values()), default=0) if old else 0
        versioned = dict(old.versioned) if old else {}
        versioned |= {each.record.id: each for each in self._records(scope, since)}
        if old and len(versioned) != int(version.partition("-")[0]):
            return self._load(scope, version, None)
        newest = max((each.version for each in versioned.values()), default=0)
        snapshot = ScopeSnapshot(_version(len(versioned), float(newest)), versioned)
        self._remember(scope, snapshot)
        return snapshot

    def _remember(self, scope: Scope, snapshot: ScopeSnapshot) -> None:
        key = scope_key(scope)
        with self._lock:
            self._snapshots[key] = snapshot
            self._snapshots.move_to_end(key)
            while len(self._snapshots) > MAX_SCOPES:
                self._snapshots.popitem(last=False)

    def _records(self, scope: Scope, since: int) -> Iterable[VersionedRecord]:
        filters = [f"{{!field f=scope v='{scope_key(scope)}'}}", "{!field cache=false f=kind v='record'}"]
        filters += [f"{{!frange cache=false incl=false l={since}}}_version_"] if since else []
        params = {"q": "*:*", "fq": filters, "fl": STORED_RECORD_FIELDS, "rows": MAX_RECORDS, **to_shard_of(scope.app)}
        return read_records(self._solr.query(params))
