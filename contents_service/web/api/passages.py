"""Searching over HTTP."""

from __future__ import annotations

from flask import Blueprint, Response

from contents_service.documents import searching
from contents_service.web import params
from contents_service.web.context import readable_scope, services
from contents_service.web.responses import json_response

blueprint = Blueprint("passages", __name__, url_prefix="/apps/<app_uid>")


@blueprint.post("/passages")
def search_passages(app_uid: str) -> Response:
    """Return the passages that answer a question best, among the named documents that the caller may read."""
    scope, body = readable_scope(app_uid), params.json_body()
    named = scope.narrowed(body["documents"])
    answer = searching.search(services(), named, body["question"], limit=body["limit"], explain=body["explain"])
    return json_response(answer)
