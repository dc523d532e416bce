"""What a person is told when something could not be done, on a page of its own."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from contents_service.errors import ContentsError, Unauthenticated
from contents_service.web import problems, request_audit
from contents_service.web.context import services

Refusal = tuple[str, int, dict[str, str]]

TITLES = {
    "not_found": "There is nothing here",
    "unauthenticated": "You are not signed in",
    "read_only": "This changes nothing here",
    "conflict": "Another file has that name",
    "changed_meanwhile": "It changed meanwhile",
    "too_big": "That is too big",
    "quota": "That is more than you may",
    "index_unavailable": "It cannot be looked up just now",
    "busy": "It is busy just now",
}

ADVICE = {
    "not_found": "It may have been removed or moved, or it is not yours.",
    "unauthenticated": "Open this page from the platform, where you are signed in.",
    "conflict": "Nothing was overwritten. Go back and choose to keep both, or to replace it.",
    "index_unavailable": "Nothing that you gave is lost.",
    "busy": "Nothing that you gave is lost.",
}


def explain(error: ContentsError) -> Refusal | AnyResponse:
    """Say on a page what went wrong; in development, somebody unknown is asked who they are."""
    if isinstance(error, Unauthenticated) and services().settings.dev:
        return redirect(url_for("sign_in.choose", app=_app_uid()), 303)
    return _refused(problems.problem_of(error), problems.headers_of(error))


def explain_refusal(error: HTTPException) -> Refusal:
    """The same for what Flask itself refuses, such as an upload that is too big."""
    return _refused(problems.http_problem(error), problems.http_headers(error))


def explain_fault(error: Exception) -> Refusal:
    """The same for what was not foreseen, which is our fault and is logged."""
    return explain_refusal(problems.unexpected(error))


def _refused(problem: problems.Problem, headers: dict[str, str]) -> Refusal:
    request_audit.refused(problem.code)
    page = render_template(
        "problem.html",
        problem=problem,
        title=TITLES.get(problem.code, "That did not work"),
        advice=ADVICE.get(problem.code, ""),
        app_uid=_app_uid(),
        limit=services().settings.upload_bytes,
    )
    return page, problem.status, headers


def _app_uid() -> str:
    return str((request.view_args or {}).get("app_uid", ""))
