"""What a person does with documents on the page: read again, turn off or on, choose an encoding, remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
from contents_service.web.page.card import MAX_SELECTED, CardView, changed_records

Action = Callable[[Services, Scope, str], object]

MAX_CONCURRENT_CHANGES = 8
"""The largest number of documents that one request changes at once. Each waits for the disk; they share a commit."""

routes = Blueprint("document_actions", __name__, url_prefix="/documents")


@routes.post("/<document_id>/read")
def read_document(app_uid: str, document_id: str) -> AnyResponse:
    """Read one document again."""
    giving.read_again(services(), writable_scope(app_uid), document_id)
    return redirect_to_card(app_uid, "read")


@routes.post("/<document_id>/turn-<switch>")
def set_document_enabled(app_uid: str, document_id: str, switch: str) -> AnyResponse:
    """Turn one document off or on."""
    giving.set_enabled(services(), writable_scope(app_uid), document_id, enabled=_is_on(switch))
    return redirect_to_card(app_uid, switch)


@routes.post("/<document_id>/encoding")
def choose_encoding(app_uid: str, document_id: str) -> AnyResponse:
    """Read one document again with the chosen encoding."""
    giving.choose_encoding(services(), writable_scope(app_uid), document_id, request.form.get("encoding", ""))
    return redirect(url_for("page.document.show_document", app_uid=app_uid, document_id=document_id), 303)


@routes.post("/<document_id>/remove")
def remove_document(app_uid: str, document_id: str) -> AnyResponse:
    """Remove one document, once the person has confirmed."""
    _remove_action()(services(), writable_scope(app_uid), document_id)
    return redirect_to_card(app_uid, "removed")


@routes.post("/read")
def read_selected(app_uid: str) -> AnyResponse:
    """Read the selected documents again."""
    return _apply_to(app_uid, _selected_ids(), "read", giving.read_again)


@routes.post("/read-changed")
def read_changed(app_uid: str) -> AnyResponse:
    """Read again every document whose file has changed."""
    scope = writable_scope(app_uid)
    document_ids = [record.id for record in changed_records(services(), scope)]
    changed_count = _count_applied(scope, document_ids, giving.read_again)
    return redirect_to_card(app_uid, "read" if changed_count else "unchanged", changed_count)


@routes.post("/turn-<switch>")
def set_selected_enabled(app_uid: str, switch: str) -> AnyResponse:
    """Turn the selected documents off or on."""
    return _apply_to(app_uid, _selected_ids(), switch, partial(giving.set_enabled, enabled=_is_on(switch)))


@routes.post("/confirm-removal")
def confirm_removal(app_uid: str) -> AnyResponse:
    """Ask the person, on the card, whether to remove the selected documents."""
    document_ids = tuple(_selected_ids())
    if not document_ids:
        return redirect_to_card(app_uid, "none_selected")
    view = CardView.from_params(request.form.to_dict(flat=False))
    return redirect(url_for("page.app.show_app", app_uid=app_uid, **view.params(to_remove=document_ids)), 303)


@routes.post("/remove")
def remove_selected(app_uid: str) -> AnyResponse:
    """Remove the documents that the confirmation named, whichever are selected by now."""
    return _apply_to(app_uid, request.form.getlist("remove")[:MAX_SELECTED], "removed", _remove_action())


def _is_on(switch: str) -> bool:
    if switch not in {"on", "off"}:
        raise NotFound("There is no such action; use `turn-on` or `turn-off`.")
    return switch == "on"


def _remove_action() -> Action:
    return partial(document_removal.remove_document, app_state().page_images)


def _selected_ids() -> list[str]:
    return request.form.getlist("document")[:MAX_SELECTED]


def _apply_to(app_uid: str, document_ids: Sequence[str], notice_key: str, action: Action) -> AnyResponse:
    if not document_ids:
        return redirect_to_card(app_uid, "none_selected")
    changed_count = _count_applied(writable_scope(app_uid), document_ids, action)
    return redirect_to_card(app_uid, notice_key if changed_count else "already_removed", changed_count)


def _count_applied(scope: Scope, document_ids: Iterable[str], action: Action) -> int:
    """Apply an action to each document that still exists, several at once, and return how many still existed."""
    own_services = services()  # the threads of the pool have no Flask context

    def apply_to(document_id: str) -> bool:
        try:
            action(own_services, scope, document_id)
        except NotFound:  # removed meanwhile, on another page
            return False
        return True

    distinct_ids = list(dict.fromkeys(document_ids))
    with ThreadPoolExecutor(MAX_CONCURRENT_CHANGES) as pool:
        existed = list(pool.map(apply_to, distinct_ids))
    for document_id, was_there in zip(distinct_ids, existed, strict=True):
        request_audit.add_document(document_id, None if was_there else "not_found")
    return sum(existed)
