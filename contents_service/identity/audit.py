"""The audit log: who was let at what, and who was not, a line for each decision.

A line names people, applications and documents' ids, as the platform knows them: no path, no question, no text.
"""

from __future__ import annotations

import re

import structlog

from contents_service.model import Deployment, Person, Principal

AUDIT_LOGGER = "contents.audit"
"""In every line, under `logger`: by this they are told from all others, and kept elsewhere or longer."""

DENIAL_CODES = frozenset({"unauthenticated", "read_only", "not_found"})
"""The codes of problems that say no; whoever meets another was let in, and failed for a reason that is no secret."""

MAX_LOGGED_NAME_CHARACTERS = 200
"""Of an application's name: longer ones there are not, but anybody may ask for one."""

_ID = re.compile(r"[0-9a-f]{32}")
"""Nothing else is logged as a document's id, for an address may hold any words in its place."""

log = structlog.get_logger()


def log_decision(
    principal: Principal | None, *, operation: str, app: str | None, document: str | None, code: str | None
) -> None:
    """Log one decision; `principal` is None where no token held, `code` is that of the problem, if it ended in one."""
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
    """Who asks, and whose documents they ask for."""
    match principal:
        case Person(sub=sub):
            return {"who": sub, "kind": "person", "owner": sub}
        case Deployment(sub=sub, owner=owner):
            return {"who": sub, "kind": "deployment", "owner": owner}
        case None:
            return {"who": None, "kind": None, "owner": None}
