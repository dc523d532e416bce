"""The images of a document's pages."""

from __future__ import annotations

from flask import Blueprint, Response, request

from contents_service.errors import NotFound
from contents_service.parsing.formats import has_pages
from contents_service.web.context import app_state, services, writable_scope
from contents_service.web.document_lookup import find_record

CACHE_CONTROL = "private, no-cache"
"""Makes the browser ask each time whether it may still show its copy, which it may not once the document is removed."""

routes = Blueprint("page_images", __name__, url_prefix="/documents/<document_id>/pages")


@routes.get("/<int:page>.png")
def show_page_image(app_uid: str, document_id: str, page: int) -> Response:
    """Return a page's image, provided the file is still the one that was read."""
    scope = writable_scope(app_uid)
    record = find_record(services().index.scope_snapshot(scope), scope, document_id)
    page_count = (record.active.pages if record.active else record.pages) or 0
    is_paged = has_pages(record.active.format if record.active else record.format)
    if not is_paged or not 1 <= page <= page_count:
        raise NotFound("There is no such page.")
    response = Response(app_state().page_images.get(record, page), content_type="image/png")
    response.headers["Cache-Control"] = CACHE_CONTROL
    response.add_etag()
    response.make_conditional(request)
    return response
