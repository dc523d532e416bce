"""What a person does with documents on the card: read again, turn off or on, choose an encoding, remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from contents_service.documents import giving
from contents_service.documents.services import Services
from contents_service.errors import NotFound
from contents_service.model import Scope
from contents_service.web import document_removal, request_audit
from contents_service.web.context import app_state, services, writable_scope
from contents_service.web.page.app_page import redirect_to_card
from contents_service.web.page.card import MAX_REMOVALS, CardView, changed_records

Action = Callable[[Services, Scope, str], object]

MAX_CONCURRENT = 8
"""Most documents that one request changes at the same time. Each waits for the disk, and they share one commit."""

routes = Blueprint("document_actions", __name__, url_prefix="/documents")


@routes.post("/<document_id>/read")
def read_document(app_uid: str, document_id: str) -> AnyResponse:
    """Read one document again."""
    giving.read_again(services(), writable_scope(app_uid), document_id)
    return redirect_to_card(app_uid, "read")


@routes.post("/<document_id>/turn-<way>")
def set_document_enabled(app_uid: str, document_id: str, way: str) -> AnyResponse:
    """Turn one document off or on."""
    giving.set_enabled(services(), writable_scope(app_uid), document_id, enabled=_is_on(way))
    return redirect_to_card(app_uid, way)


@routes.post("/<document_id>/encoding")
def choose_encoding(app_uid: str, document_id: str) -> AnyResponse:
    """Read one document again with the chosen encoding."""
    giving.choose_encoding(services(), writable_scope(app_uid), document_id, request.form.get("encoding", ""))
    return redirect(url_for("page.document.show_document", app_uid=app_uid, document_id=document_id), 303)


@routes.post("/<document_id>/remove")
def remove_document(app_uid: str, document_id: str) -> AnyResponse:
    """Remove one document, after the person confirmed it."""
    _remove_action()(services(), writable_scope(app_uid), document_id)
    return redirect_to_card(app_uid, "removed")


@routes.post("/read")
def read_selected(app_uid: str) -> AnyResponse:
    """Read the selected documents again."""
    return _apply_to_selected(app_uid, "read", giving.read_again)


@routes.post("/read-changed")
def read_changed(app_uid: str) -> AnyResponse:
    """Read again every document whose file has changed."""
    scope = writable_scope(app_uid)
    documents = [record.id for record in changed_records(services(), scope)]
    number = _apply(scope, documents, giving.read_again)
    return redirect_to_card(app_uid, "read" if number else "unchanged", number)


@routes.post("/turn-<way>")
def set_selected_enabled(app_uid: str, way: str) -> AnyResponse:
    """Turn the selected documents off or on."""
    return _apply_to_selected(app_uid, way, partial(giving.set_enabled, enabled=_is_on(way)))


@routes.post("/confirm-removal")
def confirm_removal(app_uid: str) -> AnyResponse:
    """Ask the person, on the card, whether to remove the selected documents."""
    selected = tuple(_selected())
    if not selected:
        return redirect_to_card(app_uid, "none")
    view = CardView.from_params(request.form.to_dict(flat=False))
    return redirect(url_for("page.app.show_app", app_uid=app_uid, **view.params(to_remove=selected)), 303)


@routes.post("/remove")
def remove_selected(app_uid: str) -> AnyResponse:
    """Remove the selected documents, after the person confirmed it."""
    return _apply_to_selected(app_uid, "removed", _remove_action())


def _is_on(way: str) -> bool:
    if way not in {"on", "off"}:
        raise NotFound("There is nothing here.")
    return way == "on"


def _remove_action() -> Action:
    return partial(document_removal.remove_document, app_state().page_images)


def _selected() -> list[str]:
    return request.form.getlist("document")[:MAX_REMOVALS]


def _apply_to_selected(app_uid: str, notice_key: str, action: Action) -> AnyResponse:
    number = _apply(writable_scope(app_uid), _selected(), action)
    return redirect_to_card(app_uid, notice_key if number else "none", number)


def _apply(scope: Scope, documents: Iterable[str], action: Action) -> int:
    """Apply an action to each document that still exists, several at once. Return how many there were."""
    process_services = services()  # the threads of the pool have no Flask context

    def apply_to(document: str) -> bool:
        try:
            action(process_services, scope, document)
        except NotFound:  # removed meanwhile, on another page
            return False
        return True

    distinct = list(dict.fromkeys(documents))
    with ThreadPoolExecutor(MAX_CONCURRENT) as pool:
        existed = list(pool.map(apply_to, distinct))
    for document, did_exist in zip(distinct, existed, strict=True):
        request_audit.add_document(document, None if did_exist else "not_found")
    return sum(existed)
