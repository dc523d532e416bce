"""The web application, put together."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from urllib.parse import unquote_to_bytes

from flask import Flask, request

from contents_service.documents.services import Services
from contents_service.errors import InvalidRequest
from contents_service.identity.tokens import DevelopmentKey
from contents_service.web import entrance, page, problems, request_log, sign_in
from contents_service.web.admission import admission, upload_slots
from contents_service.web.admission.capacity import Admission, share_of
from contents_service.web.api import health
from contents_service.web.api.operations import api_blueprint
from contents_service.web.context import Here
from contents_service.web.contract import Contract
from contents_service.web.server.complete_body import WholeBodies

LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
"""The only names by which a service in development answers: a web page elsewhere cannot reach it under its own."""


def create_app(services: Services) -> Flask:
    """The application that serves the API, the page and the health of one process."""
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.request_class = WholeBodies
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False  # OPTIONS is no operation of the contract
    app.config["TRUSTED_HOSTS"] = LOOPBACK if services.settings.dev else None
    app.url_map.merge_slashes = False  # a path means what it says, and no answer is a redirect
    places_to_send, capacity = BoundedSemaphore(share_of(services.settings)), Admission.of(services.settings)
    app.extensions["contents"] = Here(services, contract(), places_to_send, capacity)
    request_log.attach(app)  # first of all: whatever is refused has its request's id
    app.before_request(_refuse_what_is_no_text)
    upload_slots.attach(app)
    admission.attach(app)
    problems.attach(app)
    for blueprint in (api_blueprint(), health.blueprint, entrance.blueprint, page.blueprint):
        app.register_blueprint(blueprint)
    if isinstance(services.tokens.keys, DevelopmentKey):
        app.register_blueprint(sign_in.blueprint(services.tokens.keys))
    return app


def _refuse_what_is_no_text() -> None:
    """Refuse an address that is not UTF-8: read any other way, it would name another file or app than was meant."""
    try:
        unquote_to_bytes(request.query_string).decode()
        request.environ["PATH_INFO"].encode("latin-1").decode()
    except UnicodeDecodeError as error:
        raise InvalidRequest("The address is not UTF-8.", [""]) from error


@cache
def contract() -> Contract:
    """The contract, compiled once in a process."""
    return Contract.read(contract_file())


def contract_file() -> Path:
    """Where `openapi.yaml` is: beside the package in a checkout, within it once installed."""
    package = Path(__file__).parents[1]
    beside, within = package.parent / "openapi.yaml", package / "openapi.yaml"
    return within if within.exists() else beside
