"""Reading and discarding the body of a refused request.

Most clients send the whole body before they read the answer. If we hang up on one, it sees a broken connection instead
of our answer, so we let it finish, within limits.
"""

from __future__ import annotations

import time
from typing import IO, cast

from flask import Response, g, request

MAX_DRAINED_BYTES = 200_000_000
"""Twice the largest upload; a client that sends more is cut off."""

MAX_DRAIN_S = 5.0
"""Longest time, in seconds, for which a body is drained."""

CHUNK_BYTES = 64 * 1024


def drain_refused_body(response: Response) -> Response:
    """Drain the body after a refusal, if the caller is known and the server tells us where the body ends.

    Not after "busy" (503): then there is no thread to spare.
    """
    can_drain = "principal" in g and request.environ.get("wsgi.input_terminated")
    if can_drain and response.status_code >= 400 and response.status_code != 503:
        _drain(cast("IO[bytes]", request.environ["wsgi.input"]))
    return response


def _drain(body: IO[bytes]) -> None:
    left, deadline = MAX_DRAINED_BYTES, time.monotonic() + MAX_DRAIN_S
    while left > 0 and time.monotonic() < deadline:
        length = len(body.read(CHUNK_BYTES))
        if not length:
            return
        left -= length
