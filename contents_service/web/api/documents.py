"""Documents over HTTP: give, upload, list, look, change, read again, remove."""

from __future__ import annotations

import msgspec
import yaml
from flask import Blueprint, Response, request
from werkzeug.datastructures import FileStorage

from contents_service.documents import giving, listing, waiting
from contents_service.documents.giving import GiveResult
from contents_service.errors import InvalidRequest
from contents_service.model import Document, Scope
from contents_service.web import params, request_audit
from contents_service.web.admission import admission
from contents_service.web.context import scope_to_change, scope_to_see, services
from contents_service.web.removal import removing
from contents_service.web.responses import PRIVATE, told, told_document, told_with_tag

YAML = "application/yaml"

blueprint = Blueprint("documents", __name__, url_prefix="/apps/<app_uid>")


@blueprint.get("/documents")
def list_documents(app_uid: str) -> Response:
    """What the caller's scope gave this application."""
    page = listing.documents(
        services(),
        scope_to_see(app_uid),
        state=params.argument("state"),
        cursor=params.argument("cursor"),
        limit=params.argument("limit"),
    )
    return told_with_tag({"documents": page.items, "next": page.next}, page.etag)


@blueprint.post("/documents")
def give_documents(app_uid: str) -> Response:
    """Give a document of the Home Folder, or many, or one that comes with the request."""
    scope = scope_to_change(app_uid)
    if params.is_form():
        return _given(app_uid, scope, _stored(scope, _only_file(), request.form.get("folder", scope.giver)))
    body = params.body()
    if "paths" in body:
        many = giving.give_many(services(), scope, body["paths"])
        request_audit.about_many(many)
        return told(many, 202)
    return _given(app_uid, scope, giving.give(services(), scope, body["path"]))


@blueprint.put("/documents/upload")
def upload_document(app_uid: str) -> Response:
    """Store the body in the Home Folder, then give it."""
    scope = scope_to_change(app_uid)
    path, replacing = params.argument("path"), params.expected_tag()
    return _given(app_uid, scope, giving.upload(services(), scope, path, request.stream, replacing=replacing))


@blueprint.get("/documents/<document_id>")
def get_document(app_uid: str, document_id: str) -> Response:
    """One document, with its outline."""
    listed = listing.document_with_outline(services(), scope_to_see(app_uid), document_id)
    return told_with_tag({**msgspec.structs.asdict(listed.document), "outline": listed.outline}, listed.etag)


@blueprint.patch("/documents/<document_id>")
def change_document(app_uid: str, document_id: str) -> Response:
    """Switch a document off or on, or choose its encoding."""
    scope = scope_to_change(app_uid)
    body = params.body()
    document = listing.document(services(), scope, document_id)
    if "enabled" in body:
        document = giving.switch(services(), scope, document_id, enabled=body["enabled"])
    if "encoding" not in body:
        return told_document(document, app_uid, nothing_to_do=True, waited=None)
    return _read(app_uid, scope, giving.choose_encoding(services(), scope, document_id, body["encoding"]))


@blueprint.get("/documents/<document_id>/passages")
def list_passages(app_uid: str, document_id: str) -> Response:
    """The passages of a document as they were read, in order."""
    scope, cursor, limit = scope_to_see(app_uid), params.argument("cursor"), params.argument("limit")
    page = listing.passages(services(), scope, document_id, cursor=cursor, limit=limit)
    return told({"passages": page.items, "next": page.next})


@blueprint.post("/documents/<document_id>/read")
def read_again(app_uid: str, document_id: str) -> Response:
    """Read the file as it now is."""
    scope = scope_to_change(app_uid)
    return _read(app_uid, scope, giving.read_again(services(), scope, document_id))


@blueprint.delete("/documents/<document_id>")
def remove_document(app_uid: str, document_id: str) -> Response:
    """Take a document out of the contents."""
    scope, tag = scope_to_change(app_uid), params.expected_tag()
    removing(if_match=None if tag == "*" else tag)(services(), scope, document_id)
    return Response(status=204)


@blueprint.get("/contents")
def get_contents(app_uid: str) -> Response:
    """The Appspec's `contents` for what the caller gave."""
    fragment = {"contents": list(listing.paths(services(), scope_to_see(app_uid)))}
    if request.accept_mimetypes.best_match([params.JSON, YAML], params.JSON) == YAML:
        response = Response(yaml.safe_dump(fragment, allow_unicode=True), content_type=YAML)
        response.headers["Cache-Control"] = PRIVATE
    else:
        response = told(fragment)
    response.vary.add("Accept")
    return response


def _given(app_uid: str, scope: Scope, given: GiveResult) -> Response:
    return _read(app_uid, scope, given.document, nothing_to_do=not given.changed)


def _read(app_uid: str, scope: Scope, document: Document, *, nothing_to_do: bool = False) -> Response:
    """The document, after waiting for its reading if the caller prefers that."""
    wait = params.seconds_to_wait()
    if wait is not None:
        admission.give_back()
        document = waiting.wait_until_read(services(), scope, document.id, wait)
    return told_document(document, app_uid, nothing_to_do=nothing_to_do, waited=wait)


def _only_file() -> FileStorage:
    files = request.files.getlist("file")
    if len(files) != 1:
        raise InvalidRequest("Send one file, as the field `file`.", ["/file"])
    return files[0]


def _stored(scope: Scope, file: FileStorage, folder: str) -> GiveResult:
    """Store a form's file under its own name and give it; some browsers send the sender's folders before the name."""
    name = (file.filename or "").rpartition("/")[2]
    if not name:
        raise InvalidRequest("The file has no name.", ["/file"])
    path = f"{folder.rstrip('/')}/{name}"
    return giving.upload(services(), scope, path, file.stream, replacing=params.expected_tag())
