"""What a person does with documents that were given: read again, switch, choose an encoding, remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from contents_service.documents import giving
from contents_service.documents.services import Services
from contents_service.errors import NotFound
from contents_service.model import Scope
from contents_service.web import request_audit
from contents_service.web.context import scope_to_change, services
from contents_service.web.page.app_page import back
from contents_service.web.page.card import REMOVING_MOST, View, changed
from contents_service.web.removal import removing

Change = Callable[[Services, Scope, str], object]

AT_ONCE = 8
"""Documents that one request changes at the same time: each waits for the disk, and those that wait share it."""

routes = Blueprint("changes", __name__, url_prefix="/documents")


@routes.post("/<document_id>/read")
def read_document(app_uid: str, document_id: str) -> AnyResponse:
    """Read one document again."""
    giving.read_again(services(), scope_to_change(app_uid), document_id)
    return back(app_uid, "read")


@routes.post("/<document_id>/switch-<way>")
def switch_document(app_uid: str, document_id: str, way: str) -> AnyResponse:
    """Switch one document off or on."""
    giving.switch(services(), scope_to_change(app_uid), document_id, enabled=_is_on(way))
    return back(app_uid, way)


@routes.post("/<document_id>/encoding")
def choose_encoding(app_uid: str, document_id: str) -> AnyResponse:
    """Read one document again with the encoding that was chosen."""
    giving.choose_encoding(services(), scope_to_change(app_uid), document_id, request.form.get("encoding", ""))
    return redirect(url_for("page.what_was_read.show_document", app_uid=app_uid, document_id=document_id), 303)


@routes.post("/<document_id>/remove")
def remove_document(app_uid: str, document_id: str) -> AnyResponse:
    """Remove one document, which was confirmed."""
    removing()(services(), scope_to_change(app_uid), document_id)
    return back(app_uid, "removed")


@routes.post("/read")
def read_selected(app_uid: str) -> AnyResponse:
    """Read the selected documents again."""
    return _each_selected(app_uid, "read", giving.read_again)


@routes.post("/read-changed")
def read_changed(app_uid: str) -> AnyResponse:
    """Read again every document whose file has changed since."""
    scope = scope_to_change(app_uid)
    documents = [record.id for record in changed(services(), scope)]
    done = _each(scope, documents, giving.read_again)
    return back(app_uid, "read" if done else "unchanged", done)


@routes.post("/switch-<way>")
def switch_selected(app_uid: str, way: str) -> AnyResponse:
    """Switch the selected documents off or on."""
    enabled = _is_on(way)
    return _each_selected(
        app_uid, way, lambda services, scope, document: giving.switch(services, scope, document, enabled=enabled)
    )


@routes.post("/remove-asked")
def ask_to_remove(app_uid: str) -> AnyResponse:
    """Ask, in place, whether the selected documents are to be removed."""
    chosen = tuple(_selected())
    if not chosen:
        return back(app_uid, "none")
    view = View.asked(request.form.to_dict(flat=False))
    return redirect(url_for("page.front.show_app", app_uid=app_uid, **view.address(removing=chosen)), 303)


@routes.post("/remove")
def remove_selected(app_uid: str) -> AnyResponse:
    """Remove the selected documents, which was confirmed."""
    return _each_selected(app_uid, "removed", removing())


def _is_on(way: str) -> bool:
    if way not in {"on", "off"}:
        raise NotFound("There is nothing here.")
    return way == "on"


def _selected() -> list[str]:
    return request.form.getlist("document")[:REMOVING_MOST]


def _each_selected(app_uid: str, done: str, change: Change) -> AnyResponse:
    number = _each(scope_to_change(app_uid), _selected(), change)
    return back(app_uid, done if number else "none", number)


def _each(scope: Scope, documents: Iterable[str], change: Change) -> int:
    """Change each document that is still there, several at once so that they share a commit; how many were."""
    here = services()

    def changed_one(document: str) -> bool:
        try:
            change(here, scope, document)
        except NotFound:  # removed meanwhile, on another page
            return False
        return True

    chosen = list(dict.fromkeys(documents))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = list(pool.map(changed_one, chosen))
    for document, was_done in zip(chosen, done, strict=True):
        request_audit.about(document, None if was_done else "not_found")
    return sum(done)
