"""What was read of a document: its outline and its passages in order, each beside its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import Blueprint, render_template, request
from msgspec import Struct

from contents_service.citations import DocumentNames
from contents_service.documents import listing
from contents_service.documents.freshness import original_state
from contents_service.documents.services import Services
from contents_service.errors import NotFound
from contents_service.model import Document, OutlineEntry, Passage, PassageContent, Record, Scope, Unread, Where
from contents_service.parsing.formats import has_pages
from contents_service.web.context import scope_to_change, services
from contents_service.web.page.source_lines import SourceLine, lines_around

PASSAGES = 50
"""Passages on one page of the view."""

PASSAGES_MOST = 40_000
HEADINGS_MOST = 500

ENCODINGS = (
    "utf-8", "cp1252", "iso8859-15", "cp1250", "cp1251", "utf-16", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr",
)  # fmt: skip
"""What a person can choose where an encoding was guessed; the API takes any."""

routes = Blueprint("what_was_read", __name__, url_prefix="/documents/<document_id>")


class Heading(Struct, frozen=True):
    """A heading of the outline, how deep it is, and the first passage at or after it."""

    text: str
    depth: int
    place: str
    passage: int | None


class Source(Struct, frozen=True, kw_only=True):
    """The place in the file beside the passages: a page to be drawn, or lines; neither where the file has changed."""

    page: int | None = None
    label: str = ""
    areas: tuple[tuple[int, int, int, int], ...] = ()
    """Rectangles of the passage on the page, in thousandths of it: left, top, right, bottom."""
    shape: tuple[int, int] | None = None
    lines: tuple[SourceLine, ...] = ()


class WhatWasRead(Struct, frozen=True, kw_only=True):
    """A document as it is shown beside its file."""

    document: Document
    outline: tuple[Heading, ...]
    headings_left_out: int
    parts: tuple[Passage | Unread, ...]
    """The passages shown, and between them what could not be read, where it stands."""
    chosen: Passage | None
    source: Source | None
    previous: int | None
    following: int | None
    first: int
    total: int
    earlier_version: bool
    """Whether the address is a citation of an earlier reading."""


@routes.get("")
def show_document(app_uid: str, document_id: str) -> str:
    """A document from its beginning, or at the page that the address names."""
    return _shown(app_uid, document_id, None)


@routes.get("/passages/<int:number>")
def show_passage(app_uid: str, document_id: str, number: int) -> str:
    """A document at one passage: where a citation leads."""
    return _shown(app_uid, document_id, number)


def _shown(app_uid: str, document_id: str, number: int | None) -> str:
    scope = scope_to_change(app_uid)
    page = request.args.get("page", type=int)
    shown = what_was_read(services(), scope, document_id, number, page, request.args.get("version"))
    return render_template(
        "document.html",
        app_uid=app_uid,
        person=scope.giver,
        read=shown,
        document=shown.document,
        encodings=ENCODINGS,
        now=services().now(),
        last=-(-shown.total // PASSAGES) or 1,
        size=PASSAGES,
    )


def record_of(services: Services, scope: Scope, document_id: str) -> tuple[Record, DocumentNames]:
    """The record of a document that was given, and what its citations call it; NotFound if there is none here."""
    holdings = services.index.scope_snapshot(scope)
    found = next((record for record in holdings.records(scope) if record.id == document_id), None)
    if found is None:
        raise NotFound("There is nothing here.")
    return found, holdings.names


def what_was_read(
    services: Services, scope: Scope, document_id: str, number: int | None, page: int | None, version: str | None
) -> WhatWasRead:
    """A document, at a passage or a page of it if one is named."""
    record, names = record_of(services, scope, document_id)
    drafts = services.index.passages(scope, record, after=0, limit=PASSAGES_MOST)
    if number is not None and not 1 <= number <= len(drafts):
        raise NotFound("There is no such passage. The document may have been read again since it was cited.")
    at = number or _first_on(drafts, page) or (1 if drafts else None)
    start = (at - 1) // PASSAGES * PASSAGES if at else 0
    shown = drafts[start : start + PASSAGES]
    outline = services.index.outline(scope, record)
    document = listing.document_of(services, record)
    passages = [listing.passage_of(record, each, draft, names) for each, draft in shown]
    chosen = passages[at - 1 - start] if at and (page is None or number is not None) else None
    return WhatWasRead(
        document=document,
        outline=tuple(_headings(outline[:HEADINGS_MOST], drafts)),
        headings_left_out=max(0, len(outline) - HEADINGS_MOST),
        parts=tuple(_in_order(passages, document.unread, start == 0, start + PASSAGES >= len(drafts))),
        chosen=chosen,
        source=_source(services, record, drafts[at - 1][1] if chosen and at else None, page),
        previous=at - 1 if at and at > 1 else None,
        following=at + 1 if at and at < len(drafts) else None,
        first=start + 1,
        total=len(drafts),
        earlier_version=bool(version and record.active and version != record.active.reading),
    )


def _first_on(drafts: Sequence[tuple[int, PassageContent]], page: int | None) -> int | None:
    """The first passage on a page or after it."""
    if page is None:
        return None
    return next((number for number, draft in drafts if draft.where.pages and draft.where.pages[0] >= page), len(drafts))


def _position(where: Where) -> int:
    """Where something begins: its page or its line, whichever its document has."""
    return (where.pages or where.lines or where.record or (0, 0))[0]


def _headings(outline: Sequence[OutlineEntry], drafts: Sequence[tuple[int, PassageContent]]) -> Iterator[Heading]:
    """The outline, each heading with its first passage: both stand in the order of the document."""
    at = 0
    for entry in outline:
        while at < len(drafts) and not _is_under(drafts[at][1].where, entry):
            at += 1
        found = drafts[at][0] if at < len(drafts) else None
        yield Heading(entry.heading[-1] if entry.heading else "", len(entry.heading), _plain(entry.where), found)


def _is_under(where: Where, entry: OutlineEntry) -> bool:
    """Whether a passage stands at or after a heading."""
    beneath = where.heading[: len(entry.heading)] == entry.heading
    end = (where.pages or where.lines or (0, 0))[1]
    return _position(where) > _position(entry.where) or (beneath and end >= _position(entry.where))


def _plain(where: Where) -> str:
    """A place without the heading that stands beside it anyway."""
    return where.text.removeprefix(" › ".join(where.heading)).removeprefix(", ")


def _in_order(
    passages: Sequence[Passage], unread: Sequence[Unread], first: bool, last: bool
) -> Iterator[Passage | Unread]:
    """The passages, and what could not be read between the first and the last of them."""
    begin = 0 if first or not passages else _position(passages[0].where)
    end = float("inf") if last or not passages else _position(passages[-1].where)
    between = (part for part in unread if begin <= _position(part.where) < end)
    parts: list[Passage | Unread] = [*passages, *between]
    yield from sorted(parts, key=lambda part: (_position(part.where), isinstance(part, Passage)))


def _source(services: Services, record: Record, draft: PassageContent | None, page: int | None) -> Source | None:
    """The place in the file of a passage, or of a page; None where the file is no longer what was read."""
    if record.active is None and not has_pages(record.format):
        return None
    page = page or (1 if record.active is None else None)
    pages = draft.where.pages if draft else (page, page) if page else None
    if pages and pages[0]:
        return _page(services, record, draft, pages[0])
    if draft and draft.where.lines:
        lines = lines_around(services, record, draft.where.lines)
        return Source(lines=lines) if lines else None
    return None


def _page(services: Services, record: Record, draft: PassageContent | None, number: int) -> Source | None:
    if original_state(services.home, record) != "same":
        return None
    label = (draft and draft.where.page_label) or ""
    ink = draft.regions if draft else None
    return Source(page=number, label=label, areas=ink.areas if ink else (), shape=ink.shape if ink else None)
