"""The files that Solr keeps an index in: what was deleted is only marked in them, and leaves them with a purge.

In a SolrCloud each replica has files of its own, so each is asked by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from contents_service.index.protocol import WriteConflict
from contents_service.solr.client import SolrClient
from contents_service.solr.replicas import Replicas

LOGS_KEPT = 10
"""Update logs that Solr keeps of what was committed, as `solrconfig.xml` says: so many new ones, and none of them holds
what was written before."""
ALONE = {"update.chain": "alone"}
"""How a core is told what it is to do itself and not to hand on, as `solrconfig.xml` says. By the way of all else, a
leader gives up waiting for a replica that merges for longer than seconds, and while a core merges, what is deleted by a
query waits for it, and all writing behind that."""
MERGED_WITHIN_S = 900.0
"""Rewriting segments takes seconds to minutes (docs/operating.md); with what takes longer, Solr goes on by itself."""
SWEPT_AT_ONCE = 1_000
TURN = {"id": "purge!turn", "kind": "turn", "scope": "-", "document": "-"}
"""The one document that says, as `json`, until when no other process needs to purge."""
KINDS = ("passage", "outline", "record")
"""What holds words of documents; a record has their names and titles."""


class IndexFiles:
    """The segments and update logs of all replicas of a collection."""

    def __init__(self, writing: SolrClient, replicas: Callable[[], Replicas], commit: Callable[[], None]) -> None:
        self._writing = writing
        self._replicas = replicas
        self._commit = commit

    def claim_purge(self, now: float, period_s: float) -> bool:
        """Whether the caller is the one process that is to purge in the period that begins now."""
        found = self._writing.query({"id": TURN["id"], "fl": "json,_version_"}, "get")["doc"]
        taken_until = float(found["json"]) if found else now
        if now < taken_until <= now + period_s:  # later than that, and a clock was set back since
            return False
        try:
            self._writing.update(
                [{**TURN, "json": repr(now + period_s), "_version_": found["_version_"] if found else -1}]
            )
        except WriteConflict:
            return False
        return True

    def purge(self) -> int:
        """Rewrite the segments that hold anything deleted, and the logs; how much there was, in all replicas.

        Killed at any point, it leaves nothing that the next purge would not see. A replica that is away is left to the
        next: it is if it was when this one began, since it may have missed the turn of the logs.
        """
        replicas = self._replicas()
        self._sweep()
        self._turn_logs_over()
        self._commit()
        return replicas.total(_rewritten)

    def count_traces(self, scopes: Collection[str]) -> int:
        """How many documents of some scopes the segments of all replicas hold, deleted ones included."""
        return self._replicas().total(lambda core: _counted(core, "scope", scopes)) if scopes else 0

    def _sweep(self) -> None:
        """Delete the passages of documents that have no record: a reader was killed as it wrote them."""
        stray = {
            "q": "{!bool must=$texts must_not=$recorded}",
            "texts": "kind:(passage outline)",
            "recorded": "{!join from=document to=document}kind:record",
            "fl": "id",
            "rows": SWEPT_AT_ONCE,
        }
        while found := self._writing.query(stray)["response"]["docs"]:
            self._writing.command({"delete": [document["id"] for document in found]})
            self._commit()

    def _turn_logs_over(self) -> None:
        """Have each shard begin new update logs, until it has given up all those that it has now."""
        self._commit()
        for _ in range(LOGS_KEPT):
            self._writing.command({"delete": {"query": "id:none"}})  # it reaches all shards, and is logged
            self._writing.command({"commit": {"openSearcher": False}})


def _rewritten(core: SolrClient) -> int:
    """Rewrite the segments of one core that hold anything deleted; how much there was.

    They are merged under a soft commit, because a hard one would keep every other, and with it every gift, waiting
    until it is done. Only a hard one deletes the old files.
    """
    deleted = _deleted(core)
    if deleted:
        core.with_timeout(MERGED_WITHIN_S).command({"commit": {"softCommit": True, "expungeDeletes": True}}, ALONE)
        core.command({"commit": {}}, ALONE)
    return deleted


def _deleted(core: SolrClient) -> int:
    """How much that is deleted is still in segments: a term counts it, a query does not."""
    query = {"q": "{!terms f=kind}" + ",".join(KINDS), "rows": 0, "distrib": "false"}
    found = core.query(query)["response"]["numFound"]
    return _counted(core, "kind", KINDS) - int(found)


def _counted(core: SolrClient, field: str, terms: Collection[str]) -> int:
    """In how many documents of the segments some terms are, of which none has two; deleted ones included."""
    asked: dict[str, Any] = {"terms.fl": field, "terms.list": ",".join(terms), "json.nl": "map", "distrib": "false"}
    return sum(core.query(asked, "terms")["terms"].get(field, {}).values())
