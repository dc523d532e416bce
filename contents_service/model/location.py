"""Places in a document: pages, lines, headings, keys and records, and the same in words.

Lines, pages and records count from 1, both ends included.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

Span = tuple[int, int]
"""First and last, counted from 1, both included."""

Region = tuple[int, int, int, int]
"""A rectangle of a page as shown, in thousandths of its width and height: left, top, right, bottom."""


class Where(Struct, frozen=True, kw_only=True):
    """Where a passage, heading or unread part is in its document; `text` says it in words."""

    text: str
    pages: Span | None = None
    page_label: str | None = None
    lines: Span | None = None
    heading: tuple[str, ...] = ()
    key: str | None = None
    record: Span | None = None
    part: Span | None = None


class PageRegions(Struct, frozen=True):
    """Where on its page some text is printed."""

    shape: Span
    """The page's width and height in points, as it is shown."""
    areas: tuple[Region, ...]
    """One rectangle for each line of text."""
    starts: tuple[int, ...] = ()
    """For a block: the offset in its text at which each of these lines begins."""


def location(
    *,
    pages: Span | None = None,
    page_label: str | None = None,
    lines: Span | None = None,
    heading: Sequence[str] = (),
    key: str | None = None,
    record: Span | None = None,
    part: Span | None = None,
) -> Where:
    """Put a place into words: `page 6 (iv)`, or `Returns › Time limit, lines 40–52`."""
    label = page_label if page_label and pages and page_label != str(pages[0]) else None
    if pages:
        words = [_span_in_words("page", pages) + (f" ({label})" if label else "")]
    else:
        words = [" › ".join(heading)] if heading else []
        words += [key] if key else []
        words += [_span_in_words("record", record)] if record else []
        words += [_span_in_words("line", lines)] if lines else []
    words += [f"part {part[0]} of {part[1]}"] if part else []
    return Where(
        text=", ".join(words) or "whole document",
        pages=pages,
        page_label=label,
        lines=lines,
        heading=tuple(heading),
        key=key,
        record=record,
        part=part,
    )


def _span_in_words(noun: str, span: Span) -> str:
    first, last = span
    return f"{noun} {first}" if first == last else f"{noun}s {first}–{last}"
