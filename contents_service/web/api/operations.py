"""The API under its base: each request has a caller, and says only what the contract allows, before a view sees it."""

from __future__ import annotations

from flask import Blueprint, g, request

from contents_service.web import params, request_audit
from contents_service.web.admission import admission, upload_slots
from contents_service.web.api import documents, home, passages
from contents_service.web.authentication import authenticate
from contents_service.web.context import here, services
from contents_service.web.request_log import operation
from contents_service.web.server.drain_body import hear_out

BASE = "/api/contents/v1"

JSON_BYTES = 2_000_000
"""A search may name thousands of documents; nothing else in JSON comes near it."""

FORM_BYTES = 100_000
"""What a multipart body may add to the file in it."""


def api_blueprint() -> Blueprint:
    """The API's operations, guarded."""
    guarded = Blueprint("api", __name__, url_prefix=BASE)
    guarded.before_request(authenticate)
    guarded.before_request(upload_slots.take_place)
    guarded.before_request(_check)
    guarded.before_request(admission.admit)
    guarded.after_request(hear_out)
    guarded.after_request(request_audit.tell)
    for part in (documents.blueprint, passages.blueprint, home.blueprint):
        guarded.register_blueprint(part)
    return guarded


def _check() -> None:
    g.operation = here().contract.operations[operation()]
    request.max_content_length = _most_bytes()
    g.arguments = g.operation.arguments({**request.args.to_dict(), **(request.view_args or {})})


def _most_bytes() -> int:
    upload = services().settings.upload_bytes
    if params.is_form():
        return upload + FORM_BYTES
    return JSON_BYTES if g.operation.body else upload
