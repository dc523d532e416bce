"""Who asks: the platform's token, from the header or, on the page alone, from the session's cookie."""

from __future__ import annotations

from flask import g, request

from contents_service.errors import Unauthenticated
from contents_service.web.context import services

SESSION = "contents_session"


def authenticate() -> None:
    """Take the caller from the request's header; Unauthenticated if there is no token that holds."""
    g.principal = services().tokens.principal(_bearer() or _missing())


def authenticate_session() -> None:
    """Take the caller from the header that is set in front of us, or from the cookie."""
    g.principal = services().tokens.principal(_bearer() or request.cookies.get(SESSION) or _missing())


def _bearer() -> str | None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _missing() -> str:
    raise Unauthenticated("Send the platform's token: `Authorization: Bearer …`.")
