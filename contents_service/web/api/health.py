"""Health checks and the API's description; they need no token."""

from __future__ import annotations

from flask import Blueprint, Response

from contents_service.errors import IndexUnavailable, Unavailable
from contents_service.web.context import app_state, services
from contents_service.web.responses import json_response

blueprint = Blueprint("health", __name__)


@blueprint.get("/livez")
def livez() -> Response:
    """Say that the process is alive."""
    return json_response({"status": "ok"})


@blueprint.get("/readyz")
def readyz() -> Response:
    """Say whether the index answers a known query and this process is not shutting down."""
    if services().stopping.is_set():
        raise Unavailable("This process is shutting down. Ask another.")
    if not services().index.is_ready():
        raise IndexUnavailable("The index does not answer.")
    return json_response({"status": "ok"})


@blueprint.get("/openapi.yaml")
def openapi() -> Response:
    """Return the contract."""
    return Response(app_state().contract.text, content_type="application/yaml")
