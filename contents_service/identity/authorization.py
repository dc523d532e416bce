"""The scope that a principal may see, and whether it may change anything."""

from __future__ import annotations

from contents_service.errors import NotFound, ReadOnly
from contents_service.model import Deployment, Person, Principal, Scope


def scope_of(principal: Principal, app: str) -> Scope:
    """Return what a principal may see of an application; NotFound for a deployment of another application."""
    match principal:
        case Person(sub=sub):
            return Scope(app, sub)
        case Deployment(app=own_app, owner=owner, documents=documents) if own_app == app:
            return Scope(app, owner, documents)
        case Deployment():
            raise NotFound("There is nothing here.")


def giver_of(principal: Principal) -> str:
    """Return the person who may give, change and remove documents; ReadOnly for a deployment."""
    match principal:
        case Person(sub=sub):
            return sub
        case Deployment():
            raise ReadOnly("A deployment can only read and search. Use a person's token to make changes.")
