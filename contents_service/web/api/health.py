"""Whether the service lives and answers, and what it understands; no token is asked for."""

from __future__ import annotations

from flask import Blueprint, Response

from contents_service.errors import IndexUnavailable, Unavailable
from contents_service.web.context import here, services
from contents_service.web.responses import told

blueprint = Blueprint("health", __name__)


@blueprint.get("/livez")
def livez() -> Response:
    """Whether the process lives."""
    return told({"status": "ok"})


@blueprint.get("/readyz")
def readyz() -> Response:
    """Whether the index answers a known query, and this process is not about to end."""
    if services().stopping.is_set():
        raise Unavailable("This process is about to end. Ask another.")
    if not services().index.is_ready():
        raise IndexUnavailable("The index does not answer.")
    return told({"status": "ok"})


@blueprint.get("/openapi.yaml")
def openapi() -> Response:
    """The contract."""
    return Response(here().contract.text, content_type="application/yaml")
