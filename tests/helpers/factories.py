"""Factories for what tests need: application ids, records, readings, and passages in an index."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

from msgspec.structs import replace

from contents_service.documents.reading.outcomes import active_reading, with_active_reading
from contents_service.documents.records import new_reading_id, with_reading_due
from contents_service.index.protocol import Index, document_id
from contents_service.model import Fingerprint, PassageContent, Reading, Record, Scope, location

NOW = "2026-11-30T00:00:00.000Z"
FILE = Fingerprint(bytes=1, sha256="0" * 64, modified_ns=1)


def new_app_id() -> str:
    """Return an application id that no other test uses."""
    return f"app-{token_hex(6)}"


def make_reading(*texts: str, title: str | None = None, heading: Sequence[str] = ()) -> Reading:
    """Return a reading with one passage of one line for each text."""
    passages = [
        PassageContent(text=text, where=location(lines=(at, at), heading=heading)) for at, text in enumerate(texts, 1)
    ]
    return Reading(format="text", passages=tuple(passages), title=title)


def make_record(scope: Scope, path: str) -> Record:
    """Return the record of a document that was just given and is due to be read."""
    record = Record(id=document_id(scope, path), app=scope.app, giver=scope.giver, path=path, given_at=NOW, file=FILE)
    return with_reading_due(record, NOW)


def write_reading(index: Index, scope: Scope, path: str, reading: Reading) -> Record:
    """Write a reading, uncommitted, and make it the active one of a document, which is given if it was not."""
    current = index.get(scope, document_id(scope, path))
    record = current.record if current else make_record(scope, path)
    active = active_reading(reading, new_reading_id(record.id), FILE, NOW)
    updated = replace(with_active_reading(record, active), removed=False)
    index.write_passages(record, active.reading, reading)
    index.put(updated, current.version if current else None)
    return updated
