"""What was given to an application, as the card and the API show it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
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
Change = Callable[[Record], Record]


class ListPage(Struct, Generic[Item], frozen=True):
    """Some of a list, the cursor of those that follow, and a tag that changes when they do."""

    items: tuple[Item, ...]
    next: str | None
    etag: str


class DocumentWithOutline(Struct, frozen=True):
    """One document with its outline, and a tag that changes when the document does."""

    document: Document
    outline: tuple[OutlineEntry, ...]
    etag: str


def documents(
    services: Services, scope: Scope, *, state: State | None, cursor: str | None, limit: int
) -> ListPage[Document]:
    """What the scope gave this application, in the order in which it was given."""
    after = _read_cursor(cursor)
    records = services.index.scope_snapshot(scope).records(scope)
    wanted = [
        record
        for record in records
        if (record.given_at, record.id) > after and (state is None or record.state == state)
    ]
    page = [document_of(services, record) for record in wanted[:limit]]
    following = _cursor(page[-1].given_at, page[-1].id) if len(wanted) > limit else None
    return ListPage(tuple(page), following, etag_of((page, following)))


def document(services: Services, scope: Scope, document_id: str) -> Document:
    """One document; NotFound if it is not in the scope."""
    return document_of(services, _record(services.index.scope_snapshot(scope), scope, document_id))


def document_with_outline(services: Services, scope: Scope, document_id: str) -> DocumentWithOutline:
    """One document with its outline; NotFound if it is not in the scope."""
    record = _record(services.index.scope_snapshot(scope), scope, document_id)
    shown = document_of(services, record)
    return DocumentWithOutline(shown, services.index.outline(scope, record), etag_of(shown))


def passages(services: Services, scope: Scope, document_id: str, *, cursor: str | None, limit: int) -> ListPage[Passage]:
    """The passages of a document as read, in order."""
    holdings = services.index.scope_snapshot(scope)
    record = _record(holdings, scope, document_id)
    after = _read_number(cursor)
    found = services.index.passages(scope, record, after=after, limit=limit + 1)
    page = tuple(passage_of(record, number, draft, holdings.names) for number, draft in found[:limit])
    following = _cursor(str(page[-1].number), "") if len(found) > limit else None
    return ListPage(page, following, etag_of((page, following)))


def paths(services: Services, scope: Scope) -> tuple[str, ...]:
    """The paths that the Appspec's `contents:` names for what was given."""
    return tuple(record.path for record in services.index.scope_snapshot(scope).records(scope))


def document_of(services: Services, record: Record) -> Document:
    """A record as its document is shown; while it is being read, the file is the one being read."""
    held = record.active
    file = held.file if held and not record.job else record.file
    return Document(
        id=record.id,
        path=record.path,
        name=record.name,
        title=held.title if held else None,
        given_by=record.giver,
        given_at=record.given_at,
        read_at=held.read_at if held else None,
        enabled=record.enabled,
        state=record.state,
        progress=record.job.progress if record.job else None,
        why=record.why if record.state == "not_read" else None,
        reread=record.reread,
        original=original_state(services.home, record),
        format=held.format if held else record.format,
        bytes=file.bytes,
        sha256=file.sha256,
        encoding=held.encoding if held else None,
        passages=held.passages if held else 0,
        pages=held.pages if held else record.pages,
        unread=held.unread if held else record.unread,
        notes=held.notes if held else (),
    )


def passage_of(record: Record, number: int, draft: PassageContent, names: DocumentNames) -> Passage:
    """A passage of the reading that answers."""
    version = record.active.reading if record.active else ""
    return Passage(
        id=f"{version}.{number}",
        document=record.path,
        number=number,
        text=draft.text,
        context=draft.context,
        where=draft.where,
        citation=names.citation(record.path, draft.where),
        version=version,
    )


def etag_of(shown: Document | Sequence[object]) -> str:
    """A tag, without its quotes, that changes when what is shown does."""
    return sha256(msgspec.json.encode(shown)).hexdigest()[:32]


def _record(holdings: ScopeSnapshot, scope: Scope, document_id: str) -> Record:
    kept = holdings.versioned.get(document_id)
    record = given_record(kept.record if kept else None)
    return given_record(record if scope.covers(record.path) else None)


def _cursor(first: str, second: str) -> str:
    return base64.urlsafe_b64encode(f"{first} {second}".encode()).decode()


def _read_cursor(cursor: str | None) -> tuple[str, str]:
    if not cursor:
        return ("", "")
    try:
        first, _, second = base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode().partition(" ")
    except (binascii.Error, UnicodeError) as error:
        raise InvalidRequest("This cursor is not one that was given.", ["/cursor"]) from error
    return first, second


def _read_number(cursor: str | None) -> int:
    first, _ = _read_cursor(cursor)
    if first and not first.isdecimal():
        raise InvalidRequest("This cursor is not one that was given.", ["/cursor"])
    return int(first or 0)
