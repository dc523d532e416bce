"""A log line and metrics for each request, with an id that the caller gets too.

Questions, paths and texts are never logged; the operation's name says what was requested.
"""

from __future__ import annotations

import re
import time
import uuid

import structlog
from flask import Flask, Response, g, request

from contents_service.metrics import REQUEST_SECONDS, REQUESTS

HEADER = "X-Request-Id"
ACCEPTED_ID = re.compile(r"[A-Za-z0-9._~-]{1,128}")
"""Request ids that are taken from the caller; for any other we make one."""

log = structlog.get_logger()


def attach(app: Flask) -> None:
    """Give every request of this application its id, and log and count it."""
    app.before_request(_begin)
    app.after_request(_end)
    app.teardown_request(_unbind_id)


def operation_name() -> str:
    """Return the `operationId` of the request, or `none` if there is no such operation."""
    return (request.endpoint or "none").rpartition(".")[2]


def _begin() -> None:
    callers_id = request.headers.get(HEADER, "")
    g.request_id = callers_id if ACCEPTED_ID.fullmatch(callers_id) else uuid.uuid4().hex
    g.started_at = time.perf_counter()
    structlog.contextvars.bind_contextvars(request_id=g.request_id)


def _end(response: Response) -> Response:
    seconds, operation = time.perf_counter() - g.started_at, operation_name()
    response.headers[HEADER] = g.request_id
    response.headers["X-Content-Type-Options"] = "nosniff"
    REQUESTS.labels(operation=operation, status=str(response.status_code)).inc()
    REQUEST_SECONDS.labels(operation=operation).observe(seconds)
    log.info("request", operation=operation, status=response.status_code, ms=round(seconds * 1000, 1))
    return response


def _unbind_id(_: BaseException | None) -> None:
    """Unbind the request's id, since the thread is used for other requests."""
    structlog.contextvars.unbind_contextvars("request_id")
