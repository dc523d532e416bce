"""Letting a request in: not of a caller who asks too often, and when there is a place for its kind."""

from __future__ import annotations

from flask import Flask, g, request

from contents_service.web.admission.bounded_queue import Lane
from contents_service.web.admission.capacity import Admission
from contents_service.web.admission.upload_slots import is_coming
from contents_service.web.context import here, principal
from contents_service.web.request_log import operation

SEARCHES = frozenset({"search_passages", "ask"})
"""The operation of the API, and the Preview of the page."""


def attach(app: Flask) -> None:
    """Have every request of this application give its place back."""
    app.teardown_request(give_back)


def admit() -> None:
    """Let this request in; QuotaExceeded if its caller asks too often, Busy if there is no place for it."""
    admission, searches = here().admission, operation() in SEARCHES
    admission.rates.count("searches" if searches else "requests", principal())
    lane = _search_lane(admission) if searches else _other_lane(admission)
    if lane is not None:
        lane.enter(admission.turn_within_s)
        g.lane = lane


def _search_lane(admission: Admission) -> Lane:
    if is_coming():
        request.get_data()  # it is kept: a place is for searching, not for listening
    return admission.searches


def _other_lane(admission: Admission) -> Lane | None:
    if is_coming():
        return None
    return admission.looks if request.method in {"GET", "HEAD"} else admission.changes


def give_back(_: BaseException | None = None) -> None:
    """Give the place back: at the end, or before it is only waited for what readers do."""
    lane: Lane | None = g.pop("lane", None)
    if lane is not None:
        lane.leave()
