"""Waiting a little for a reading to end, so bounded that those who wait never keep searches out, nor the end off."""

from __future__ import annotations

import time

from contents_service.documents import listing
from contents_service.documents.services import Services
from contents_service.model import Document, Scope

LONGEST_S = 30.0
LOOK_EVERY_S = 0.05
"""One small request to the index each time."""


def until_read(services: Services, scope: Scope, document: str, seconds: float) -> Document:
    """The document when its reading has ended, or as it is after so many seconds or when too many wait already."""
    shown = listing.document(services, scope, document)
    if shown.state != "reading" or not services.places_to_wait.acquire(blocking=False):
        return shown
    try:
        deadline = time.monotonic() + min(seconds, LONGEST_S)
        while shown.state == "reading" and time.monotonic() < deadline and not services.ending.wait(LOOK_EVERY_S):
            shown = listing.document(services, scope, document)
    finally:
        services.places_to_wait.release()
    return shown
