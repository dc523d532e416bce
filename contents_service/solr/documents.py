"""The Solr documents of records, outlines and passages: encoding and decoding them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from contents_service.index.indexed_text import indexed_passages
from contents_service.index.scope_snapshot import VersionedRecord
from contents_service.model import PassageContent, Reading, Record
from contents_service.relevance.scoring import saturation_point, title_weight
from contents_service.relevance.terms import has_cjk
from contents_service.solr.keys import key_of, solr_id

Fields = dict[str, Any]
STORED_RECORD_FIELDS = "json,_version_,carried"
"""The value of `fl` that requests the fields of a RecordDocument."""


class RecordDocument(Struct, frozen=True):
    """A record as Solr returns it."""

    json: str
    version: int = msgspec.field(name="_version_")
    copied_version: int | None = msgspec.field(default=None, name="carried")

    def decode(self) -> VersionedRecord:
        """Return the record and its version."""
        return VersionedRecord(msgspec.json.decode(self.json, type=Record), self.version, self.copied_version)


class PassageDocument(Struct, frozen=True):
    """A passage as Solr returns it."""

    json: str
    number: int = 0

    def decode(self) -> PassageContent:
        """Return the content of the passage."""
        return msgspec.json.decode(self.json, type=PassageContent)


def read_records(answer: Mapping[str, Any]) -> list[VersionedRecord]:
    """Return the records in the answer to a query."""
    documents = msgspec.convert(answer["response"]["docs"], list[RecordDocument])
    return [document.decode() for document in documents]


def read_passage_documents(answer: Mapping[str, Any]) -> list[PassageDocument]:
    """Return the passages in the answer to a query, not yet decoded."""
    return msgspec.convert(answer["response"]["docs"], list[PassageDocument])


def encode_record(record: Record, version: int | None) -> Fields:
    """Return a record as a Solr document that replaces only this version of the record.

    If the version is None, the record must be new.
    """
    fields: Fields = {
        "id": solr_id(record.app, record.id),
        "_version_": -1 if version is None else version,
        "kind": "record",
        "scope": key_of(record.app, record.giver),
        "document": record.id,
        "giver": record.giver,
        "json": msgspec.json.encode(record).decode(),
    }
    if record.job and not record.removed:
        fields |= {"due": "yes", "since": record.job.since, "lease_until": record.job.lease_until}
    if not record.removed:
        fields["passages"] = record.active.passages if record.active else 0
    if record.active:
        fields["reader_version"] = record.active.reader_version
    if record.retired or record.removed:
        # A removed record with no retired readings needs a value too, so that the query `retired:*` finds it.
        fields |= {"retired": list(record.retired) or ["none"]}
    return fields


def encode_passages(record: Record, reading_id: str, reading: Reading) -> Iterator[Fields]:
    """Yield the passages of a reading, and its outline, as Solr documents.

    `k` is the saturation point of BM25, `tw` the title's weight and `nw` the weight of the file name.
    """
    common = {"scope": key_of(record.app, record.giver), "document": record.id, "reading": reading_id}
    title = " ".join(filter(None, (reading.title, reading.keywords)))
    name = record.name.rpartition(".")[0] or record.name
    titles = {"title": title, "name": name, "tw": title_weight(title), "nw": title_weight(name)}
    for number, passage in enumerate(indexed_passages(record, reading), 1):
        yield {
            "id": solr_id(record.app, f"{reading_id}.{number}"),
            "kind": "passage",
            "number": number,
            "body": passage.text,
            "exact": passage.text,  # the same text, unstemmed
            **({"cjk": passage.text} if has_cjk(passage.text) else {}),
            "values": passage.values,
            "k": saturation_point(passage.words),
            "json": msgspec.json.encode(passage.content).decode(),
            **common,
            **titles,
        }
    yield {
        "id": solr_id(record.app, f"{reading_id}.outline"),
        "kind": "outline",
        "number": 0,
        "json": msgspec.json.encode(reading.outline).decode(),
        **common,
    }
