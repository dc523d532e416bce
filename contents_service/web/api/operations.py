"""The API under its base path: before a view runs, the caller is known and the request keeps to the contract."""

from __future__ import annotations

from flask import Blueprint, g, request

from contents_service.web import params, request_audit
from contents_service.web.admission import gate, upload_slots
from contents_service.web.api import documents, home, passages
from contents_service.web.authentication import authenticate
from contents_service.web.context import app_state, services
from contents_service.web.drain_body import drain_refused_body
from contents_service.web.request_log import operation_name

BASE = "/api/contents/v1"

MAX_JSON_BYTES = 2_000_000
"""Largest JSON body: a search may name thousands of documents, and nothing else comes near that."""

FORM_OVERHEAD_BYTES = 100_000
"""Bytes that a multipart body may have besides the file in it."""


def api_blueprint() -> Blueprint:
    """Create the blueprint of the API's operations, with the checks before and after each."""
    api = Blueprint("api", __name__, url_prefix=BASE)
    api.before_request(authenticate)
    api.before_request(upload_slots.take_slot)
    api.before_request(_check_request)
    api.before_request(gate.admit)
    api.after_request(drain_refused_body)
    api.after_request(request_audit.write)
    for part in (documents.blueprint, passages.blueprint, home.blueprint):
        api.register_blueprint(part)
    return api


def _check_request() -> None:
    g.operation = app_state().contract.operations[operation_name()]
    request.max_content_length = _max_body_bytes()
    g.arguments = g.operation.check_params({**request.args.to_dict(), **(request.view_args or {})})


def _max_body_bytes() -> int:
    upload_bytes = services().settings.upload_bytes
    if params.is_form():
        return upload_bytes + FORM_OVERHEAD_BYTES
    return MAX_JSON_BYTES if g.operation.body else upload_bytes
