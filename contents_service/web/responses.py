"""JSON responses, with tags that let a caller ask again at little cost."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Response, request, url_for

from contents_service.model import Document
from contents_service.web import request_audit

PRIVATE = "private, no-cache"
"""Cached by the caller alone, who asks each time whether it is still valid."""


def json_response(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Make a response with a JSON body."""
    response = Response(msgspec.json.encode(body), status, headers, content_type="application/json")
    response.headers["Cache-Control"] = PRIVATE
    return response


def json_response_with_etag(body: object, etag: str) -> Response:
    """Make a response with a JSON body and a tag; 304 without a body if the caller has that version."""
    response = json_response(body)
    response.set_etag(etag)
    response.make_conditional(request)
    return response


def document_response(document: Document, app_uid: str, *, nothing_to_do: bool, waited_s: int | None) -> Response:
    """Make a response with a document: 202 while it is being read, 200 if it is not or there was nothing to do."""
    request_audit.add_document(document.id)
    done = nothing_to_do or document.state != "reading"
    headers = {"Location": url_for("api.documents.get_document", app_uid=app_uid, document_id=document.id)}
    if waited_s is not None:
        headers["Preference-Applied"] = f"wait={waited_s}"
    return json_response(document, 200 if done else 202, headers)
