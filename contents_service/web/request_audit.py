"""The audit lines of a request, collected while it is handled and written once it is answered."""

from __future__ import annotations

from flask import Response, g, request

from contents_service.documents.giving import GiveManyResult
from contents_service.identity import audit
from contents_service.web.request_log import operation_name


def add_document(document: str, code: str | None = None) -> None:
    """Add a document that the request is about but its address does not name; `code` says why it failed."""
    g.setdefault("audited_documents", []).append((document, code))


def add_documents(given: GiveManyResult) -> None:
    """Add each of many documents that were given, and each that could not be."""
    for document in given.documents:
        add_document(document.id)
    for problem in given.problems:
        add_document("", problem.code)


def set_problem(code: str) -> None:
    """Note the code of the problem that this request is answered with."""
    g.problem_code = code


def write(response: Response) -> Response:
    """Write an audit line for each document of the request, or one for the request as a whole."""
    path = request.view_args or {}
    documents = g.get("audited_documents") or [(path.get("document_id"), g.get("problem_code"))]
    for document, code in documents:
        audit.log_decision(
            g.get("principal"), operation=operation_name(), app=path.get("app_uid"), document=document, code=code
        )
    return response
