"""Giving a document to an application, and changing what was given.

Each change is acknowledged only once the index has it on disk; changes that arrive together share a commit. A change
that finds nothing to do commits too, since what it finds may have been written by an attempt whose commit failed.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from contents_service.documents import listing
from contents_service.documents.quotas import DocumentQuota
from contents_service.documents.records import change, given_record, tombstone, with_reading_due
from contents_service.documents.services import Services
from contents_service.errors import (
    InvalidRequest,
    NotFound,
    NotReadable,
    QuotaExceeded,
    VersionConflict,
)
from contents_service.index.protocol import document_id
from contents_service.metrics import DOCUMENTS_GIVEN
from contents_service.model import Document, Fingerprint, Record, Scope

MAX_CONCURRENT_FILES = 8
"""Largest number of files of one request that are hashed and recorded at once; most of the time is spent waiting."""
NOT_FOR_FILES = {"unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined", "utf-7", "mbcs", "oem"}
"""Python codecs that are not encodings of text files, by the names that `codecs.lookup` returns."""


class GiveResult(Struct, frozen=True):
    """A document that was given, and whether giving it changed anything."""

    document: Document
    changed: bool


class PathProblem(Struct, frozen=True):
    """One of many paths whose document could not be given, and why."""

    path: str
    code: str
    detail: str


class GiveManyResult(Struct, frozen=True):
    """The documents that were given of many, and the paths of those that could not be."""

    documents: tuple[Document, ...]
    problems: tuple[PathProblem, ...]


def give(services: Services, scope: Scope, path: str) -> GiveResult:
    """Give a document from the giver's Home Folder; giving the same bytes again changes nothing, new bytes are read."""
    record, changed = _give(services, scope, path, DocumentQuota(services, scope))
    services.index.commit()
    return GiveResult(listing.to_document(services, record), changed)


def give_many(services: Services, scope: Scope, paths: Sequence[str]) -> GiveManyResult:
    """Give many documents at once; those that cannot be given are reported, and all others are given."""
    give_one = partial(_give_or_report, services, scope, DocumentQuota(services, scope))
    with ThreadPoolExecutor(MAX_CONCURRENT_FILES) as pool:
        results = list(pool.map(give_one, dict.fromkeys(paths)))
    records = [result for result in results if not isinstance(result, PathProblem)]
    services.index.commit()
    documents = tuple(listing.to_document(services, record) for record in records)
    return GiveManyResult(documents, tuple(result for result in results if isinstance(result, PathProblem)))


def _give_or_report(services: Services, scope: Scope, quota: DocumentQuota, path: str) -> Record | PathProblem:
    try:
        record, _ = _give(services, scope, path, quota)
    except QuotaExceeded as error:
        return PathProblem(path, "quota", str(error))
    except NotReadable:
        return PathProblem(path, "not_found", "You may not read this file.")
    except NotFound as error:
        return PathProblem(path, "not_found", str(error))
    return record


def upload(services: Services, scope: Scope, path: str, stream: IO[bytes], *, replacing: str | None) -> GiveResult:
    """Store a file in the giver's Home Folder and give it; replace a different file only if `replacing` is its hash."""
    limit, quota = services.settings.upload_bytes, DocumentQuota(services, scope)
    if not _is_given(services, scope, path):
        quota.check()  # before the file is stored
    file = services.home.put(scope.giver, path, stream, expecting=replacing, limit=limit)
    record, changed = _record_gift(services, scope, path, file, quota)
    services.index.commit()
    return GiveResult(listing.to_document(services, record), changed)


def read_again(services: Services, scope: Scope, document: str) -> Document:
    """Have a document read as it is now; the earlier reading answers until the new one is complete."""
    return _change(services, scope, document, lambda record: with_reading_due(record, services.timestamp()))


def set_enabled(services: Services, scope: Scope, document: str, *, enabled: bool) -> Document:
    """Turn a document off (kept and listed, but not searched) or on."""
    return _change(
        services,
        scope,
        document,
        lambda record: record if record.enabled == enabled else replace(record, enabled=enabled),
    )


def choose_encoding(services: Services, scope: Scope, document: str, encoding: str) -> Document:
    """Have a document read again with the encoding that a person chose."""
    name = _codec_name(encoding)
    return _change(
        services,
        scope,
        document,
        lambda record: with_reading_due(replace(record, encoding_chosen=name), services.timestamp()),
    )


def _codec_name(encoding: str) -> str:
    """Return Python's name of an encoding; raise InvalidRequest if it is not an encoding of text files."""
    try:
        name = codecs.lookup(encoding).name
        "".encode(name)
    except (LookupError, ValueError):
        name = ""
    if not name or name in NOT_FOR_FILES:
        raise InvalidRequest("This is not an encoding of text files. Name one such as utf-8 or cp1252.", ["/encoding"])
    return name


def remove(services: Services, scope: Scope, document: str, *, if_match: str | None = None) -> None:
    """Remove a document: the very next search does not find it, and its passages are deleted soon after.

    Raises NotFound if there is no such document. If it was removed a moment ago, the removal is on disk by then.
    """

    def with_tombstone(record: Record | None) -> Record:
        if record and record.removed:
            services.index.commit()
        record = given_record(record)
        if if_match is not None and listing.etag_of(listing.to_document(services, record)) != if_match:
            raise VersionConflict("The document has changed since you last saw it. Look at it again, then decide.")
        return tombstone(record)

    change(services.index, scope, document, with_tombstone)
    services.index.commit()


def _is_given(services: Services, scope: Scope, path: str) -> bool:
    current = services.index.get(scope, document_id(scope, path))
    return current is not None and not current.record.removed


def _give(services: Services, scope: Scope, path: str, quota: DocumentQuota) -> tuple[Record, bool]:
    with services.home.open(scope.giver, path) as opened:
        file = opened.fingerprint()
    return _record_gift(services, scope, path, file, quota)


def _record_gift(
    services: Services, scope: Scope, path: str, file: Fingerprint, quota: DocumentQuota
) -> tuple[Record, bool]:
    now = services.timestamp()
    id_ = document_id(scope, path)

    def with_file(record: Record | None) -> Record:
        if record is None or record.removed:
            quota.take(id_)
            new = Record(id=id_, app=scope.app, giver=scope.giver, path=path, given_at=now, file=file)
            return with_reading_due(replace(new, retired=record.retired if record else ()), now)
        if record.file.sha256 == file.sha256:
            return record
        return with_reading_due(replace(record, file=file), now)

    record, changed = change(services.index, scope, id_, with_file)
    if changed:
        DOCUMENTS_GIVEN.inc()
    return given_record(record), changed


def _change(services: Services, scope: Scope, document: str, change_record: Callable[[Record], Record]) -> Document:
    record, _ = change(services.index, scope, document, lambda record: change_record(given_record(record)))
    services.index.commit()
    return listing.to_document(services, given_record(record))
