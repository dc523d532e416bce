"""The passages and outlines of readings in Solr: writing, listing and deleting them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from contents_service.model import OutlineEntry, PassageContent, Reading, Record, Scope
from contents_service.solr.client import SolrClient
from contents_service.solr.documents import PassageDocument, encode_passages, read_passage_documents
from contents_service.solr.keys import key_of, scope_key, to_shard_of

PASSAGES_PER_UPDATE = 500
"""Passages in one update request, which limits its size."""


class PassageStore:
    """The passages of all readings."""

    def __init__(self, searching: SolrClient, writing: SolrClient) -> None:
        self._searching = searching
        self._writing = writing

    def write(self, record: Record, reading_id: str, reading: Reading) -> None:
        """Write the passages of a reading of a document."""
        documents = encode_passages(record, reading_id, reading)
        while batch := list(islice(documents, PASSAGES_PER_UPDATE)):
            self._writing.update(batch)

    def delete(self, record: Record, readings: Sequence[str]) -> None:
        """Delete the passages of readings of the record's application and giver."""
        if not readings:
            return
        scope, ids = key_of(record.app, record.giver), ",".join(readings)
        query = f'+scope:{scope} +_query_:"{{!terms f=reading}}{ids}"'
        self._writing.command({"delete": {"query": query}}, to_shard_of(record.app))

    def outline(self, scope: Scope, record: Record) -> tuple[OutlineEntry, ...]:
        """Return the headings of the active reading."""
        found = self._query_active_reading(scope, record, "outline", after=-1, limit=1)
        return msgspec.json.decode(found[0].json, type=tuple[OutlineEntry, ...]) if found else ()

    def list(self, scope: Scope, record: Record, *, after: int, limit: int) -> Sequence[tuple[int, PassageContent]]:
        """Return up to `limit` passages of the active reading whose number is above `after`, each with its number."""
        found = self._query_active_reading(scope, record, "passage", after=after, limit=limit)
        return [(document.number, document.decode()) for document in found]

    def _query_active_reading(
        self, scope: Scope, record: Record, kind: str, *, after: int, limit: int
    ) -> Sequence[PassageDocument]:
        if not record.active:
            return ()
        answer = self._searching.query(
            {
                "q": "{!field f=reading v=$reading}",
                "reading": record.active.reading,
                "fq": [
                    f"{{!field f=scope v='{scope_key(scope)}'}}",
                    f"{{!field cache=false f=kind v='{kind}'}}",
                    f"{{!frange cache=false incl=false l={after}}}number",
                ],
                "sort": "number asc",
                "rows": limit,
                "fl": "json,number",
                **to_shard_of(scope.app),
            }
        )
        return read_passage_documents(answer)
