"""Files of this computer: stored in the person's Home Folder, then given."""

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
from contents_service.web.context import scope_to_change, services
from contents_service.web.page.app_page import back
from contents_service.web.responses import told

NAMES_TRIED = 100
"""Names that are tried for a file that is to stand beside another of its name."""

SameName = Literal["keep_both", "replace", "skip"]

routes = Blueprint("uploads", __name__)


@routes.post("/upload")
def upload_form(app_uid: str) -> AnyResponse:
    """Store the files of a form and give them; the form says what to do where a file of that name is there."""
    scope = scope_to_change(app_uid)
    files = [file for file in request.files.getlist("file") if file.filename]
    if not files:
        raise InvalidRequest("No file was chosen.", ["/file"])
    folder = _folder(scope, request.form.get("into", ""))
    stored = 0
    for file in files:
        path = f"{folder}/{_name(str(file.filename))}"
        stored += _stored(scope, path, file.stream, request.form.get("same_name", "keep_both"))
    return back(app_uid, "stored" if stored else "skipped", stored)


@routes.put("/upload")
def upload_file(app_uid: str) -> Response:
    """Store one file and give it, for a page that shows how far each has come; told as the API tells it.

    `path` is below the person's folder; 409 where another file stands there, 412 if `If-Match` is not that file's.
    """
    scope = scope_to_change(app_uid)
    folder, _, name = request.args.get("path", "").rpartition("/")
    path = f"{_folder(scope, folder)}/{_name(name)}"
    try:
        given = _put(services(), scope, path, request.stream, replacing=params.expected_tag())
    except ContentsError as error:
        return problems.response_of(problems.problem_of(error), problems.headers_of(error))
    return told({"document": msgspec.to_builtins(given.document)}, 200)


def _put(services: Services, scope: Scope, path: str, stream: IO[bytes], *, replacing: str | None) -> GiveResult:
    """Store a file and give it, which the audit log is told."""
    given = giving.upload(services, scope, path, stream, replacing=replacing)
    request_audit.about(given.document.id)
    return given


def _stored(scope: Scope, path: str, stream: IO[bytes], same_name: str) -> bool:
    """Whether a file was stored: beside one of its name, in its place, or not at all."""
    try:
        _put(services(), scope, path, stream, replacing=None)
    except Conflict as conflict:
        if same_name == "skip" or conflict.sha256 is None:
            return False
        stream.seek(0)
        if same_name == "replace":
            _put(services(), scope, path, stream, replacing=conflict.sha256)
        else:
            _stored_beside(scope, path, stream)
    return True


def _stored_beside(scope: Scope, path: str, stream: IO[bytes]) -> GiveResult:
    """Store a file under the first name like its own that is free."""
    for beside in _names_beside(path):
        try:
            return _put(services(), scope, beside, stream, replacing=None)
        except Conflict:
            stream.seek(0)
    raise Conflict("Too many files of that name are there. Rename it, then give it.")


def _names_beside(path: str) -> Iterator[str]:
    """The names to try: `support/guide (2).md`, then `support/guide (3).md`, and so on."""
    folder, _, name = path.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    stem, ending = (stem, dot + suffix) if stem else (name, "")
    return (f"{folder}/{stem} ({number}){ending}" for number, _ in zip(count(2), range(NAMES_TRIED), strict=False))


def _folder(scope: Scope, said: str) -> str:
    """A folder of the person's; what is said may begin with their name or not, as people think of it."""
    within = said.strip().strip("/")
    own = within == scope.giver or within.startswith(f"{scope.giver}/")
    return within if own else f"{scope.giver}/{within}".rstrip("/")


def _name(said: str) -> str:
    """A file's own name: some browsers send the sender's folders before it."""
    name = said.replace("\\", "/").rpartition("/")[2]
    if not name:
        raise InvalidRequest("The file has no name.", ["/file"])
    return name
