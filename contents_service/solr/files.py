"""The files that Solr keeps an index in: what was deleted is only marked in them, and leaves them with a purge."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from contents_service.index import LostRace
from contents_service.solr.client import SolrClient

LOGS_KEPT = 10
"""Update logs that Solr keeps of what was committed, as `solrconfig.xml` says: so many new ones, and none of them holds
what was written before."""
MERGED_WITHIN_S = 3600.0
"""A purge ends when the segments are rewritten: minutes for millions of passages."""
SWEPT_AT_ONCE = 1_000
TURN = {"id": "purge!turn", "kind": "turn", "scope": "-", "document": "-"}
"""The one document that says, as `json`, until when no other process needs to purge."""
KINDS = ("passage", "outline", "record")
"""What holds words of documents; a record has their names and titles."""


class IndexFiles:
    """The segments and update logs of a collection."""

    def __init__(self, writing: SolrClient, merging: SolrClient, commit: Callable[[], None]) -> None:
        self._writing = writing
        self._merging = merging
        self._commit = commit

    def take_turn(self, now: float, period_s: float) -> bool:
        """Whether the caller is the one process that is to purge in the period that begins now."""
        found = self._writing.asked({"id": TURN["id"], "fl": "json,_version_"}, "get")["doc"]
        taken_until = float(found["json"]) if found else now
        if now < taken_until <= now + period_s:  # later than that, and a clock was set back since
            return False
        try:
            self._writing.updated(
                [{**TURN, "json": repr(now + period_s), "_version_": found["_version_"] if found else -1}]
            )
        except LostRace:
            return False
        return True

    def purge(self) -> int:
        """Rewrite the segments that hold anything deleted, and the logs; how much there was.

        Killed at any point, it leaves nothing that the next purge would not see. The segments are merged under a soft
        commit, because a hard one would keep every other, and with it every gift, waiting until it is done.
        """
        self._sweep()
        self._turn_logs_over()
        self._commit()
        deleted = self._deleted()
        if deleted:
            self._merging.commanded({"commit": {"softCommit": True, "expungeDeletes": True}})
            self._commit()
        return deleted

    def traces(self, scopes: Collection[str]) -> int:
        """How many documents of some scopes the segments hold, deleted ones included."""
        return sum(self._counted("scope", scopes)) if scopes else 0

    def _sweep(self) -> None:
        """Delete the passages of documents that have no record: a reader was killed as it wrote them."""
        stray = {
            "q": "{!bool must=$texts must_not=$recorded}",
            "texts": "kind:(passage outline)",
            "recorded": "{!join from=document to=document}kind:record",
            "fl": "id",
            "rows": SWEPT_AT_ONCE,
        }
        while found := self._writing.asked(stray)["response"]["docs"]:
            self._writing.commanded({"delete": [document["id"] for document in found]})
            self._commit()

    def _turn_logs_over(self) -> None:
        """Have each shard begin new update logs, until it has given up all those that it has now."""
        self._commit()
        for _ in range(LOGS_KEPT):
            self._writing.commanded({"delete": {"query": "id:none"}})  # it reaches all shards, and is logged
            self._writing.commanded({"commit": {"openSearcher": False}})

    def _deleted(self) -> int:
        """How much that is deleted is still in segments: a term counts it, a query does not."""
        found = self._writing.asked({"q": "{!terms f=kind}" + ",".join(KINDS), "rows": 0})["response"]["numFound"]
        return sum(self._counted("kind", KINDS)) - int(found)

    def _counted(self, field: str, terms: Collection[str]) -> list[int]:
        """In how many documents of the segments each of some terms is, deleted ones included."""
        asked: dict[str, Any] = {"terms.fl": field, "terms.list": ",".join(terms), "json.nl": "map"}
        return list(self._writing.asked(asked, "terms")["terms"].get(field, {}).values())
