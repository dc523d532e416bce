"""The page of an application: the card *What it knows*, and the Preview. Its views tell the same stories as the API."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from contents_service import agent_tool, giving, listing, searching
from contents_service.errors import ContentsError, InvalidRequest, ReadOnly, Unauthenticated
from contents_service.model import Answer, Scope
from contents_service.web import problems, wording
from contents_service.web.here import here, scope_to_change, services
from contents_service.web.principal import authenticate_session
from contents_service.web.refused_body import hear_out

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
"""Nothing but our own style sheet is loaded, and no script runs: a document's words cannot become one."""

CARD_DOCUMENTS = 1_000

FORM_BYTES = 100_000

ENCODINGS = (
    "utf-8", "cp1252", "iso8859-15", "cp1250", "cp1251", "utf-16", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr",
)  # fmt: skip
"""What a person can choose where an encoding was guessed; the API takes any."""

Refusal = tuple[str, int, dict[str, str]]

blueprint = Blueprint("page", __name__, url_prefix="/apps/<app_uid>")
blueprint.after_request(hear_out)
wording.attach(blueprint)


@blueprint.before_request
def guard() -> None:
    """Know who asks, take no more than may be uploaded, and no form that another site sends."""
    request.max_content_length = services().settings.upload_bytes + FORM_BYTES
    refuse_other_sites()
    here().contract.operations["show_app"].arguments(request.view_args or {})
    authenticate_session()


def refuse_other_sites() -> None:
    """A change comes from a page of ours: the browser says where a form stood, which no page elsewhere can forge."""
    if request.method == "GET":
        return
    sent_from = request.headers.get("Sec-Fetch-Site")
    ours = request.headers.get("Origin", "").rpartition("//")[2] == request.host
    if not (sent_from == "same-origin" or (sent_from is None and ours)):
        raise ReadOnly("A form of another site changes nothing here.")


@blueprint.after_request
def protect(response: Response) -> Response:
    """Keep the page from being scripted, framed elsewhere, or stored."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "private, no-store"
    return response


@blueprint.get("")
def show_app(app_uid: str) -> str:
    """What the application knows, and a place to ask it."""
    return _shown(app_uid, scope_to_change(app_uid))


@blueprint.post("/ask")
def ask(app_uid: str) -> str:
    """The same, with the answer to a question."""
    scope, question = scope_to_change(app_uid), request.form.get("question", "")
    named = scope.narrowed(listing.fragment(services(), scope))
    return _shown(app_uid, scope, searching.search(services(), named, question))


@blueprint.post("/give")
def give(app_uid: str) -> AnyResponse:
    """Give a document by its path."""
    giving.give(services(), scope_to_change(app_uid), request.form.get("path", "").strip())
    return _back(app_uid)


@blueprint.post("/upload")
def upload(app_uid: str) -> AnyResponse:
    """Store files of this computer in the Home Folder, and give them."""
    scope = scope_to_change(app_uid)
    files = [file for file in request.files.getlist("file") if file.filename]
    if not files:
        raise InvalidRequest("No file was chosen.", ["/file"])
    for file in files:
        name = str(file.filename).rpartition("/")[2]
        giving.upload(services(), scope, f"{scope.giver}/{name}", file.stream, replacing=None)
    return _back(app_uid)


@blueprint.post("/documents/<document_id>/read")
def read(app_uid: str, document_id: str) -> AnyResponse:
    """Read a document again."""
    giving.read_again(services(), scope_to_change(app_uid), document_id)
    return _back(app_uid)


@blueprint.post("/documents/<document_id>/encoding")
def encoding(app_uid: str, document_id: str) -> AnyResponse:
    """Read a document again with another encoding."""
    giving.choose_encoding(services(), scope_to_change(app_uid), document_id, request.form.get("encoding", ""))
    return _back(app_uid)


@blueprint.post("/documents/<document_id>/switch")
def switch(app_uid: str, document_id: str) -> AnyResponse:
    """Switch a document off or on."""
    giving.switch(services(), scope_to_change(app_uid), document_id, enabled=request.form.get("enabled") == "yes")
    return _back(app_uid)


@blueprint.post("/documents/<document_id>/remove")
def remove(app_uid: str, document_id: str) -> AnyResponse:
    """Remove a document from what the application knows."""
    giving.remove(services(), scope_to_change(app_uid), document_id)
    return _back(app_uid)


@blueprint.errorhandler(ContentsError)
def explain(error: ContentsError) -> Refusal | AnyResponse:
    """Say on a page what went wrong; in development, somebody unknown is asked who they are."""
    if isinstance(error, Unauthenticated) and services().settings.dev:
        return redirect(url_for("sign_in.choose", app=_app_uid()), 303)
    return _refused(problems.problem_of(error), problems.headers_of(error))


@blueprint.errorhandler(HTTPException)
def explain_refusal(error: HTTPException) -> Refusal:
    """The same for what Flask itself refuses, such as an upload that is too big."""
    return _refused(problems.http_problem(error), problems.http_headers(error))


def _shown(app_uid: str, scope: Scope, answer: Answer | None = None) -> str:
    page = listing.documents(services(), scope, state=None, cursor=None, limit=CARD_DOCUMENTS)
    return render_template(
        "app.html",
        app_uid=app_uid,
        person=scope.giver,
        documents=page.items,
        more=page.next is not None,
        answer=answer,
        agent_text=agent_tool.text_of(msgspec.to_builtins(answer)) if answer else None,
        encodings=ENCODINGS,
        now=services().now(),
        development=services().settings.dev,
    )


def _refused(problem: problems.Problem, headers: dict[str, str]) -> Refusal:
    return render_template("problem.html", problem=problem, app_uid=_app_uid()), problem.status, headers


def _app_uid() -> str:
    return str((request.view_args or {}).get("app_uid", ""))


def _back(app_uid: str) -> AnyResponse:
    return redirect(url_for("page.show_app", app_uid=app_uid), 303)
