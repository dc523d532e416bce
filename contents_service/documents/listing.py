"""The documents that were given to an application, as the card and the API show them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from hashlib import sha256
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from contents_service.citations import DocumentNames
from contents_service.documents.freshness import original_state
from contents_service.documents.records import given_record
from contents_service.documents.services import Services
from contents_service.errors import InvalidRequest
from contents_service.index.scope_snapshot import ScopeSnapshot
from contents_service.model import Document, OutlineEntry, Passage, PassageContent, Record, Scope, State

Item = TypeVar("Item")

UNKNOWN_CURSOR = "No list returned this cursor. Use the `next` of the page before."


class ListPage(Struct, Generic[Item], frozen=True):
    """One page of a list, the cursor of the next page, and a tag that changes when the page does."""

    items: tuple[Item, ...]
    next: str | None
    etag: str


class DocumentWithOutline(Struct, frozen=True):
    """One document with its outline, and a tag that changes when the document does."""

    document: Document
    outline: tuple[OutlineEntry, ...]
    etag: str


def list_documents(
    services: Services, scope: Scope, *, state: State | None, cursor: str | None, limit: int
) -> ListPage[Document]:
    """Return the documents of a scope, in the order in which they were given."""
    after = _read_cursor(cursor)
    records = services.index.scope_snapshot(scope).records(scope)
    remaining = [
        record
        for record in records
        if (record.given_at, record.id) > after and (state is None or record.state == state)
    ]
    page = [to_document(services, record) for record in remaining[:limit]]
    next_cursor = _cursor(page[-1].given_at, page[-1].id) if len(remaining) > limit else None
    return ListPage(tuple(page), next_cursor, etag_of((page, next_cursor)))


def get_document(services: Services, scope: Scope, document_id: str) -> Document:
    """Return one document; raise NotFound if it is not in the scope."""
    return to_document(services, _record(services.index.scope_snapshot(scope), scope, document_id))


def get_document_with_outline(services: Services, scope: Scope, document_id: str) -> DocumentWithOutline:
    """Return one document with its outline; raise NotFound if it is not in the scope."""
    record = _record(services.index.scope_snapshot(scope), scope, document_id)
    document = to_document(services, record)
    return DocumentWithOutline(document, services.index.outline(scope, record), etag_of(document))


def list_passages(
    services: Services, scope: Scope, document_id: str, *, cursor: str | None, limit: int
) -> ListPage[Passage]:
    """Return the passages of a document's active reading, in order."""
    snapshot = services.index.scope_snapshot(scope)
    record = _record(snapshot, scope, document_id)
    after = _read_number(cursor)
    numbered = services.index.passages(scope, record, after=after, limit=limit + 1)
    page = tuple(to_passage(record, number, content, snapshot.names) for number, content in numbered[:limit])
    next_cursor = _cursor(str(page[-1].number), "") if len(numbered) > limit else None
    return ListPage(page, next_cursor, etag_of((page, next_cursor)))


def list_paths(services: Services, scope: Scope) -> tuple[str, ...]:
    """Return the paths of the documents that were given, as the Appspec's `contents:` lists them."""
    return tuple(record.path for record in services.index.scope_snapshot(scope).records(scope))


def to_document(services: Services, record: Record) -> Document:
    """Return the document of a record. While it is being read, it has the length and hash of the file being read."""
    active = record.active
    file = active.file if active and not record.job else record.file
    return Document(
        id=record.id,
        path=record.path,
        name=record.name,
        title=active.title if active else None,
        given_by=record.giver,
        given_at=record.given_at,
        read_at=active.read_at if active else None,
        enabled=record.enabled,
        state=record.state,
        progress=record.job.progress if record.job else None,
        why=record.why if record.state == "not_read" else None,
        reread=record.reread,
        original=original_state(services.home, record),
        format=active.format if active else record.format,
        bytes=file.bytes,
        sha256=file.sha256,
        encoding=active.encoding if active else None,
        passages=active.passages if active else 0,
        pages=active.pages if active else record.pages,
        unread=active.unread if active else record.unread,
        notes=active.notes if active else (),
    )


def to_passage(record: Record, number: int, content: PassageContent, names: DocumentNames) -> Passage:
    """Return a passage of a document's active reading."""
    version = record.active.reading if record.active else ""
    return Passage(
        id=f"{version}.{number}",
        document=record.path,
        number=number,
        text=content.text,
        context=content.context,
        where=content.where,
        citation=names.citation(record.path, content.where),
        version=version,
    )


def etag_of(value: Document | Sequence[object]) -> str:
    """Return an entity tag, without its quotes, that changes when the value does."""
    return sha256(msgspec.json.encode(value)).hexdigest()[:32]


def _record(snapshot: ScopeSnapshot, scope: Scope, document_id: str) -> Record:
    versioned = snapshot.versioned.get(document_id)
    record = given_record(versioned.record if versioned else None)
    return given_record(record if scope.covers(record.path) else None)


def _cursor(first: str, second: str) -> str:
    return base64.urlsafe_b64encode(f"{first} {second}".encode()).decode()


def _read_cursor(cursor: str | None) -> tuple[str, str]:
    if not cursor:
        return ("", "")
    try:
        first, _, second = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode().partition(" ")
    except (binascii.Error, UnicodeError) as error:
        raise InvalidRequest(UNKNOWN_CURSOR, ["/cursor"]) from error
    return first, second


def _read_number(cursor: str | None) -> int:
    first, _ = _read_cursor(cursor)
    if first and not first.isdecimal():
        raise InvalidRequest(UNKNOWN_CURSOR, ["/cursor"])
    return int(first or 0)
