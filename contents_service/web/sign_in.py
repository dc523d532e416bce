"""In development only: a page to choose who to sign in as. On a platform, the platform sets the session."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from contents_service.errors import Unauthenticated
from contents_service.identity.tokens import DAY_S, DevelopmentSigner
from contents_service.model import Person
from contents_service.web.authentication import SESSION
from contents_service.web.context import services
from contents_service.web.page.session import FORM_OVERHEAD_BYTES, add_security_headers, refuse_other_sites

MAX_PEOPLE = 20
"""Largest number of people that the page suggests."""


def blueprint(signer: DevelopmentSigner) -> Blueprint:
    """Create the sign-in page, which puts a token signed with this machine's own key into the session."""
    pages = Blueprint("sign_in", __name__, url_prefix="/sign-in")
    pages.before_request(_limit_form_size)
    pages.before_request(refuse_other_sites)
    pages.after_request(add_security_headers)

    @pages.get("")
    def choose() -> str:
        return _render(request.args.get("app", ""))

    @pages.post("")
    def enter() -> AnyResponse:
        person, app_uid = request.form.get("person", "").strip(), request.form.get("app", "").strip()
        try:
            token = signer.token(Person(person))
        except Unauthenticated:
            return _render_refusal(app_uid, "This cannot be a person's name.")
        if not app_uid or "/" in app_uid:
            return _render_refusal(app_uid, "Name the application.")
        response = redirect(url_for("page.app.show_app", app_uid=app_uid), 303)
        response.set_cookie(SESSION, token, max_age=DAY_S, httponly=True, samesite="Strict")
        return response

    return pages


def _limit_form_size() -> None:
    request.max_content_length = FORM_OVERHEAD_BYTES


def _render(app_uid: str, refusal: str | None = None) -> str:
    return render_template("sign_in.html", app_uid=app_uid, refusal=refusal, people=_people(services().settings.home))


def _people(home: Path | str) -> list[str]:
    """Return some of the people who have a Home Folder on this machine."""
    if isinstance(home, str) or not home.is_dir():
        return []
    return sorted(each.name for each in home.iterdir() if each.is_dir() and not each.name.startswith("."))[:MAX_PEOPLE]


def _render_refusal(app_uid: str, why: str) -> Response:
    return make_response(_render(app_uid, why), 400)
