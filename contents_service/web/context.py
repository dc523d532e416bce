"""The context of a view: the application's state, the caller, and the caller's scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import current_app, g

from contents_service.documents.services import Services
from contents_service.identity import authorization
from contents_service.model import Principal, Scope
from contents_service.web.contract import Contract
from contents_service.web.rendering.page_images import PageImages


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState:
    """The state that all requests of one application share."""

    services: Services
    contract: Contract
    page_images: PageImages


def app_state() -> AppState:
    """Return the state of the current application."""
    return cast("AppState", current_app.extensions["contents"])


def services() -> Services:
    """Return the services of this process."""
    return app_state().services


def principal() -> Principal:
    """Return the caller, once `web/authentication.py` has verified who it is."""
    return cast("Principal", g.principal)


def readable_scope(app_uid: str) -> Scope:
    """Return what the caller may read of an application."""
    return authorization.scope_of(principal(), app_uid)


def writable_scope(app_uid: str) -> Scope:
    """Return what the caller may change of an application. The page also reads by it, since only a person opens it.

    The scope comes first: a deployment of another application gets NotFound, and only one of this application ReadOnly.
    """
    scope = authorization.scope_of(principal(), app_uid)
    authorization.giver_of(principal())
    return scope
