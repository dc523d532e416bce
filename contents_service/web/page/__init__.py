"""The page of an application: the card *What it knows*, and the Preview.

Its views tell the same stories as the API. Every one of them works without a script; the scripts under `static` fetch
the same pages and put their parts in place.
"""

from __future__ import annotations

from flask import Blueprint
from werkzeug.exceptions import HTTPException

from contents_service.errors import ContentsError
from contents_service.web import admitted, audited, receiving, wording
from contents_service.web.page import (
    changes,
    front,
    picker,
    pictures,
    refusals,
    session,
    uploads,
    what_was_read,
)
from contents_service.web.refused_body import hear_out

PARTS = (front, changes, picker, uploads, what_was_read, pictures)

blueprint = Blueprint("page", __name__, url_prefix="/apps/<app_uid>")
blueprint.before_request(session.guard)
blueprint.before_request(receiving.take_place)
blueprint.before_request(admitted.admit)
blueprint.after_request(session.protect)
blueprint.after_request(hear_out)
blueprint.after_request(audited.tell)
blueprint.register_error_handler(ContentsError, refusals.explain)
blueprint.register_error_handler(HTTPException, refusals.explain_refusal)
blueprint.register_error_handler(Exception, refusals.explain_fault)
wording.attach(blueprint)
for part in PARTS:
    blueprint.register_blueprint(part.routes)
