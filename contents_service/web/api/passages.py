"""Asking over HTTP."""

from __future__ import annotations

from flask import Blueprint, Response

from contents_service.documents import searching
from contents_service.web import params
from contents_service.web.context import scope_to_see, services
from contents_service.web.responses import told

blueprint = Blueprint("passages", __name__, url_prefix="/apps/<app_uid>")


@blueprint.post("/passages")
def search_passages(app_uid: str) -> Response:
    """The passages that answer a question best, among the named documents of what the caller may see."""
    scope, body = scope_to_see(app_uid), params.body()
    named = scope.narrowed(body["documents"])
    answer = searching.search(services(), named, body["question"], limit=body["limit"], explain=body["explain"])
    return told(answer)
