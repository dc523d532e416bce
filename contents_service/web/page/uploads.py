"""Uploads from a person's computer: stored in their Home Folder, then given."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import IO, Literal

import msgspec
from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from contents_service.documents import giving
from contents_service.documents.giving import GiveResult
from contents_service.documents.services import Services
from contents_service.errors import Conflict, ContentsError, InvalidRequest
from contents_service.model import Scope
from contents_service.web import params, problems, request_audit
from contents_service.web.context import services, writable_scope
from contents_service.web.page.app_page import redirect_to_card
from contents_service.web.responses import json_response

MAX_NAMES_TRIED = 100
"""The largest number of names tried for a file whose own name is taken."""

SameName = Literal["keep_both", "replace", "skip"]

routes = Blueprint("uploads", __name__)


@routes.post("/upload")
def upload_form(app_uid: str) -> AnyResponse:
    """Store the files of a form and give them; the form says what to do if a name is taken."""
    scope = writable_scope(app_uid)
    files = [file for file in request.files.getlist("file") if file.filename]
    if not files:
        raise InvalidRequest("No file was chosen.", ["/file"])
    folder = _home_path(scope, request.form.get("into", ""))
    number = 0
    for file in files:
        path = f"{folder}/{_file_name(str(file.filename))}"
        number += _store_resolving_conflict(scope, path, file.stream, request.form.get("same_name", "keep_both"))
    return redirect_to_card(app_uid, "stored" if number else "skipped", number)


@routes.put("/upload")
def upload_file(app_uid: str) -> Response:
    """Store one file and give it, for the script that shows the progress of each; answers as the API does.

    `path` is below the person's folder. 409 if another file has that path, 412 if `If-Match` does not match that file.
    """
    scope = writable_scope(app_uid)
    folder, _, name = request.args.get("path", "").rpartition("/")
    path = f"{_home_path(scope, folder)}/{_file_name(name)}"
    try:
        result = _store_and_give(services(), scope, path, request.stream, replacing=params.if_match_tag())
    except ContentsError as error:
        return problems.problem_response(problems.problem_for(error), problems.headers_for(error))
    return json_response({"document": msgspec.to_builtins(result.document)}, 200)


def _store_and_give(
    services: Services, scope: Scope, path: str, stream: IO[bytes], *, replacing: str | None
) -> GiveResult:
    """Store a file and give it, and add it to the request's audit lines."""
    result = giving.upload(services, scope, path, stream, replacing=replacing)
    request_audit.add_document(result.document.id)
    return result


def _store_resolving_conflict(scope: Scope, path: str, stream: IO[bytes], same_name: str) -> bool:
    """Store a file as `same_name` says if its name is taken. Return whether it was stored."""
    try:
        _store_and_give(services(), scope, path, stream, replacing=None)
    except Conflict as conflict:
        if same_name == "skip" or conflict.sha256 is None:
            return False
        stream.seek(0)
        if same_name == "replace":
            _store_and_give(services(), scope, path, stream, replacing=conflict.sha256)
        else:
            _store_under_free_name(scope, path, stream)
    return True


def _store_under_free_name(scope: Scope, path: str, stream: IO[bytes]) -> GiveResult:
    """Store a file under the first numbered name that is free."""
    for numbered_path in _numbered_paths(path):
        try:
            return _store_and_give(services(), scope, numbered_path, stream, replacing=None)
        except Conflict:
            stream.seek(0)
    raise Conflict("There are too many files of that name. Rename the file, then upload it.")


def _numbered_paths(path: str) -> Iterator[str]:
    """Return the paths to try: `support/guide (2).md`, then `support/guide (3).md`, and so on."""
    folder, _, name = path.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    stem, ending = (stem, dot + suffix) if stem else (name, "")
    return (f"{folder}/{stem} ({number}){ending}" for number, _ in zip(count(2), range(MAX_NAMES_TRIED), strict=False))


def _home_path(scope: Scope, folder: str) -> str:
    """Return the path of a folder in the person's Home Folder; the given one may begin with their name or not."""
    folder = folder.strip().strip("/")
    has_person = folder == scope.giver or folder.startswith(f"{scope.giver}/")
    return folder if has_person else f"{scope.giver}/{folder}".rstrip("/")


def _file_name(sent_name: str) -> str:
    """Return a file's own name; some browsers put the sender's folders before it."""
    name = sent_name.replace("\\", "/").rpartition("/")[2]
    if not name:
        raise InvalidRequest("The file has no name.", ["/file"])
    return name
