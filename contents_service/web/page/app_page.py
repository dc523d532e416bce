"""The page as a whole: the card beside the Preview."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from contents_service.model import Scope
from contents_service.web.context import scope_to_change, services
from contents_service.web.page.card import SHOWN, SORTS, Card, View, card_of
from contents_service.web.page.notices import done_said
from contents_service.web.page.preview import Preview, previewed
from contents_service.web.responses import PRIVATE

LOOK_AGAIN_S = {True: 1, False: 15}
"""After how many seconds the page looks again, by whether something is being read."""

routes = Blueprint("front", __name__)


@routes.get("")
def show_app(app_uid: str) -> str:
    """What the application knows, and a place to ask it."""
    scope = scope_to_change(app_uid)
    return _page_of(app_uid, scope, card_of(services(), scope, _asked_view()))


@routes.get("/card")
def show_card(app_uid: str) -> Response:
    """The card alone, for a page that looks again; 304 where nothing in it has changed."""
    card = card_of(services(), scope_to_change(app_uid), _asked_view())
    response = Response(headers={"Cache-Control": PRIVATE}, mimetype="text/html")
    response.set_etag(card.tag)
    if request.if_none_match.contains_weak(card.tag):
        response.status_code = 304
    else:
        words = _card_words(app_uid, card)
        response.set_data(render_template("_card.html", **words) + render_template("_searching.html", **words))
    return response


@routes.post("/ask")
def ask(app_uid: str) -> str:
    """The same, with the answer to a question."""
    scope = scope_to_change(app_uid)
    card = card_of(services(), scope, View.asked(request.form.to_dict(flat=False)))
    return _page_of(app_uid, scope, card, previewed(scope, request.form.get("question", "")))


def _page_of(app_uid: str, scope: Scope, card: Card, preview: Preview | None = None) -> str:
    """The whole page, with what was asked in the Preview."""
    return render_template(
        "app.html",
        person=scope.giver,
        preview=preview,
        done=done_said(request.args),
        development=services().settings.dev,
        **_card_words(app_uid, card),
    )


def _card_words(app_uid: str, card: Card) -> dict[str, object]:
    return {
        "app_uid": app_uid,
        "card": card,
        "view": card.view,
        "shown_names": SHOWN,
        "sort_names": SORTS,
        "now": services().now(),
        "upload_bytes": services().settings.upload_bytes,
        "documents_at": url_for("page.front.show_app", app_uid=app_uid) + "/documents/",
        "remove_at": _asking_to_remove(app_uid, card.view),
        "look_again_s": LOOK_AGAIN_S[card.reading > 0],
    }


def _asking_to_remove(app_uid: str, view: View) -> str:
    """The address of this view, to which a document's id is to be added."""
    address = url_for("page.front.show_app", app_uid=app_uid, **view.address(removing=()))
    return f"{address}{'&' if '?' in address else '?'}remove="


def _asked_view() -> View:
    """The view of the card that the page's address asks for."""
    return View.asked(request.args.to_dict(flat=False))


def back(app_uid: str, done: str = "", number: int = 1) -> AnyResponse:
    """Lead back to the card as it was seen, which then says what was done."""
    view = View.asked(request.form.to_dict(flat=False))
    said: dict[str, Any] = {"did": done, "n": number} if done else {}
    return redirect(url_for("page.front.show_app", app_uid=app_uid, **view.address(removing=()), **said), 303)
