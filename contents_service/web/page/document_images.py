"""The image of a document's page."""

from __future__ import annotations

from flask import Blueprint, Response, request

from contents_service.errors import NotFound
from contents_service.parsing.formats import has_pages
from contents_service.web.context import app_state, services, writable_scope
from contents_service.web.document_removal import find_record

BROWSER_CACHE = "private, no-cache"
"""The browser asks each time whether it may still show its copy: once a document is removed, it may not."""

routes = Blueprint("document_images", __name__, url_prefix="/documents/<document_id>/pages")


@routes.get("/<int:page>.png")
def show_page(app_uid: str, document_id: str, page: int) -> Response:
    """Return the image of a page, while the file is the one that was read."""
    scope = writable_scope(app_uid)
    record = find_record(services().index.scope_snapshot(scope), scope, document_id)
    pages = (record.active.pages if record.active else record.pages) or 0
    is_paged = has_pages(record.active.format if record.active else record.format)
    if not is_paged or not 1 <= page <= pages:
        raise NotFound("There is no such page.")
    response = Response(app_state().page_images.get(record, page), content_type="image/png")
    response.headers["Cache-Control"] = BROWSER_CACHE
    response.add_etag()
    response.make_conditional(request)
    return response
