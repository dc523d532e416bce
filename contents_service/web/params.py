"""The parameters of a request besides its path: query, body, preferences and conditions."""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
from flask import g, request
from werkzeug.exceptions import UnsupportedMediaType

from contents_service.documents.waiting import MAX_WAIT_S
from contents_service.errors import InvalidRequest
from contents_service.web.contract import Operation

JSON = "application/json"
FORM = "multipart/form-data"

_WAIT = re.compile(r"""(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])""", re.ASCII | re.IGNORECASE)


def query_param(name: str) -> Any:
    """Return a checked query parameter, or its default; the contract gives its type."""
    return g.arguments[name]


def is_form() -> bool:
    """Whether the body is a form with files."""
    return request.mimetype == FORM


def json_body() -> dict[str, Any]:
    """Return the checked body, with defaults for what it leaves out."""
    if request.mimetype != JSON:
        raise UnsupportedMediaType
    try:
        decoded = msgspec.json.decode(request.get_data(cache=False))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRequest("The body is not JSON in UTF-8.", [""]) from error
    return cast("Operation", g.operation).check_body(_with_integers(decoded))


def _with_integers(body: Any) -> Any:
    """Return the body with 2.0 as 2: to JSON and its schemas they are the same number."""
    if isinstance(body, dict):
        return {name: int(value) if _is_integer(value) else value for name, value in body.items()}
    return body


def _is_integer(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


def seconds_to_wait() -> int | None:
    """Return the seconds that `Prefer: wait=N` lets us wait; None without that preference."""
    preference = _WAIT.search(",".join(request.headers.getlist("Prefer")))
    return min(int(preference[1]), int(MAX_WAIT_S)) if preference else None


def if_match_tag() -> str | None:
    """Return the tag of `If-Match` without its quotes; None without that header.

    A weak tag or a malformed one is returned as it is, and matches nothing.
    """
    header = request.headers.get("If-Match", "").strip()
    if not header:
        return None
    return header[1:-1] if len(header) > 2 and header[0] == header[-1] == '"' else header
