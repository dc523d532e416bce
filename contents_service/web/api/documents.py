"""Documents over HTTP: giving, uploading, listing, changing, reading again and removing them."""

from __future__ import annotations

import msgspec
import yaml
from flask import Blueprint, Response, request
from werkzeug.datastructures import FileStorage

from contents_service.documents import giving, listing, waiting
from contents_service.documents.giving import GiveResult
from contents_service.errors import InvalidRequest
from contents_service.model import Document, Scope
from contents_service.web import document_removal, params, request_audit
from contents_service.web.admission import gate
from contents_service.web.context import app_state, readable_scope, services, writable_scope
from contents_service.web.responses import PRIVATE, document_response, json_response, json_response_with_etag

YAML = "application/yaml"

blueprint = Blueprint("documents", __name__, url_prefix="/apps/<app_uid>")


@blueprint.get("/documents")
def list_documents(app_uid: str) -> Response:
    """List the documents of an application that the caller may see."""
    page = listing.list_documents(
        services(),
        readable_scope(app_uid),
        state=params.query_param("state"),
        cursor=params.query_param("cursor"),
        limit=params.query_param("limit"),
    )
    return json_response_with_etag({"documents": page.items, "next": page.next}, page.etag)


@blueprint.post("/documents")
def give_documents(app_uid: str) -> Response:
    """Give one document of the Home Folder, or many, or one that is uploaded in a form."""
    scope = writable_scope(app_uid)
    if params.is_form():
        folder = request.form.get("folder", scope.giver)
        return _respond_to_give(app_uid, scope, _upload_file(scope, _only_file(), folder))
    body = params.json_body()
    if "paths" in body:
        results = giving.give_many(services(), scope, body["paths"])
        request_audit.add_documents(results)
        return json_response(results, 202)
    return _respond_to_give(app_uid, scope, giving.give(services(), scope, body["path"]))


@blueprint.put("/documents/upload")
def upload_document(app_uid: str) -> Response:
    """Store the body in the Home Folder, then give it."""
    scope = writable_scope(app_uid)
    path, replacing = params.query_param("path"), params.if_match_tag()
    result = giving.upload(services(), scope, path, request.stream, replacing=replacing)
    return _respond_to_give(app_uid, scope, result)


@blueprint.get("/documents/<document_id>")
def get_document(app_uid: str, document_id: str) -> Response:
    """Return one document, with its outline."""
    found = listing.get_document_with_outline(services(), readable_scope(app_uid), document_id)
    return json_response_with_etag({**msgspec.structs.asdict(found.document), "outline": found.outline}, found.etag)


@blueprint.patch("/documents/<document_id>")
def change_document(app_uid: str, document_id: str) -> Response:
    """Turn a document off or on, or choose its encoding."""
    scope = writable_scope(app_uid)
    body = params.json_body()
    document = listing.get_document(services(), scope, document_id)
    if "enabled" in body:
        document = giving.set_enabled(services(), scope, document_id, enabled=body["enabled"])
    if "encoding" not in body:
        return document_response(document, app_uid, nothing_to_do=True, waited_s=None)
    document = giving.choose_encoding(services(), scope, document_id, body["encoding"])
    return _respond_after_waiting(app_uid, scope, document)


@blueprint.get("/documents/<document_id>/passages")
def list_passages(app_uid: str, document_id: str) -> Response:
    """List the passages of a document, in order."""
    scope, cursor, limit = readable_scope(app_uid), params.query_param("cursor"), params.query_param("limit")
    page = listing.list_passages(services(), scope, document_id, cursor=cursor, limit=limit)
    return json_response({"passages": page.items, "next": page.next})


@blueprint.post("/documents/<document_id>/read")
def read_again(app_uid: str, document_id: str) -> Response:
    """Read the current version of the file."""
    scope = writable_scope(app_uid)
    return _respond_after_waiting(app_uid, scope, giving.read_again(services(), scope, document_id))


@blueprint.delete("/documents/<document_id>")
def remove_document(app_uid: str, document_id: str) -> Response:
    """Remove a document from the application."""
    scope, tag = writable_scope(app_uid), params.if_match_tag()
    document_removal.remove_document(
        app_state().page_images, services(), scope, document_id, if_match=None if tag == "*" else tag
    )
    return Response(status=204)


@blueprint.get("/contents")
def get_contents(app_uid: str) -> Response:
    """Return the Appspec's `contents` for the documents that the caller gave."""
    fragment = {"contents": list(listing.list_paths(services(), readable_scope(app_uid)))}
    if request.accept_mimetypes.best_match([params.JSON, YAML], params.JSON) == YAML:
        response = Response(yaml.safe_dump(fragment, allow_unicode=True), content_type=YAML)
        response.headers["Cache-Control"] = PRIVATE
    else:
        response = json_response(fragment)
    response.vary.add("Accept")
    return response


def _respond_to_give(app_uid: str, scope: Scope, result: GiveResult) -> Response:
    return _respond_after_waiting(app_uid, scope, result.document, nothing_to_do=not result.changed)


def _respond_after_waiting(app_uid: str, scope: Scope, document: Document, *, nothing_to_do: bool = False) -> Response:
    """Return the document, after waiting for its reading if the caller prefers that."""
    wait_s = params.seconds_to_wait()
    if wait_s is not None:
        gate.release_slot()
        document = waiting.wait_until_read(services(), scope, document.id, wait_s)
    return document_response(document, app_uid, nothing_to_do=nothing_to_do, waited_s=wait_s)


def _only_file() -> FileStorage:
    files = request.files.getlist("file")
    if len(files) != 1:
        raise InvalidRequest("Send one file, as the field `file`.", ["/file"])
    return files[0]


def _upload_file(scope: Scope, file: FileStorage, folder: str) -> GiveResult:
    """Store a form's file under its own name and give it; some browsers put the sender's folders before the name."""
    name = (file.filename or "").rpartition("/")[2]
    if not name:
        raise InvalidRequest("The file has no name.", ["/file"])
    path = f"{folder.rstrip('/')}/{name}"
    return giving.upload(services(), scope, path, file.stream, replacing=params.if_match_tag())
