"""Removing a document: out of what is searched, and out of the pictures that are kept of its pages."""

from __future__ import annotations

from collections.abc import Callable

from contents_service.documents import giving
from contents_service.documents.services import Services
from contents_service.model import Scope
from contents_service.web.page.document_page import record_of
from contents_service.web.page.pictures import pictures


def removing(*, if_match: str | None = None) -> Callable[[Services, Scope, str], None]:
    """How a document is removed here; what comes of this works in other threads too."""
    kept = pictures()

    def remove(services: Services, scope: Scope, document: str) -> None:
        record, _ = record_of(services, scope, document)
        giving.remove(services, scope, document, if_match=if_match)
        kept.forget(record)

    return remove
