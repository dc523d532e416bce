"""The caller's Home Folder over HTTP, for choosing documents."""

from __future__ import annotations

from flask import Blueprint, Response

from contents_service.errors import NotFound
from contents_service.model import Person
from contents_service.web import params
from contents_service.web.context import principal, services
from contents_service.web.responses import json_response

blueprint = Blueprint("home", __name__)


@blueprint.get("/home")
def list_home() -> Response:
    """List a folder of the caller's Home Folder; a deployment has none."""
    caller = principal()
    if not isinstance(caller, Person):
        raise NotFound("There is nothing here.")
    folder, cursor, limit = params.query_param("path"), params.query_param("cursor"), params.query_param("limit")
    return json_response(services().home.entries(caller.sub, folder, cursor=cursor, limit=limit))
