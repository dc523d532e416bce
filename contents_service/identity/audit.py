"""The audit log: one line for each decision, saying who was allowed or refused what.

A line names people, applications and document ids as the platform knows them, but no path, question or text.
"""

from __future__ import annotations

import re

import structlog

from contents_service.model import Deployment, Person, Principal

AUDIT_LOGGER = "contents.audit"
"""The value of `logger` in every audit line, by which operators can route or keep them separately."""

DENIAL_CODES = frozenset({"unauthenticated", "read_only", "not_found"})
"""Problem codes that mean a refusal; with any other code the caller was authorized and failed for another reason."""

MAX_LOGGED_NAME_CHARACTERS = 200
"""Longest application name to log, in characters; callers may send anything."""

_ID = re.compile(r"[0-9a-f]{32}")
"""The form of a document id. Anything else at its place in a URL is not logged, since it may be any text."""

log = structlog.get_logger()


def log_decision(
    principal: Principal | None, *, operation: str, app: str | None, document: str | None, code: str | None
) -> None:
    """Log one decision; `principal` is None without a valid token, and `code` is the code of the problem, if any."""
    log.info(
        "decision",
        logger=AUDIT_LOGGER,
        **_principal_fields(principal),
        app=app and app[:MAX_LOGGED_NAME_CHARACTERS],
        operation=operation,
        document=document if document and _ID.fullmatch(document) else None,
        decision="denied" if code in DENIAL_CODES else "allowed",
        reason=code,
    )


def _principal_fields(principal: Principal | None) -> dict[str, str | None]:
    """Return the fields that say who the caller is and whose documents are meant."""
    match principal:
        case Person(sub=sub):
            return {"who": sub, "kind": "person", "owner": sub}
        case Deployment(sub=sub, owner=owner):
            return {"who": sub, "kind": "deployment", "owner": owner}
        case None:
            return {"who": None, "kind": None, "owner": None}
