"""Errors as problem details (RFC 9457): the one place that maps them to HTTP status codes."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
import structlog
from flask import Flask, Response, g
from msgspec import Struct
from werkzeug.exceptions import HTTPException, InternalServerError

from contents_service import errors
from contents_service.reasons import why
from contents_service.web import request_audit

log = structlog.get_logger()

MEDIA_TYPE = "application/problem+json"

MAX_LOGGED_FRAMES = 12
"""Number of innermost stack frames that are logged for an unexpected error."""

CODES: Mapping[type[errors.ContentsError], tuple[int, str]] = {
    errors.InvalidRequest: (400, "invalid_request"),
    errors.Unauthenticated: (401, "unauthenticated"),
    errors.ReadOnly: (403, "read_only"),
    errors.NotFound: (404, "not_found"),
    errors.NotReadable: (404, "not_found"),  # a file that may not be read is treated as missing
    errors.Conflict: (409, "conflict"),
    errors.VersionConflict: (412, "changed_meanwhile"),
    errors.FileTooLarge: (413, "too_big"),
    errors.QuotaExceeded: (429, "quota"),
    errors.IndexUnavailable: (503, "index_unavailable"),
    errors.Busy: (503, "busy"),
    errors.Unavailable: (503, "busy"),
}
HTTP_CODES: Mapping[int, str] = {
    400: "invalid_request",
    404: "not_found",
    405: "method_not_allowed",
    408: "invalid_request",
    413: "too_big",
    414: "too_big",
    415: "unsupported_media_type",
    431: "too_big",
}
"""Problem codes for the errors that Flask raises; any other status is answered with 500."""


class ProblemDetails(Struct, frozen=True, kw_only=True):
    """An error as it is sent to the caller: RFC 9457's fields, and ours."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    pointers: tuple[str, ...] = ()
    sha256: str | None = None
    request_id: str


def attach(app: Flask) -> None:
    """Answer every error in this application with a problem."""
    app.register_error_handler(
        errors.ContentsError, lambda error: problem_response(problem_for(error), headers_for(error))
    )
    app.register_error_handler(HTTPException, lambda error: problem_response(http_problem(error), http_headers(error)))
    app.register_error_handler(Exception, lambda error: problem_response(http_problem(log_unexpected(error)), {}))


def problem_response(problem: ProblemDetails, headers: Mapping[str, str]) -> Response:
    """Make the response for a problem."""
    request_audit.set_problem(problem.code)
    return Response(msgspec.json.encode(problem), problem.status, headers, content_type=MEDIA_TYPE)


def problem_for(error: errors.ContentsError) -> ProblemDetails:
    """Return the problem for one of our own errors."""
    known = next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), None)
    if known is None:  # an error of startup or of a reader, which no request should raise
        return http_problem(log_unexpected(error))
    status, code = known
    return ProblemDetails(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=_detail(error) or HTTPStatus(status).phrase,
        code=code,
        pointers=error.pointers if isinstance(error, errors.InvalidRequest) else (),
        sha256=error.sha256 if isinstance(error, errors.Conflict) else None,
        request_id=g.request_id,
    )


def headers_for(error: errors.ContentsError) -> dict[str, str]:
    """Return the headers for one of our own errors."""
    match error:
        case errors.Unavailable():
            return {"Retry-After": str(error.retry_after)}
        case errors.QuotaExceeded(retry_after=int(seconds)):
            return {"Retry-After": str(seconds)}
        case errors.Unauthenticated():
            return {"WWW-Authenticate": 'Bearer realm="contents"'}
        case _:
            return {}


def http_problem(error: HTTPException) -> ProblemDetails:
    """Return the problem for an error that Flask raised."""
    status = error.code if error.code and error.code in HTTP_CODES else 500
    return ProblemDetails(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=HTTP_DETAILS.get(status, HTTP_DETAILS[400]),
        code=HTTP_CODES.get(status, "internal_error"),
        request_id=g.request_id,
    )


def http_headers(error: HTTPException) -> dict[str, str]:
    """Return the headers that a caller needs of those Flask would send."""
    return {name: value for name, value in error.get_headers() if name == "Allow"}


def log_unexpected(error: Exception) -> HTTPException:
    """Log where an unexpected error happened, but not its message, which may quote a document."""
    frames = []
    trace = error.__traceback__
    while trace:
        frames.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    log.error("unexpected", error=type(error).__name__, at=frames[-MAX_LOGGED_FRAMES:])
    return InternalServerError()


HTTP_DETAILS: Mapping[int, str] = {
    400: "The request cannot be understood.",
    404: "There is nothing here.",
    405: "Method not allowed; see the `Allow` header.",
    413: "The request body is too large.",
    414: "The address is too long.",
    415: "The body has a media type that this operation does not accept.",
    431: "The request headers are too large.",
    500: "Something went wrong on our side. If you report it, quote the request id.",
}


def _detail(error: errors.ContentsError) -> str:
    return why(error.code, **error.details).message if isinstance(error, errors.NotReadable) else str(error)
