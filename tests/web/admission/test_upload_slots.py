"""Which requests have a body so large that part of it may still be coming."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from contents_service.web.admission.upload_slots import BUFFERED_BODY_BYTES, has_large_body


@pytest.mark.parametrize(
    ("headers", "is_large"),
    [
        ({}, False),
        ({"Content-Length": "0"}, False),
        ({"Content-Length": str(BUFFERED_BODY_BYTES)}, False),
        ({"Content-Length": str(BUFFERED_BODY_BYTES + 1)}, True),
        ({"Transfer-Encoding": "chunked"}, True),  # of unknown length
    ],
)
def test_a_body_is_large_if_it_is_longer_than_what_is_received_first(
    headers: dict[str, str], *, is_large: bool
) -> None:
    environment = EnvironBuilder(method="PUT", headers=list(headers.items())).get_environ()
    environment.pop("CONTENT_LENGTH", None)
    if "Content-Length" in headers:
        environment["CONTENT_LENGTH"] = headers["Content-Length"]
    with Flask(__name__).request_context(environment):
        assert has_large_body() is is_large
