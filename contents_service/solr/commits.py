"""Commits, which make what was written durable, or at least visible to searches."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any

from contents_service.errors import IndexUnavailable
from contents_service.solr.client import SolrClient
from contents_service.solr.shared_commit import SharedCommit

PAUSES_S = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds before a commit that did nothing is repeated. Each shard refreshes every second even without one."""
MAX_VERSIONS = 100_000
"""Documents whose versions one request may ask for."""


class Commits:
    """Commits that callers share, each checked where replicas may have missed it."""

    def __init__(self, searching: SolrClient, writing: SolrClient, *, is_replicated: bool) -> None:
        self._searching = searching
        self._writing = writing
        self._is_replicated = is_replicated
        self._uncommitted: set[str] = set()
        self._lock = Lock()
        self.commit = SharedCommit(lambda: self._commit({}))
        """Makes everything written before durable and visible to searches."""
        self.refresh = SharedCommit(lambda: self._commit({"softCommit": True}))
        """Makes everything written before visible to searches; a crash may undo it."""

    def note_written(self, solr_id: str) -> None:
        """Remember a document about to be written, so that the next commit checks that searches see it."""
        with self._lock:
            self._uncommitted.add(solr_id)

    def _commit(self, options: Mapping[str, Any]) -> None:
        """Commit what was written; after a failure the next commit checks the same documents again."""
        with self._lock:
            written, self._uncommitted = self._uncommitted, set()
        try:
            self._commit_until_searched(written, options)
        except IndexUnavailable:
            with self._lock:
                self._uncommitted |= written
            raise

    def _commit_until_searched(self, written: Iterable[str], options: Mapping[str, Any]) -> None:
        """Commit until searches see what was written: a shard whose leader just died ignores commits silently."""
        for pause_s in PAUSES_S:
            latest = self._versions("get", written)
            self._writing.command({"commit": options})
            searched = self._versions("select", written)
            if all(searched.get(document, 0) >= version for document, version in latest.items()):
                return
            time.sleep(pause_s)
        raise IndexUnavailable("The index is slow to show what was written. Try again in a moment.")

    def _versions(self, handler: str, documents: Iterable[str]) -> dict[str, int]:
        """Return the versions of documents, the latest ones (`get`) or those that searches see (`select`)."""
        ids = ",".join(documents)
        if not (ids and self._is_replicated):
            return {}
        params = {"ids": ids, "q": "{!terms f=id v=$ids}", "rows": MAX_VERSIONS, "fl": "id,_version_"}
        found = self._searching.query(params, handler)["response"]["docs"]
        return {document["id"]: document["_version_"] for document in found}
