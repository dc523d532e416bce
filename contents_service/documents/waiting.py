"""Waits a little for a reading to end, in few enough requests that searches and a shutdown need not wait for them."""

from __future__ import annotations

import time

from contents_service.documents import listing
from contents_service.documents.services import Services
from contents_service.model import Document, Scope

MAX_WAIT_S = 30.0
"""Longest time that a request may wait for a reading, in seconds."""
POLL_INTERVAL_S = 0.05
"""Seconds between two looks at the document; each is one small request to the index."""


def wait_until_read(services: Services, scope: Scope, document_id: str, seconds: float) -> Document:
    """Return the document once it is read, or as it is when the time is up or too many requests wait already."""
    document = listing.get_document(services, scope, document_id)
    if document.state != "reading" or not services.waiting_slots.acquire(blocking=False):
        return document
    try:
        deadline = time.monotonic() + min(seconds, MAX_WAIT_S)
        while document.state == "reading" and time.monotonic() < deadline:
            if services.stopping.wait(POLL_INTERVAL_S):
                break
            document = listing.get_document(services, scope, document_id)
    finally:
        services.waiting_slots.release()
    return document
