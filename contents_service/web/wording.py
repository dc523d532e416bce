"""How the page says numbers, sizes, times and states."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from flask import Blueprint

from contents_service.model import Document, Format, Unread, Where
from contents_service.parsing.formats import label_of
from contents_service.reasons import megabytes

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

PARTS_SAID = 3
"""Missing parts that a line of the card names; of more it says how many there are."""


def attach(pages: Blueprint) -> None:
    """Give the templates these words."""
    for word in WORDS:
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


def exactly(time: str) -> str:
    """A time to the second, in UTC: `30 November 2026, 14:05:09 UTC`."""
    then = datetime.fromisoformat(time)
    return f"{then.day} {then:%B %Y, %H:%M:%S} UTC"


def size(number: int) -> str:
    """How large a file is: `31 MB`, `4 kB`, `0 kB`."""
    return megabytes(number) if number else "0 kB"


def in_time(milliseconds: float) -> str:
    """How long something took: `18 ms`, `1.2 s`."""
    return f"{max(1, round(milliseconds))} ms" if milliseconds < 1_000 else f"{milliseconds / 1_000:.1f} s"


def was_read(document: Document) -> str:
    """What was read of a document, or how far that has come."""
    if document.state == "not_read":
        return "Not read"
    if document.state == "reading" and not document.read_at:
        return f"Reading{progress_said(document)}"
    pages = [count(document.pages, "page")] if document.pages else []
    return ", ".join([count(document.passages, "passage"), *pages])


def progress_said(document: Document) -> str:
    """How far a reading has come, to go on a sentence with: `, page 12 of 40`."""
    progress = document.progress
    return f", {progress.unit.removesuffix('s')} {progress.done:,} of {progress.of:,}" if progress else ""


def missing(unread: Iterable[Unread]) -> str:
    """What could not be read of a document, the parts of one reason together."""
    reasons: dict[str, list[str]] = {}
    for part in unread:
        reasons.setdefault(part.message, []).append(part.where.text)
    return " ".join(f"Read but for {_listed(parts)}. {message}" for message, parts in reasons.items())


def _listed(parts: list[str]) -> str:
    left = len(parts) - PARTS_SAID
    return ", ".join(parts[:PARTS_SAID]) + (f" and {count(left, 'more part')}" if left > 0 else "")


def folder(document: Document) -> str:
    """The folder in which a document stands, within the person's own: `support/`."""
    within = document.path.split("/")[1:-1]
    return "/".join([*within, ""]) if within else ""


def folder_and_format(document: Document) -> str:
    """What stands beside a document's name on the card: `support/ · PDF`."""
    known = format_name(document.format) if document.format != "other" else ""
    return " · ".join(filter(None, (folder(document), known)))


def place_said(where: Where) -> str:
    """A place as the heading of what stands there: `Page 3`; names of the document's own stay as they are."""
    is_ours = where.text.partition(" ")[0] in {"page", "pages", "line", "lines"}
    return where.text[:1].upper() + where.text[1:] if is_ours else where.text


def above(path: str) -> str:
    """The folder in which a path stands."""
    return path.rpartition("/")[0]


def format_name(form: Format) -> str:
    """A format as people call it."""
    return label_of(form)


WORDS = (
    count, ago, exactly, was_read, progress_said, missing, folder, folder_and_format, place_said, above, format_name,
    in_time, size, megabytes,
)  # fmt: skip
"""What the templates can say."""
