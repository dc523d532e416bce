"""The caller's Home Folder over HTTP, for the picker."""

from __future__ import annotations

from flask import Blueprint, Response

from contents_service.errors import NotFound
from contents_service.model import Person
from contents_service.web import params
from contents_service.web.context import principal, services
from contents_service.web.responses import told

blueprint = Blueprint("home", __name__)


@blueprint.get("/home")
def list_home() -> Response:
    """What stands in a folder of the caller's; a deployment has none."""
    caller = principal()
    if not isinstance(caller, Person):
        raise NotFound("There is nothing here.")
    folder, cursor, limit = params.argument("path"), params.argument("cursor"), params.argument("limit")
    return told(services().home.entries(caller.sub, folder, cursor=cursor, limit=limit))
