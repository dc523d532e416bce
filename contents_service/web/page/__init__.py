"""The page of an application: the card *What it knows*, and the Preview.

Its views tell the same stories as the API. Every one of them works without a script; the scripts under `static` fetch
the same pages and put their parts in place.
"""

from __future__ import annotations

from flask import Blueprint
from werkzeug.exceptions import HTTPException

from contents_service.errors import ContentsError
from contents_service.web import request_audit, wording
from contents_service.web.admission import admission, upload_slots
from contents_service.web.page import (
    app_page,
    document_actions,
    document_page,
    error_pages,
    picker,
    pictures,
    session,
    uploads,
)
from contents_service.web.server.drain_body import hear_out

PARTS = (app_page, document_actions, picker, uploads, document_page, pictures)

blueprint = Blueprint("page", __name__, url_prefix="/apps/<app_uid>")
blueprint.before_request(session.guard)
blueprint.before_request(upload_slots.take_place)
blueprint.before_request(admission.admit)
blueprint.after_request(session.protect)
blueprint.after_request(hear_out)
blueprint.after_request(request_audit.tell)
blueprint.register_error_handler(ContentsError, error_pages.explain)
blueprint.register_error_handler(HTTPException, error_pages.explain_refusal)
blueprint.register_error_handler(Exception, error_pages.explain_fault)
wording.attach(blueprint)
for part in PARTS:
    blueprint.register_blueprint(part.routes)
