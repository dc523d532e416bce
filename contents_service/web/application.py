"""The Flask application, put together."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import unquote_to_bytes

from flask import Flask, request

from contents_service.documents.services import Services
from contents_service.errors import InvalidRequest
from contents_service.identity.tokens import DevelopmentSigner
from contents_service.web import page, problems, request_log, root_page, sign_in
from contents_service.web.admission import gate, upload_slots
from contents_service.web.admission.thread_shares import Capacity
from contents_service.web.api import health
from contents_service.web.api.operations import api_blueprint
from contents_service.web.complete_body import CompleteBodyRequest
from contents_service.web.context import AppState
from contents_service.web.contract import Contract
from contents_service.web.rendering.page_images import PageImages

LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
"""The only host names that a service in development answers to, so that no other site can reach it under its own."""


def create_app(services: Services) -> Flask:
    """Create the application that serves the API, the page and the health checks of one process."""
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.request_class = CompleteBodyRequest
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False  # OPTIONS is no operation of the contract
    app.config["TRUSTED_HOSTS"] = LOOPBACK if services.settings.dev else None
    app.url_map.merge_slashes = False  # `//` is not `/`, and no answer is a redirect to another spelling
    app.extensions["contents"] = AppState(
        services=services,
        contract=contract(),
        page_images=PageImages(services),
    )
    app.extensions["capacity"] = Capacity.for_settings(services.settings)
    request_log.attach(app)  # first, so that refused requests have an id too
    app.before_request(_refuse_invalid_utf8)
    upload_slots.attach(app)
    gate.attach(app)
    problems.attach(app)
    for blueprint in (api_blueprint(), health.blueprint, root_page.blueprint, page.blueprint):
        app.register_blueprint(blueprint)
    if isinstance(services.token_verifier.keys, DevelopmentSigner):
        app.register_blueprint(sign_in.blueprint(services.token_verifier.keys))
    return app


def _refuse_invalid_utf8() -> None:
    """Refuse an address that is not UTF-8: decoded in any other way it would name another file or application."""
    try:
        unquote_to_bytes(request.query_string).decode()
        request.environ["PATH_INFO"].encode("latin-1").decode()
    except UnicodeDecodeError as error:
        raise InvalidRequest("The address is not UTF-8.", [""]) from error


@cache
def contract() -> Contract:
    """Return the contract, which is compiled once in a process."""
    return Contract.read(contract_file())


def contract_file() -> Path:
    """Return the path of `openapi.yaml`: next to the package in a checkout, inside it once installed."""
    package = Path(__file__).parents[1]
    in_checkout, installed = package.parent / "openapi.yaml", package / "openapi.yaml"
    return installed if installed.exists() else in_checkout
