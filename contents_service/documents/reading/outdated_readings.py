"""Rereads documents that were read by an older version of the format readers."""

from __future__ import annotations

from contents_service.documents.records import change, scope_of_record, with_reading_due
from contents_service.documents.services import Services
from contents_service.model import Record
from contents_service.parsing import READER_VERSION


def reread_outdated(services: Services) -> bool:
    """Make a new reading due for some documents with an outdated one, and return whether there were any.

    The outdated readings answer until the new ones are complete.
    """
    index, now = services.index, services.timestamp()

    def with_reread_due(record: Record | None) -> Record | None:
        if record is None or record.removed or record.job or record.active is None:
            return None
        return with_reading_due(record, now) if record.active.reader_version < READER_VERSION else None

    outdated = index.outdated_records(READER_VERSION)
    for record in outdated:
        change(index, scope_of_record(record), record.id, with_reread_due)
    if outdated:
        index.commit()
    return bool(outdated)
