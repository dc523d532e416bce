"""Letting a request in, if its caller keeps to the rate limits and there is a slot for its kind."""

from __future__ import annotations

from flask import Flask, g, request

from contents_service.web.admission.bounded_queue import BoundedQueue
from contents_service.web.admission.thread_shares import Capacity, capacity
from contents_service.web.admission.upload_slots import has_large_body
from contents_service.web.context import principal
from contents_service.web.request_log import operation_name

SEARCH_OPERATIONS = frozenset({"search_passages", "ask"})
"""The API's search, and the page's Preview."""


def attach(app: Flask) -> None:
    """Make every request of this application release its slot at its end."""
    app.teardown_request(release_slot)


def admit() -> None:
    """Let this request in. Raises QuotaExceeded above the caller's rate limit, Busy without a slot."""
    shares, is_search = capacity(), operation_name() in SEARCH_OPERATIONS
    shares.rate_limits.count("searches" if is_search else "requests", principal())
    queue = _search_queue(shares) if is_search else _other_queue(shares)
    if queue is not None:
        queue.acquire(shares.max_wait_s)
        g.queue = queue


def _search_queue(shares: Capacity) -> BoundedQueue:
    if has_large_body():
        request.get_data()  # received and cached first: a search slot is not for waiting on a slow sender
    return shares.searches


def _other_queue(shares: Capacity) -> BoundedQueue | None:
    if has_large_body():
        return None  # it holds an upload slot
    return shares.reads if request.method in {"GET", "HEAD"} else shares.changes


def release_slot(_: BaseException | None = None) -> None:
    """Release the request's slot: at its end, or earlier when it only waits for a reader."""
    queue: BoundedQueue | None = g.pop("queue", None)
    if queue is not None:
        queue.release()
