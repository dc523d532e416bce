"""Every error as a problem of RFC 9457: the one place that knows HTTP's codes."""

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

UNEXPECTED_FRAMES = 12
"""How many of the innermost calls are logged of an error that was not foreseen."""

CODES: Mapping[type[errors.ContentsError], tuple[int, str]] = {
    errors.InvalidRequest: (400, "invalid_request"),
    errors.Unauthenticated: (401, "unauthenticated"),
    errors.ReadOnly: (403, "read_only"),
    errors.NotFound: (404, "not_found"),
    errors.NotReadable: (404, "not_found"),  # a file that may not be read is as good as none
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
"""The codes of what Flask itself refuses; any other of its errors is ours."""


class Problem(Struct, frozen=True, kw_only=True):
    """What went wrong, as the caller is told."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    pointers: tuple[str, ...] = ()
    sha256: str | None = None
    request_id: str


def attach(app: Flask) -> None:
    """Answer every error of this application with a problem."""
    app.register_error_handler(errors.ContentsError, lambda error: response_of(problem_of(error), headers_of(error)))
    app.register_error_handler(HTTPException, lambda error: response_of(http_problem(error), http_headers(error)))
    app.register_error_handler(Exception, lambda error: response_of(http_problem(unexpected(error)), {}))


def response_of(problem: Problem, headers: Mapping[str, str]) -> Response:
    """A problem as it is sent."""
    request_audit.refused(problem.code)
    return Response(msgspec.json.encode(problem), problem.status, headers, content_type=MEDIA_TYPE)


def problem_of(error: errors.ContentsError) -> Problem:
    """The problem that an error of ours is."""
    known = next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), None)
    if known is None:  # an error of the start or of a reader, which no request should meet
        return http_problem(unexpected(error))
    status, code = known
    return Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=_said(error) or HTTPStatus(status).phrase,
        code=code,
        pointers=error.pointers if isinstance(error, errors.InvalidRequest) else (),
        sha256=error.sha256 if isinstance(error, errors.Conflict) else None,
        request_id=g.request_id,
    )


def headers_of(error: errors.ContentsError) -> dict[str, str]:
    """The headers that go with an error of ours."""
    match error:
        case errors.Unavailable():
            return {"Retry-After": str(error.retry_after)}
        case errors.QuotaExceeded(retry_after=int(seconds)):
            return {"Retry-After": str(seconds)}
        case errors.Unauthenticated():
            return {"WWW-Authenticate": 'Bearer realm="contents"'}
        case _:
            return {}


def http_problem(error: HTTPException) -> Problem:
    """The problem that an error of Flask's is."""
    status = error.code if error.code and error.code in HTTP_CODES else 500
    return Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        detail=HTTP_DETAILS.get(status, HTTP_DETAILS[400]),
        code=HTTP_CODES.get(status, "internal_error"),
        request_id=g.request_id,
    )


def http_headers(error: HTTPException) -> dict[str, str]:
    """Of the headers that Flask would send, those that a caller needs."""
    return {name: value for name, value in error.get_headers() if name == "Allow"}


def unexpected(error: Exception) -> HTTPException:
    """Log what was not foreseen, where it happened but not its text, which may hold a document's words."""
    frames = []
    trace = error.__traceback__
    while trace:
        frames.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    log.error("unexpected", error=type(error).__name__, at=frames[-UNEXPECTED_FRAMES:])
    return InternalServerError()


HTTP_DETAILS: Mapping[int, str] = {
    400: "The request cannot be understood.",
    404: "There is nothing here.",
    405: "This is not done that way; `Allow` says how.",
    413: "That is more than may be sent.",
    414: "The address is longer than may be sent.",
    415: "The body is of a media type that is not taken here.",
    431: "The headers are longer than may be sent.",
    500: "Something went wrong that was not foreseen, which is our fault. The request's id leads us to it.",
}


def _said(error: errors.ContentsError) -> str:
    return why(error.code, **error.details).message if isinstance(error, errors.NotReadable) else str(error)
