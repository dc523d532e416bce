"""How answers are sent: JSON, with tags that let a caller ask again for little."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Response, request, url_for

from contents_service.model import Document
from contents_service.web import request_audit

PRIVATE = "private, no-cache"
"""Kept by the caller alone, and never shown again without asking."""


def told(shown: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer in JSON."""
    response = Response(msgspec.json.encode(shown), status, headers, content_type="application/json")
    response.headers["Cache-Control"] = PRIVATE
    return response


def told_with_tag(shown: object, tag: str) -> Response:
    """The same, or 304 if the caller has it as it is."""
    response = told(shown)
    response.set_etag(tag)
    response.make_conditional(request)
    return response


def told_document(document: Document, app_uid: str, *, nothing_to_do: bool, waited: int | None) -> Response:
    """A document: 200 if it is read or there was nothing to do, 202 while it is being read."""
    request_audit.about(document.id)
    done = nothing_to_do or document.state != "reading"
    headers = {"Location": url_for("api.documents.get_document", app_uid=app_uid, document_id=document.id)}
    if waited is not None:
        headers["Preference-Applied"] = f"wait={waited}"
    return told(document, 200 if done else 202, headers)
