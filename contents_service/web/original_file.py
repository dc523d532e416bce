"""The original file of a document, as long as it is the one that was read."""

from __future__ import annotations

from hashlib import sha256

from contents_service.documents.services import Services
from contents_service.errors import ContentsError
from contents_service.model import Record


def read_unchanged(services: Services, record: Record) -> bytes | None:
    """Return the bytes that were read; None if the file has changed since, is missing, or cannot be opened."""
    fingerprint = record.active.file if record.active else record.file
    max_bytes = services.settings.limits.document_bytes
    try:
        with services.home.open(record.giver, record.path) as opened:
            data = opened.file.read(max_bytes + 1)
    except (ContentsError, OSError):
        return None
    return data if sha256(data).hexdigest() == fingerprint.sha256 else None
