"""What every view can reach: the services, the contract, and who asks."""

from __future__ import annotations

from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import cast

from flask import current_app, g

from contents_service.documents.services import Services
from contents_service.identity import authorization
from contents_service.model import Principal, Scope
from contents_service.web.admission.capacity import Admission
from contents_service.web.contract import Contract


@dataclass(frozen=True, slots=True)
class Here:
    """What one application was made with."""

    services: Services
    contract: Contract
    places_to_send: BoundedSemaphore
    """One is taken by each request whose body is large and may come slowly."""
    admission: Admission


def here() -> Here:
    """What this application was made with."""
    return cast("Here", current_app.extensions["contents"])


def services() -> Services:
    """The services of this process."""
    return here().services


def principal() -> Principal:
    """Who asks, once `web/authentication.py` has verified it."""
    return cast("Principal", g.principal)


def scope_to_see(app_uid: str) -> Scope:
    """What the caller may see of an application."""
    return authorization.scope_of(principal(), app_uid)


def scope_to_change(app_uid: str) -> Scope:
    """The same, for a caller who may change it; first of all, a deployment of another application finds nothing."""
    scope = authorization.scope_of(principal(), app_uid)
    authorization.giver_of(principal())
    return scope
