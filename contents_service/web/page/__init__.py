"""The page of an application: the card *What it knows*, and the Preview.

Its views call the same functions as the API. Every view works without scripts; the scripts in `static` fetch the same
pages and replace parts of the current one.
"""

from __future__ import annotations

from flask import Blueprint
from werkzeug.exceptions import HTTPException

from contents_service.errors import ContentsError
from contents_service.web import request_audit, wording
from contents_service.web.admission import gate, upload_slots
from contents_service.web.drain_body import drain_refused_body
from contents_service.web.page import (
    app_page,
    document_actions,
    document_page,
    error_pages,
    page_images,
    picker,
    session,
    uploads,
)

PARTS = (app_page, document_actions, picker, uploads, document_page, page_images)

blueprint = Blueprint("page", __name__, url_prefix="/apps/<app_uid>")
blueprint.before_request(session.check_request)
blueprint.before_request(upload_slots.take_slot)
blueprint.before_request(gate.admit)
blueprint.after_request(session.add_security_headers)
blueprint.after_request(drain_refused_body)
blueprint.after_request(request_audit.write)
blueprint.register_error_handler(ContentsError, error_pages.render_error)
blueprint.register_error_handler(HTTPException, error_pages.render_http_error)
blueprint.register_error_handler(Exception, error_pages.render_unexpected_error)
wording.attach(blueprint)
for part in PARTS:
    blueprint.register_blueprint(part.routes)
