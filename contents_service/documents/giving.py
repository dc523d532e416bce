"""Giving a document to an application, and changing what was given.

Each change is acknowledged only after the index has it on disk; those that arrive together share that commit. So is one
that finds nothing to do: what it finds may be the writing of an attempt whose commit failed.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from contents_service.documents import listing
from contents_service.documents.quotas import DocumentQuota
from contents_service.documents.records import change, given_record, with_reading_due, tombstone
from contents_service.documents.services import Services
from contents_service.errors import (
    ContentsError,
    InvalidRequest,
    NotFound,
    NotReadable,
    QuotaExceeded,
    VersionConflict,
)
from contents_service.index.protocol import document_id
from contents_service.metrics import DOCUMENTS_GIVEN
from contents_service.model import Document, Fingerprint, Record, Scope

GIVEN_AT_ONCE = 8
"""Files of one request that are hashed and recorded at the same time: most of it is waiting for the index."""
NOT_OF_FILES = {"unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined", "utf-7", "mbcs", "oem"}
"""Codecs of Python that no text file is written in."""


class GiveResult(Struct, frozen=True):
    """A document that was given, and whether there was anything to do."""

    document: Document
    changed: bool


class PathProblem(Struct, frozen=True):
    """A path of many that could not be given, and why."""

    path: str
    code: str
    detail: str


class GivenMany(Struct, frozen=True):
    """What giving many at once did."""

    documents: tuple[Document, ...]
    problems: tuple[PathProblem, ...]


def give(services: Services, scope: Scope, path: str) -> GiveResult:
    """Give a document of the giver's Home Folder; the same bytes again are the same gift, others are read."""
    record, changed = _give(services, scope, path, DocumentQuota(services, scope))
    services.index.commit()
    return _given(services, record, changed)


def give_many(services: Services, scope: Scope, paths: Sequence[str]) -> GivenMany:
    """Give many at once: those that can be given are, and each other one is named with why not."""
    give_one = partial(_give_or_say_why_not, services, scope, DocumentQuota(services, scope))
    with ThreadPoolExecutor(GIVEN_AT_ONCE) as pool:
        gifts = list(pool.map(give_one, dict.fromkeys(paths)))
    records = [gift for gift in gifts if not isinstance(gift, PathProblem)]
    services.index.commit()
    documents = tuple(listing.document_of(services, record) for record, _ in records)
    return GivenMany(documents, tuple(gift for gift in gifts if isinstance(gift, PathProblem)))


def _give_or_say_why_not(services: Services, scope: Scope, room: DocumentQuota, path: str) -> tuple[Record, bool] | PathProblem:
    try:
        return _give(services, scope, path, room)
    except QuotaExceeded as error:
        return PathProblem(path, "quota", str(error))
    except (NotFound, NotReadable, InvalidRequest) as error:
        return PathProblem(path, "not_found", _said(error))


def upload(services: Services, scope: Scope, path: str, stream: IO[bytes], *, replacing: str | None) -> GiveResult:
    """Store a file in the giver's Home Folder, then give it; one there is replaced only if `replacing` is its hash."""
    limit, room = services.settings.upload_bytes, DocumentQuota(services, scope)
    if not _is_given(services, scope, path):
        room.check()  # before it is stored
    file = services.home.put(scope.giver, path, stream, expecting=replacing, limit=limit)
    record, changed = _record_gift(services, scope, path, file, room)
    services.index.commit()
    return _given(services, record, changed)


def read_again(services: Services, scope: Scope, document: str) -> Document:
    """Read a document as it now is; the earlier reading answers until the new one is complete."""
    return _changed(services, scope, document, lambda record: with_reading_due(record, services.timestamp()))


def switch(services: Services, scope: Scope, document: str, *, enabled: bool) -> Document:
    """Switch a document off (kept, listed, not searched) or on."""
    return _changed(
        services,
        scope,
        document,
        lambda record: record if record.enabled == enabled else replace(record, enabled=enabled),
    )


def choose_encoding(services: Services, scope: Scope, document: str, encoding: str) -> Document:
    """Read a document again with the encoding that a person chose."""
    name = _codec(encoding)
    return _changed(
        services,
        scope,
        document,
        lambda record: with_reading_due(replace(record, encoding_chosen=name), services.timestamp()),
    )


def _codec(encoding: str) -> str:
    """Python's name of an encoding that text files are written in."""
    try:
        name = codecs.lookup(encoding).name
        "".encode(name)
    except (LookupError, ValueError):
        name = ""
    if not name or name in NOT_OF_FILES:
        raise InvalidRequest("This is no encoding of text files, such as utf-8 or cp1252.", ["/encoding"])
    return name


def remove(services: Services, scope: Scope, document: str, *, if_match: str | None = None) -> None:
    """Take a document out of the contents: the very next search does not find it, and its passages are deleted.

    NotFound says that it is not there; of one that was removed a moment ago it says so only once that is on disk.
    """

    def decide(record: Record | None) -> Record:
        if record and record.removed:
            services.index.commit()
        record = given_record(record)
        if if_match is not None and listing.etag_of(listing.document_of(services, record)) != if_match:
            raise VersionConflict("The document is no longer as you last saw it. Look at it again, then decide.")
        return tombstone(record)

    change(services.index, scope, document, decide)
    services.index.commit()


def _is_given(services: Services, scope: Scope, path: str) -> bool:
    kept = services.index.get(scope, document_id(scope, path))
    return kept is not None and not kept.record.removed


def _give(services: Services, scope: Scope, path: str, room: DocumentQuota) -> tuple[Record, bool]:
    with services.home.open(scope.giver, path) as opened:
        file = opened.fingerprint()
    return _record_gift(services, scope, path, file, room)


def _record_gift(services: Services, scope: Scope, path: str, file: Fingerprint, room: DocumentQuota) -> tuple[Record, bool]:
    now = services.timestamp()
    document = document_id(scope, path)

    def decide(record: Record | None) -> Record:
        if record is None or record.removed:
            room.take()
            fresh = Record(id=document, app=scope.app, giver=scope.giver, path=path, given_at=now, file=file)
            return with_reading_due(replace(fresh, retired=record.retired if record else ()), now)
        if record.file.sha256 == file.sha256:
            return record
        return with_reading_due(replace(record, file=file), now)

    record, changed = change(services.index, scope, document, decide)
    if changed:
        DOCUMENTS_GIVEN.inc()
    return given_record(record), changed


def _changed(services: Services, scope: Scope, document: str, decide: listing.Change) -> Document:
    record, _ = change(services.index, scope, document, lambda record: decide(given_record(record)))
    services.index.commit()
    return listing.document_of(services, given_record(record))


def _given(services: Services, record: Record, changed: bool) -> GiveResult:
    return GiveResult(listing.document_of(services, record), changed)


def _said(error: ContentsError) -> str:
    return "You may not read this file." if isinstance(error, NotReadable) else str(error)
