"""Errors as pages for a person: what happened, and what to do."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from contents_service.errors import ContentsError, Unauthenticated
from contents_service.web import problems, request_audit
from contents_service.web.context import services

ErrorPage = tuple[str, int, dict[str, str]]

TITLES = {
    "not_found": "There is nothing here",
    "unauthenticated": "You are not signed in",
    "read_only": "You cannot change this",
    "conflict": "Another file has that name",
    "changed_meanwhile": "It has changed meanwhile",
    "too_big": "That is too big",
    "quota": "You have reached a limit",
    "index_unavailable": "The search is unavailable at the moment",
    "busy": "The service is busy at the moment",
}

ADVICE = {
    "not_found": "It may have been removed or moved, or it is not yours.",
    "unauthenticated": "Open this page from the platform, where you are signed in.",
    "conflict": "Nothing was overwritten. Go back and choose to keep both, or to replace it.",
    "index_unavailable": "Nothing that you added is lost.",
    "busy": "Nothing that you added is lost.",
}


def render_error(error: ContentsError) -> ErrorPage | AnyResponse:
    """Render one of our own errors; in development, send a person who is not signed in to sign-in."""
    if isinstance(error, Unauthenticated) and services().settings.dev:
        return redirect(url_for("sign_in.choose", app=_app_uid()), 303)
    return _render(problems.problem_for(error), problems.headers_for(error))


def render_http_error(error: HTTPException) -> ErrorPage:
    """Render an error that Flask raised, such as an upload that is too big."""
    return _render(problems.http_problem(error), problems.http_headers(error))


def render_unexpected_error(error: Exception) -> ErrorPage:
    """Log and render an unexpected error."""
    return render_http_error(problems.log_unexpected(error))


def _render(problem: problems.ProblemDetails, headers: dict[str, str]) -> ErrorPage:
    request_audit.set_problem(problem.code)
    page = render_template(
        "problem.html",
        problem=problem,
        title=TITLES.get(problem.code, "That did not work"),
        advice=ADVICE.get(problem.code, ""),
        app_uid=_app_uid(),
    )
    return page, problem.status, headers


def _app_uid() -> str:
    return str((request.view_args or {}).get("app_uid", ""))
