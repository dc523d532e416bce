"""Claiming the document about returns, and looking at what becomes of its lease and passages."""

from __future__ import annotations

from contents_service.documents import purging
from contents_service.documents.reading.lease_book import Claim
from contents_service.documents.reading.reader import Reader
from contents_service.model import Reading, ReadingJob
from helpers.backend import Backend, InProcessSandbox
from helpers.returns_policy import record


def claim(reader: Reader) -> Claim:
    """Have a reader claim the due document, but not read it yet."""
    claimed = reader.queue.claim_next()
    assert claimed
    reader.services.index.commit()
    return claimed


def job(backend: Backend) -> ReadingJob:
    """Return the due reading of the document."""
    current = record(backend).job
    assert current
    return current


def take_over(backend: Backend, name: str = "living") -> tuple[Reader, Claim]:
    """Let the lease end, and return another reader with its claim."""
    backend.clock.advance(backend.services.settings.lease_s + 1)
    reader = backend.reader(name)
    return reader, claim(reader)


def one_passage() -> Reading:
    """Return a reading of one passage."""
    reading = InProcessSandbox().read("a.md", b"Left.", encoding=None, on_progress=lambda _: None)
    assert isinstance(reading, Reading)
    return reading


def delete_retired(backend: Backend) -> int:
    """Delete what is retired, and return the number of deleted passages."""
    index = backend.services.index
    index.commit()
    purging.delete_retired(index)
    return index.purge()
