"""Places for bodies that are still coming, so that those who send slowly leave threads to those who search."""

from __future__ import annotations

from flask import Flask, g, request

from contents_service.errors import Busy
from contents_service.web.context import here

HEARD_BEFORE = 64 * 1024
"""Bodies up to this size are received before the request takes a thread: nearly every question is."""


def attach(app: Flask) -> None:
    """Have every request of this application give its place back."""
    app.teardown_request(_give_back)


def take_place() -> None:
    """Take one of the places for a large body; Busy if there is none."""
    if not is_coming():
        return
    if not here().places_to_send.acquire(blocking=False):
        raise Busy("Too many files are being sent at the moment. Try again in a moment.")
    g.place_to_send = True


def is_coming() -> bool:
    """Whether the body is large and may still be coming."""
    chunked = request.content_length is None and "Transfer-Encoding" in request.headers
    return chunked or (request.content_length or 0) > HEARD_BEFORE


def _give_back(_: BaseException | None) -> None:
    if g.pop("place_to_send", False):
        here().places_to_send.release()
