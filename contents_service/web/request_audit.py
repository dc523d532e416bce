"""What a request decided, told to the audit log once it is answered."""

from __future__ import annotations

from flask import Response, g, request

from contents_service.documents.giving import GivenMany
from contents_service.identity import audit
from contents_service.web.request_log import operation


def about(document: str, code: str | None = None) -> None:
    """Note a document that this request was about, beside the one in its address; `code` says why it was not done."""
    g.setdefault("decisions", []).append((document, code))


def about_many(given: GivenMany) -> None:
    """Note each of many that were given, and each that could not be."""
    for document in given.documents:
        about(document.id)
    for problem in given.problems:
        about("", problem.code)


def refused(code: str) -> None:
    """Note the problem that this request is answered with."""
    g.refused = code


def tell(response: Response) -> Response:
    """Log what was decided of each document, or of the request as a whole."""
    named = request.view_args or {}
    for document, code in g.get("decisions") or [(named.get("document_id"), g.get("refused"))]:
        audit.decided(g.get("principal"), operation=operation(), app=named.get("app_uid"), document=document, code=code)
    return response
