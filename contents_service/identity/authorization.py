"""Who asks decides what is found: from a principal to the scope that it may see."""

from __future__ import annotations

from contents_service.errors import NotFound, ReadOnly
from contents_service.model import Deployment, Person, Principal, Scope


def scope_of(principal: Principal, app: str) -> Scope:
    """What the principal may see of an application; NotFound for a deployment of another one."""
    match principal:
        case Person(sub=sub):
            return Scope(app, sub)
        case Deployment(app=own, owner=owner, documents=documents) if own == app:
            return Scope(app, owner, documents)
        case Deployment():
            raise NotFound("There is nothing here.")


def giver_of(principal: Principal) -> str:
    """The person who may give, change and remove; ReadOnly for a deployment."""
    match principal:
        case Person(sub=sub):
            return sub
        case Deployment():
            raise ReadOnly("A deployment reads and searches; it changes nothing. Ask as a person.")
