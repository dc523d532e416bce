"""Authentication of the caller by the platform's token, from the header or, on the page, from the session cookie."""

from __future__ import annotations

from flask import g, request

from contents_service.errors import Unauthenticated
from contents_service.web.context import services

SESSION = "contents_session"
"""Name of the session cookie."""


def authenticate() -> None:
    """Set the caller from the request's header. Raises Unauthenticated without a valid token."""
    g.principal = services().token_verifier.principal(_bearer_token() or _refuse())


def authenticate_session() -> None:
    """Set the caller from the header, which a proxy may have set, or from the session cookie."""
    g.principal = services().token_verifier.principal(_bearer_token() or request.cookies.get(SESSION) or _refuse())


def _bearer_token() -> str | None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _refuse() -> str:
    raise Unauthenticated("Send the platform's token: `Authorization: Bearer …`.")
