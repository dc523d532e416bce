"""How a reading may end, and what a document's record then says."""

from __future__ import annotations

from msgspec.structs import replace

from contents_service.documents.records import retired_with_job
from contents_service.index.indexed_text import languages_of
from contents_service.model import ActiveReading, FailedReread, Fingerprint, NotRead, Reading, Record, Why
from contents_service.parsing import READER_VERSION


def with_outcome(record: Record, outcome: Reading | NotRead, reading_id: str, file: Fingerprint, at: str) -> Record:
    """Return the record once its reading has ended: a new reading answers, or the record says why none does."""
    if isinstance(outcome, Reading):
        return with_active_reading(record, active_reading(outcome, reading_id, file, at))
    failed = replace(with_failed_reading(record, outcome.why, at), file=file, format=outcome.format)
    return failed if record.active else replace(failed, unread=outcome.unread, pages=outcome.pages)


def with_active_reading(record: Record, active: ActiveReading) -> Record:
    """Return the record once a new reading answers; the earlier one is retired."""
    earlier = (record.active.reading,) if record.active else ()
    return replace(
        record,
        active=active,
        file=active.file,
        format=active.format,
        job=None,
        why=None,
        unread=(),
        pages=None,
        reread=None,
        retired=(*record.retired, *earlier),
    )


def with_failed_reading(record: Record, why: Why, at: str) -> Record:
    """Return the record after a reading that failed: an earlier reading goes on answering."""
    ended = replace(record, job=None, retired=retired_with_job(record))
    if record.active:
        return replace(ended, reread=FailedReread(at, why))
    return replace(ended, why=why)


def active_reading(reading: Reading, reading_id: str, file: Fingerprint, read_at: str) -> ActiveReading:
    """Return what the record keeps of a reading that answers."""
    return ActiveReading(
        reading=reading_id,
        read_at=read_at,
        file=file,
        format=reading.format,
        title=reading.title,
        passages=len(reading.passages),
        pages=reading.pages,
        unread=reading.unread,
        notes=reading.notes,
        encoding=reading.encoding,
        reader_version=READER_VERSION,
        languages=languages_of(reading),
        keywords=reading.keywords,
    )
