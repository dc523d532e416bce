"""The session of the person who uses the page, and its protection from other sites."""

from __future__ import annotations

from flask import Response, request

from contents_service.errors import ReadOnly
from contents_service.web.authentication import authenticate_session
from contents_service.web.context import app_state, services

FORM_OVERHEAD_BYTES = 100_000
"""The number of bytes that a form may have besides the files in it."""


def check_request() -> None:
    """Limit the size of a request, refuse changes that another site sends, and authenticate the person."""
    request.max_content_length = services().settings.upload_bytes + FORM_OVERHEAD_BYTES
    refuse_other_sites()
    app_uid = str((request.view_args or {}).get("app_uid", ""))
    app_state().contract.operations["show_app"].check_params({"app_uid": app_uid})
    authenticate_session()


def refuse_other_sites() -> None:
    """Refuse changes that do not come from our own page; the browser says where, and no other site can forge it."""
    if request.method in {"GET", "HEAD"}:
        return
    fetch_site = request.headers.get("Sec-Fetch-Site")
    is_our_origin = request.headers.get("Origin", "").rpartition("//")[2] == request.host
    if not (fetch_site == "same-origin" or (fetch_site is None and is_our_origin)):
        raise ReadOnly("This form was sent by another site. Nothing was changed.")


def add_security_headers(response: Response) -> Response:
    """Keep the page from foreign scripts, from frames elsewhere, and from being stored where it need not be."""
    response.headers["Content-Security-Policy"] = content_security_policy()
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def content_security_policy() -> str:
    """Return a policy that loads only our own files and allows nothing inline, so no document can become a script."""
    ancestors = " ".join(("'self'", *services().settings.frame_origins))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        f"form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
    )
