"""How the page says numbers, sizes, times and states."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from flask import Blueprint

from contents_service.model import Document, Progress
from contents_service.reasons import megabytes

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def attach(pages: Blueprint) -> None:
    """Give the templates these words."""
    for word in (count, ago, was_read, folder, tally, megabytes):
        pages.add_app_template_filter(word, word.__name__)


def count(number: int, noun: str) -> str:
    """A number of things: `1 passage`, `1,200 passages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def ago(time: str, now: datetime) -> str:
    """How long ago a time was, as people say it."""
    past = now - datetime.fromisoformat(time)
    if past < MINUTE:
        return "just now"
    if past < HOUR:
        return f"{count(past // MINUTE, 'minute')} ago"
    if past < DAY:
        return f"{count(past // HOUR, 'hour')} ago"
    return "yesterday" if past < 2 * DAY else f"{count(past // DAY, 'day')} ago"


def was_read(document: Document) -> str:
    """What was read of a document, or how far that has come."""
    if document.state == "not_read":
        return "Not read"
    if document.state == "reading" and not document.read_at:
        return f"Reading{_progress(document.progress)}"
    pages = [count(document.pages, "page")] if document.pages else []
    return ", ".join([count(document.passages, "passage"), *pages])


def _progress(progress: Progress | None) -> str:
    return f", {progress.done:,} of {progress.of:,} {progress.unit}" if progress else ""


def folder(document: Document) -> str:
    """The folder in which a document stands, within the person's own."""
    return "/".join(document.path.split("/")[1:-1])


def tally(documents: Iterable[Document]) -> str:
    """How many documents there are, and in which states."""
    states = [document.state for document in documents]
    named = (("read", "read"), ("partly_read", "partly read"), ("not_read", "not read"), ("reading", "reading"))
    said = [f"{states.count(state):,} {name}" for state, name in named if state in states]
    return ", ".join([count(len(states), "document"), *said])
