"""A document's file, as long as it is still the one that was read."""

from __future__ import annotations

from hashlib import sha256

from contents_service.documents.services import Services
from contents_service.errors import ContentsError
from contents_service.model import Record


def read_as_it_was(services: Services, record: Record) -> bytes | None:
    """The bytes that were read; None if the file has changed since, is gone, or cannot be opened now."""
    read, most = (record.active.file if record.active else record.file), services.settings.limits.document_bytes
    try:
        with services.home.open(record.giver, record.path) as opened:
            data = opened.file.read(most + 1)
    except (ContentsError, OSError):
        return None
    return data if sha256(data).hexdigest() == read.sha256 else None
