"""Backing up and restoring in tests, and looking at what an index then holds of a document."""

from __future__ import annotations

import gzip
from pathlib import Path

import requests

from contents_service.documents.records import given_record, tombstone
from contents_service.index.protocol import Index, WholeIndex, document_id
from contents_service.maintenance import backup
from contents_service.maintenance.backup import Restored
from contents_service.maintenance.backup_file import Totals
from contents_service.model import Record, Scope
from helpers.factories import make_reading, write_reading

SCOPE = Scope("shop", "eric")


def ignore_progress(_done: int, _of: int) -> None:
    """Ignore progress."""


def empty_solr(url: str) -> str:
    """Delete what other tests left in a Solr, since a backup is of the whole index; return its address."""
    delete_all = {"delete": {"query": "*:*"}}
    requests.post(f"{url}/contents/update", params={"commit": "true"}, json=delete_all, timeout=90).raise_for_status()
    return url


def back_up(index: WholeIndex, file: Path) -> Totals:
    return backup.back_up(index, file, lambda _: None)


def restore(index: WholeIndex, file: Path, *, replacing: bool = False) -> Restored:
    with file.open("rb") as opened:
        return backup.restore(index, opened, ignore_progress, replacing=replacing)


def unpack(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes())


def write_document(index: Index, *texts: str, path: str = "eric/a.txt", scope: Scope = SCOPE) -> Record:
    """Write and commit a document whose reading has a passage for each text."""
    record = write_reading(index, scope, path, make_reading(*texts))
    index.commit()
    return record


def current_record(index: Index, path: str = "eric/a.txt") -> Record:
    current = index.get(SCOPE, document_id(SCOPE, path))
    return given_record(current.record if current else None)


def passage_texts(index: Index, path: str = "eric/a.txt") -> list[str]:
    """Return the passages of a document's active reading."""
    return [content.text for _, content in index.passages(SCOPE, current_record(index, path), after=0, limit=9_999)]


def remove_document(index: Index, path: str = "eric/a.txt") -> None:
    """Remove a document, as a person does."""
    current = index.get(SCOPE, document_id(SCOPE, path))
    assert current
    index.put(tombstone(current.record), current.version)
    index.commit()
