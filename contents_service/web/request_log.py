"""A line in the log and a figure in the metrics for each request, under an id that the caller gets too.

Neither questions, paths nor texts are logged: the operation's name says what was asked.
"""

from __future__ import annotations

import re
import time
import uuid

import structlog
from flask import Flask, Response, g, request

from contents_service.metrics import REQUEST_SECONDS, REQUESTS

HEADER = "X-Request-Id"
TAKEN = re.compile(r"[A-Za-z0-9._~-]{1,128}")

log = structlog.get_logger()


def attach(app: Flask) -> None:
    """Give every request of this application its id, and account for it."""
    app.before_request(_begin)
    app.after_request(_end)
    app.teardown_request(_forget)


def operation() -> str:
    """The name of what is asked, which is its `operationId` in the contract; `none` for what is not there."""
    return (request.endpoint or "none").rpartition(".")[2]


def _begin() -> None:
    given = request.headers.get(HEADER, "")
    g.request_id = given if TAKEN.fullmatch(given) else uuid.uuid4().hex
    g.began = time.perf_counter()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def _end(response: Response) -> Response:
    seconds = time.perf_counter() - g.began
    response.headers[HEADER] = g.request_id
    response.headers["X-Content-Type-Options"] = "nosniff"
    REQUESTS.labels(operation=operation(), status=str(response.status_code)).inc()
    REQUEST_SECONDS.labels(operation=operation()).observe(seconds)
    log.info("request", operation=operation(), status=response.status_code, ms=round(seconds * 1000, 1))
    return response


def _forget(_: BaseException | None) -> None:
    """Nothing that this thread does next is done for this request."""
    structlog.contextvars.unbind_contextvars("request_id")
