"""Slots for requests with a large body, so that slow senders leave threads to everybody else."""

from __future__ import annotations

from flask import Flask, g, request

from contents_service.errors import Busy
from contents_service.web.admission.thread_shares import capacity

BUFFERED_BODY_BYTES = 64 * 1024
"""Largest body that is received before the request takes a thread; nearly every question is smaller."""


def attach(app: Flask) -> None:
    """Make every request of this application release its upload slot at its end."""
    app.teardown_request(_release_slot)


def take_slot() -> None:
    """Take a slot if the request's body is large. Raises Busy if none is free."""
    if not has_large_body():
        return
    if not capacity().upload_slots.acquire(blocking=False):
        raise Busy("Too many files are being sent at the moment. Try again in a moment.")
    g.has_upload_slot = True


def has_large_body() -> bool:
    """Whether the body is large, so that part of it may still be coming."""
    is_chunked = request.content_length is None and "Transfer-Encoding" in request.headers
    return is_chunked or (request.content_length or 0) > BUFFERED_BODY_BYTES


def _release_slot(_: BaseException | None) -> None:
    if g.pop("has_upload_slot", False):
        capacity().upload_slots.release()
