"""Short ways to make what tests need: records, readings, and an index that holds them."""

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
    """The name of an application that no other test has."""
    return f"app-{token_hex(6)}"


def make_reading(*texts: str, title: str | None = None, heading: Sequence[str] = ()) -> Reading:
    """A reading with a passage for each text, a line each."""
    drafts = [
        PassageContent(text=text, where=location(lines=(at, at), heading=heading)) for at, text in enumerate(texts, 1)
    ]
    return Reading(format="text", passages=tuple(drafts), title=title)


def make_record(scope: Scope, path: str) -> Record:
    """A document that was just given and is due to be read."""
    record = Record(id=document_id(scope, path), app=scope.app, giver=scope.giver, path=path, given_at=NOW, file=FILE)
    return with_reading_due(record, NOW)


def write_reading(index: Index, scope: Scope, path: str, reading: Reading) -> Record:
    """Let a reading answer for a document, given now if it was not, without a commit."""
    kept = index.get(scope, document_id(scope, path))
    record = kept.record if kept else make_record(scope, path)
    held = active_reading(reading, new_reading_id(record.id), FILE, NOW)
    swapped = replace(with_active_reading(record, held), removed=False)
    index.write_passages(record, held.reading, reading)
    index.put(swapped, kept.version if kept else None)
    return swapped
