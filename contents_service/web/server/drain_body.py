"""Hearing out a body that was refused unread.

Most clients send everything before they listen. If we hang up on one, it sees a broken connection and not our answer;
so we let it finish, within bounds, and throw away what it says.
"""

from __future__ import annotations

import time
from typing import IO, cast

from flask import Response, g, request

HEARD_BYTES = 200_000_000
"""Twice the largest upload; whoever sends more is cut off."""

HEARD_S = 5.0

CHUNK = 64 * 1024


def hear_out(response: Response) -> Response:
    """Read on after a refusal, if we know the caller and the server tells us where the body ends.

    Where the answer is that we are busy, there is no thread to spare for that.
    """
    can_hear = "principal" in g and request.environ.get("wsgi.input_terminated")
    if can_hear and response.status_code >= 400 and response.status_code != 503:
        _throw_away(cast("IO[bytes]", request.environ["wsgi.input"]))
    return response


def _throw_away(body: IO[bytes]) -> None:
    left, deadline = HEARD_BYTES, time.monotonic() + HEARD_S
    while left > 0 and time.monotonic() < deadline:
        heard = len(body.read(CHUNK))
        if not heard:
            return
        left -= heard
