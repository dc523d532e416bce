"""The files of an index in Solr, where deleted documents are only marked as such until they are purged.

In a SolrCloud each replica has its own files, so each is purged by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from contents_service.index.protocol import WriteConflict
from contents_service.solr.client import SolrClient
from contents_service.solr.replicas import Replicas

MAX_LOGS = 10
"""The number of update logs that Solr keeps (`solrconfig.xml`): after this many new logs, none holds older writes."""
THIS_CORE_ONLY = {"update.chain": "alone"}
"""The parameter for a command that a core must not forward (`solrconfig.xml`). With a forwarded merge, a leader gives
up on a replica after seconds, and deletions by query wait for the merge, with all writes behind them."""
MERGE_TIMEOUT_S = 900.0
"""Seconds to wait until segments are rewritten, which may take minutes; Solr finishes a longer merge by itself."""
STRAYS_PER_DELETION = 1_000
"""Passages without a record to delete with one request."""
PURGE_CLAIM = {"id": "purge!turn", "kind": "turn", "scope": "-", "document": "-"}
"""The document that holds, as `json`, the time until which no other process needs to purge."""
KINDS = ("passage", "outline", "record")
"""The kinds of Solr documents that hold people's words; a record holds names and titles."""


class IndexFiles:
    """The segments and update logs of all replicas of a collection."""

    def __init__(self, writing: SolrClient, replicas: Callable[[], Replicas], commit: Callable[[], None]) -> None:
        self._writing = writing
        self._replicas = replicas
        self._commit = commit

    def claim_purge(self, now: float, period_s: float) -> bool:
        """Claim the purge of the period that begins now; return whether no other process has it."""
        found = self._writing.query({"id": PURGE_CLAIM["id"], "fl": "json,_version_"}, "get")["doc"]
        claimed_until = float(found["json"]) if found else now
        if now < claimed_until <= now + period_s:  # a later time means that a clock was set back
            return False
        try:
            self._writing.update(
                [{**PURGE_CLAIM, "json": repr(now + period_s), "_version_": found["_version_"] if found else -1}]
            )
        except WriteConflict:
            return False
        return True

    def purge(self) -> int:
        """Rewrite the segments with deleted documents, and the logs; return how many there were in all replicas.

        If it is killed, the next purge completes it. A replica that is away when this begins is left to the next purge,
        since it may have missed the rotation of the logs.
        """
        replicas = self._replicas()
        self._delete_strays()
        self._rotate_logs()
        self._commit()
        return replicas.total(_rewrite_segments)

    def count_traces(self, scopes: Collection[str]) -> int:
        """Count the documents of some scopes in the segments of all replicas, deleted ones included."""
        return self._replicas().total(lambda core: _count_terms(core, "scope", scopes)) if scopes else 0

    def _delete_strays(self) -> None:
        """Delete passages of documents without a record, left by a reader that was killed while it wrote them."""
        strays = {
            "q": "{!bool must=$texts must_not=$recorded}",
            "texts": "kind:(passage outline)",
            "recorded": "{!join from=document to=document}kind:record",
            "fl": "id",
            "rows": STRAYS_PER_DELETION,
        }
        while found := self._writing.query(strays)["response"]["docs"]:
            self._writing.command({"delete": [document["id"] for document in found]})
            self._commit()

    def _rotate_logs(self) -> None:
        """Have each shard begin new update logs until it has deleted all present ones."""
        self._commit()
        for _ in range(MAX_LOGS):
            self._writing.command({"delete": {"query": "id:none"}})  # reaches all shards, and is logged
            self._writing.command({"commit": {"openSearcher": False}})


def _rewrite_segments(core: SolrClient) -> int:
    """Rewrite the segments of one core with deleted documents; return how many there were.

    The merge is part of a soft commit, because a hard one would make all other commits wait, and with them everybody
    who adds a document. Only a hard commit deletes the old files.
    """
    deleted = _count_deleted(core)
    if deleted:
        core.with_timeout(MERGE_TIMEOUT_S).command(
            {"commit": {"softCommit": True, "expungeDeletes": True}}, THIS_CORE_ONLY
        )
        core.command({"commit": {}}, THIS_CORE_ONLY)
    return deleted


def _count_deleted(core: SolrClient) -> int:
    """Count the deleted documents in segments: counts of terms include them, queries do not."""
    query = {"q": "{!terms f=kind}" + ",".join(KINDS), "rows": 0, "distrib": "false"}
    found = core.query(query)["response"]["numFound"]
    return _count_terms(core, "kind", KINDS) - int(found)


def _count_terms(core: SolrClient, field: str, terms: Collection[str]) -> int:
    """Count the documents in segments, deleted ones included, that have one of some terms; none may have two."""
    params: dict[str, Any] = {"terms.fl": field, "terms.list": ",".join(terms), "json.nl": "map", "distrib": "false"}
    return sum(core.query(params, "terms")["terms"].get(field, {}).values())
