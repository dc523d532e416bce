"""Who sits at the page, and what the page lets other sites do: nothing."""

from __future__ import annotations

from flask import Response, request

from contents_service.errors import ReadOnly
from contents_service.web.authentication import authenticate_session
from contents_service.web.context import here, services

FORM_BYTES = 100_000
"""What a form may add to the files in it."""


def guard() -> None:
    """Know who asks, take no more than may be uploaded, and no change that another site sends."""
    request.max_content_length = services().settings.upload_bytes + FORM_BYTES
    refuse_other_sites()
    here().contract.operations["show_app"].arguments({"app_uid": str((request.view_args or {}).get("app_uid", ""))})
    authenticate_session()


def refuse_other_sites() -> None:
    """A change comes from a page of ours: the browser says where a form stood, which no page elsewhere can forge."""
    if request.method in {"GET", "HEAD"}:
        return
    sent_from = request.headers.get("Sec-Fetch-Site")
    ours = request.headers.get("Origin", "").rpartition("//")[2] == request.host
    if not (sent_from == "same-origin" or (sent_from is None and ours)):
        raise ReadOnly("A form of another site changes nothing here.")


def protect(response: Response) -> Response:
    """Keep the page from foreign scripts, from frames elsewhere, and from being stored where it need not be."""
    response.headers["Content-Security-Policy"] = policy()
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


def policy() -> str:
    """Only our own files are loaded, and nothing within the page runs: a document's words cannot become a script."""
    ancestors = " ".join(("'self'", *services().settings.frame_origins))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        f"form-action 'self'; base-uri 'none'; frame-ancestors {ancestors}"
    )
