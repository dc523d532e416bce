"""The service's bare address, which a person may type: where to go from there."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from contents_service.errors import NotFound
from contents_service.web.context import services
from contents_service.web.page.session import add_security_headers

blueprint = Blueprint("root_page", __name__)
blueprint.after_request(add_security_headers)


@blueprint.get("/")
def show_root() -> AnyResponse | str:
    """Send a person to sign-in (in development) or say where the page is; a program gets NotFound."""
    if request.accept_mimetypes.best_match(["application/json", "text/html"]) != "text/html":
        raise NotFound("There is nothing here.")
    if services().settings.dev:
        return redirect(url_for("sign_in.choose"), 303)
    return render_template("root.html")
