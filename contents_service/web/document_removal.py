"""Removing a document: from searches, and from the cached images of its pages."""

from __future__ import annotations

from contents_service.documents import giving
from contents_service.documents.services import Services
from contents_service.model import Scope
from contents_service.web.document_lookup import find_record
from contents_service.web.rendering.page_images import PageImages


def remove_document(
    page_images: PageImages, services: Services, scope: Scope, document_id: str, *, if_match: str | None = None
) -> None:
    """Remove a document and delete the images of its pages."""
    record = find_record(services.index.scope_snapshot(scope), scope, document_id)
    giving.remove(services, scope, document_id, if_match=if_match)
    page_images.delete(record)
