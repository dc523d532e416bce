"""In development only: choose who to be. A platform sets the session itself, and this page is not there."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from contents_service.errors import Unauthenticated
from contents_service.identity.tokens import DAY_S, DevelopmentKey
from contents_service.model import Person
from contents_service.web.authentication import SESSION
from contents_service.web.context import services
from contents_service.web.page.session import FORM_BYTES, protect, refuse_other_sites

PEOPLE_MOST = 20


def blueprint(key: DevelopmentKey) -> Blueprint:
    """The page where a person is chosen, and a token of this machine's own key is put into the session."""
    pages = Blueprint("sign_in", __name__, url_prefix="/sign-in")
    pages.before_request(_bound_form)
    pages.before_request(refuse_other_sites)
    pages.after_request(protect)

    @pages.get("")
    def choose() -> str:
        return _page(request.args.get("app", ""))

    @pages.post("")
    def enter() -> AnyResponse:
        person, app_uid = request.form.get("person", "").strip(), request.form.get("app", "").strip()
        try:
            token = key.token(Person(person))
        except Unauthenticated:
            return _refused(app_uid, "This cannot be a person's name.")
        if not app_uid or "/" in app_uid:
            return _refused(app_uid, "Name the application.")
        response = redirect(url_for("page.front.show_app", app_uid=app_uid), 303)
        response.set_cookie(SESSION, token, max_age=DAY_S, httponly=True, samesite="Strict")
        return response

    return pages


def _bound_form() -> None:
    request.max_content_length = FORM_BYTES


def _page(app_uid: str, refused: str | None = None) -> str:
    return render_template("sign_in.html", app_uid=app_uid, refused=refused, people=_people(services().settings.home))


def _people(home: Path | str) -> list[str]:
    """Some of those who have a Home Folder on this machine."""
    if isinstance(home, str) or not home.is_dir():
        return []
    return sorted(each.name for each in home.iterdir() if each.is_dir() and not each.name.startswith("."))[:PEOPLE_MOST]


def _refused(app_uid: str, why: str) -> Response:
    return make_response(_page(app_uid, why), 400)
