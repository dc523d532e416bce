"""What a request asks, beyond its path: arguments, body, preferences and conditions."""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
from flask import g, request
from werkzeug.exceptions import UnsupportedMediaType

from contents_service.documents.waiting import LONGEST_WAIT_S
from contents_service.errors import InvalidRequest
from contents_service.web.contract import Operation

JSON = "application/json"
FORM = "multipart/form-data"

_WAIT = re.compile(r"""(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])""", re.ASCII | re.IGNORECASE)


def argument(name: str) -> Any:
    """A value of the query, checked, or its default; its type is the contract's."""
    return g.arguments[name]


def is_form() -> bool:
    """Whether the body is a form with files."""
    return request.mimetype == FORM


def body() -> dict[str, Any]:
    """The body, checked, with its defaults."""
    if request.mimetype != JSON:
        raise UnsupportedMediaType
    try:
        said = msgspec.json.decode(request.get_data(cache=False))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRequest("The body is not JSON in UTF-8.", [""]) from error
    return cast("Operation", g.operation).checked(_whole(said))


def _whole(said: Any) -> Any:
    """The same with 2.0 as 2, which are one number to JSON and to its schemas."""
    if isinstance(said, dict):
        return {name: int(value) if _is_whole(value) else value for name, value in said.items()}
    return said


def _is_whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


def seconds_to_wait() -> int | None:
    """How long `Prefer: wait=N` lets us wait; None if the caller does not want to."""
    preferred = _WAIT.search(",".join(request.headers.getlist("Prefer")))
    return min(int(preferred[1]), int(LONGEST_WAIT_S)) if preferred else None


def expected_tag() -> str | None:
    """The tag of `If-Match` without its quotes; None if there is no such condition.

    A weak tag, or what is no tag at all, matches nothing and is returned as it stands.
    """
    said = request.headers.get("If-Match", "").strip()
    if not said:
        return None
    return said[1:-1] if len(said) > 2 and said[0] == said[-1] == '"' else said
