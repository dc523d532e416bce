"""The page as a whole: the card next to the Preview."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from contents_service.model import Scope
from contents_service.parsing.formats import list_formats
from contents_service.web.context import services, writable_scope
from contents_service.web.page.card import FILTER_NAMES, SORT_NAMES, Card, CardView, build_card
from contents_service.web.page.notices import notice
from contents_service.web.page.preview import Preview, ask_as_agent
from contents_service.web.responses import PRIVATE

REFRESH_S = {True: 1, False: 15}
"""Seconds after which the page refreshes its card, by whether a document is being read."""

routes = Blueprint("app", __name__)


@routes.get("")
def show_app(app_uid: str) -> str:
    """Show what the application knows, and the Preview."""
    scope = writable_scope(app_uid)
    return _render_page(app_uid, scope, build_card(services(), scope, _requested_view()))


@routes.get("/card")
def show_card(app_uid: str) -> Response:
    """Return the card alone, for a page that refreshes it; 304 if nothing in it has changed."""
    card = build_card(services(), writable_scope(app_uid), _requested_view())
    response = Response(headers={"Cache-Control": PRIVATE}, mimetype="text/html")
    response.set_etag(card.tag)
    if request.if_none_match.contains_weak(card.tag):
        response.status_code = 304
    else:
        variables = _card_variables(app_uid, card)
        response.set_data(render_template("_card.html", **variables) + render_template("_searching.html", **variables))
    return response


@routes.post("/ask")
def ask(app_uid: str) -> str:
    """Show the page with the answer to a question."""
    scope = writable_scope(app_uid)
    card = build_card(services(), scope, CardView.from_params(request.form.to_dict(flat=False)))
    return _render_page(app_uid, scope, card, ask_as_agent(scope, request.form.get("question", "")))


def _render_page(app_uid: str, scope: Scope, card: Card, preview: Preview | None = None) -> str:
    return render_template(
        "app.html",
        person=scope.giver,
        preview=preview,
        notice=notice(request.args),
        development=services().settings.dev,
        **_card_variables(app_uid, card),
    )


def _card_variables(app_uid: str, card: Card) -> dict[str, object]:
    return {
        "app_uid": app_uid,
        "card": card,
        "view": card.view,
        "filter_names": FILTER_NAMES,
        "sort_names": SORT_NAMES,
        "formats": list_formats(),
        "now": services().now(),
        "upload_bytes": services().settings.upload_bytes,
        "documents_url": url_for("page.app.show_app", app_uid=app_uid) + "/documents/",
        "remove_url": _remove_url(app_uid, card.view),
        "refresh_s": REFRESH_S[card.reading > 0],
    }


def _remove_url(app_uid: str, view: CardView) -> str:
    """Return the address that asks whether to remove a document; its id is appended to it."""
    url = url_for("page.app.show_app", app_uid=app_uid, **view.params(to_remove=()))
    return f"{url}{'&' if '?' in url else '?'}remove="


def _requested_view() -> CardView:
    return CardView.from_params(request.args.to_dict(flat=False))


def redirect_to_card(app_uid: str, notice_key: str = "", changed_count: int = 1) -> AnyResponse:
    """Redirect to the card as the person had it, with a notice of what was done."""
    view = CardView.from_params(request.form.to_dict(flat=False))
    notice_params: dict[str, Any] = {"did": notice_key, "n": changed_count} if notice_key else {}
    return redirect(url_for("page.app.show_app", app_uid=app_uid, **view.params(to_remove=()), **notice_params), 303)
