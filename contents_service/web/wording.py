"""Numbers, sizes, times and states in the words of the page, as template filters."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from flask import Blueprint

from contents_service.agent_tool.wording import count_of
from contents_service.model import Document, Format, Unread, Where
from contents_service.parsing.formats import label_of
from contents_service.reasons import megabytes

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

MAX_LISTED_PARTS = 3
"""Unread parts that a line of the card lists; the others are only counted."""


def attach(pages: Blueprint) -> None:
    """Make the filters available to the templates."""
    for template_filter in FILTERS:
        pages.add_app_template_filter(template_filter, template_filter.__name__)


def time_ago(time: str, now: datetime) -> str:
    """Return how long ago a time was: `just now`, `5 minutes ago`, `yesterday`."""
    past = now - datetime.fromisoformat(time)
    if past < MINUTE:
        return "just now"
    if past < HOUR:
        return f"{count_of(past // MINUTE, 'minute')} ago"
    if past < DAY:
        return f"{count_of(past // HOUR, 'hour')} ago"
    return "yesterday" if past < 2 * DAY else f"{count_of(past // DAY, 'day')} ago"


def exact_time(time: str) -> str:
    """Return a time to the second, in UTC: `30 November 2026, 14:05:09 UTC`."""
    then = datetime.fromisoformat(time)
    return f"{then.day} {then:%B %Y, %H:%M:%S} UTC"


def file_size(number: int) -> str:
    """Return the size of a file: `31 MB`, `4 kB`, `0 kB`."""
    return megabytes(number) if number else "0 kB"


def duration(milliseconds: float) -> str:
    """Return how long something took: `18 ms`, `1.2 s`."""
    return f"{max(1, round(milliseconds))} ms" if milliseconds < 1_000 else f"{milliseconds / 1_000:.1f} s"


def reading_summary(document: Document) -> str:
    """Return how much of a document was read, or how far its reading is."""
    if document.state == "not_read":
        return "Not read"
    if document.state == "reading" and not document.read_at:
        return f"Reading{progress_suffix(document)}"
    pages = [count_of(document.pages, "page")] if document.pages else []
    return ", ".join([count_of(document.passages, "passage"), *pages])


def progress_suffix(document: Document) -> str:
    """Return how far a reading is, as the end of a sentence: `, page 12 of 40`."""
    progress = document.progress
    return f", {progress.unit.removesuffix('s')} {progress.done:,} of {progress.of:,}" if progress else ""


def unread_summary(unread: Iterable[Unread]) -> str:
    """Return what could not be read of a document, grouped by reason."""
    parts_by_reason: dict[str, list[str]] = {}
    for part in unread:
        parts_by_reason.setdefault(part.message, []).append(part.where.text)
    return " ".join(f"Read but for {_enumerate(parts)}. {message}" for message, parts in parts_by_reason.items())


def _enumerate(parts: list[str]) -> str:
    left = len(parts) - MAX_LISTED_PARTS
    return ", ".join(parts[:MAX_LISTED_PARTS]) + (f" and {count_of(left, 'more part')}" if left > 0 else "")


def folder(document: Document) -> str:
    """Return the folder of a document within its person's Home Folder: `support/`."""
    folders = document.path.split("/")[1:-1]
    return "/".join([*folders, ""]) if folders else ""


def folder_and_format(document: Document) -> str:
    """Return what the card shows next to a document's name: `support/ · PDF`."""
    name = format_name(document.format) if document.format != "other" else ""
    return " · ".join(filter(None, (folder(document), name)))


def location_heading(where: Where) -> str:
    """Return a location as a heading: `Page 3`. The document's own names keep their spelling."""
    is_page_or_line = where.text.partition(" ")[0] in {"page", "pages", "line", "lines"}
    return where.text[:1].upper() + where.text[1:] if is_page_or_line else where.text


def parent_folder(path: str) -> str:
    """Return the folder that holds a path."""
    return path.rpartition("/")[0]


def format_name(format_: Format) -> str:
    """Return the common name of a format."""
    return label_of(format_)


FILTERS = (
    count_of, time_ago, exact_time, reading_summary, progress_suffix, unread_summary, folder, folder_and_format,
    location_heading, parent_folder, format_name, duration, file_size, megabytes,
)  # fmt: skip
