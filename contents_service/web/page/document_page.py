"""The page of a document: its outline and its passages in order, each next to its location in the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import Blueprint, render_template, request
from msgspec import Struct

from contents_service.documents import listing
from contents_service.documents.freshness import original_state
from contents_service.documents.services import Services
from contents_service.errors import NotFound
from contents_service.model import Document, OutlineEntry, Passage, PassageContent, Record, Scope, Unread, Where
from contents_service.parsing.formats import has_pages
from contents_service.web.context import services, writable_scope
from contents_service.web.document_lookup import find_record
from contents_service.web.page.source_lines import SourceLine, lines_around

PASSAGES_PER_PAGE = 50
"""Passages on one page of a document."""
MAX_PASSAGES = 40_000
MAX_HEADINGS = 500

ENCODINGS = (
    "utf-8", "cp1252", "iso8859-15", "cp1250", "cp1251", "utf-16", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr",
)  # fmt: skip
"""Encodings that a person can choose from; the API takes any."""

routes = Blueprint("document", __name__, url_prefix="/documents/<document_id>")


class OutlineHeading(Struct, frozen=True):
    """A heading of the outline, its depth, and the first passage at or after it."""

    text: str
    depth: int
    location: str
    passage: int | None


class SourceExcerpt(Struct, frozen=True, kw_only=True):
    """The part of the file that is shown next to the passages: a page, or some lines."""

    page: int | None = None
    label: str = ""
    areas: tuple[tuple[int, int, int, int], ...] = ()
    """Rectangles that the passage covers on the page, in thousandths of it: left, top, right, bottom."""
    shape: tuple[int, int] | None = None
    lines: tuple[SourceLine, ...] = ()


class DocumentView(Struct, frozen=True, kw_only=True):
    """A document, ready to be rendered next to its file."""

    document: Document
    outline: tuple[OutlineHeading, ...]
    headings_left_out: int
    parts: tuple[Passage | Unread, ...]
    """The passages on this page and, in between, the parts that could not be read."""
    selected: Passage | None
    source: SourceExcerpt | None
    previous: int | None
    following: int | None
    first: int
    total: int
    earlier_version: bool
    """Whether the address cites an earlier reading."""


@routes.get("")
def show_document(app_uid: str, document_id: str) -> str:
    """Show a document from its beginning, or from the page that the address names."""
    return _render(app_uid, document_id, None)


@routes.get("/passages/<int:number>")
def show_passage(app_uid: str, document_id: str, number: int) -> str:
    """Show a document at one passage, which is where a citation leads."""
    return _render(app_uid, document_id, number)


def _render(app_uid: str, document_id: str, number: int | None) -> str:
    scope = writable_scope(app_uid)
    page = request.args.get("page", type=int)
    view = document_view(services(), scope, document_id, number, page, request.args.get("version"))
    return render_template(
        "document.html",
        app_uid=app_uid,
        person=scope.giver,
        view=view,
        document=view.document,
        encodings=ENCODINGS,
        now=services().now(),
        last=-(-view.total // PASSAGES_PER_PAGE) or 1,
        page_size=PASSAGES_PER_PAGE,
    )


def document_view(
    services: Services, scope: Scope, document_id: str, number: int | None, page: int | None, version: str | None
) -> DocumentView:
    """Return a document, at a passage or a page of it if one is named."""
    snapshot = services.index.scope_snapshot(scope)
    record = find_record(snapshot, scope, document_id)
    contents = services.index.passages(scope, record, after=0, limit=MAX_PASSAGES)
    if number is not None and not 1 <= number <= len(contents):
        raise NotFound("There is no such passage. The document may have been read again since it was cited.")
    at = number or _first_on(contents, page) or (1 if contents else None)
    start = (at - 1) // PASSAGES_PER_PAGE * PASSAGES_PER_PAGE if at else 0
    on_page = contents[start : start + PASSAGES_PER_PAGE]
    outline = services.index.outline(scope, record)
    document = listing.to_document(services, record)
    passages = [listing.to_passage(record, each, content, snapshot.names) for each, content in on_page]
    selected = passages[at - 1 - start] if at and (page is None or number is not None) else None
    return DocumentView(
        document=document,
        outline=tuple(_headings(outline[:MAX_HEADINGS], contents)),
        headings_left_out=max(0, len(outline) - MAX_HEADINGS),
        parts=tuple(_merge_unread(passages, document.unread, start == 0, start + PASSAGES_PER_PAGE >= len(contents))),
        selected=selected,
        source=_source(services, record, contents[at - 1][1] if selected and at else None, page),
        previous=at - 1 if at and at > 1 else None,
        following=at + 1 if at and at < len(contents) else None,
        first=start + 1,
        total=len(contents),
        earlier_version=bool(version and record.active and version != record.active.reading),
    )


def _first_on(contents: Sequence[tuple[int, PassageContent]], page: int | None) -> int | None:
    """Return the number of the first passage on a page or after it."""
    if page is None:
        return None
    pages = ((number, content.where.pages) for number, content in contents)
    return next((number for number, span in pages if span and span[0] >= page), len(contents))


def _position(where: Where) -> int:
    """Return where something begins: its page, line or record, whichever its document has."""
    return (where.pages or where.lines or where.record or (0, 0))[0]


def _headings(
    outline: Sequence[OutlineEntry], contents: Sequence[tuple[int, PassageContent]]
) -> Iterator[OutlineHeading]:
    """Yield the headings, each with its first passage; headings and passages come in document order."""
    at = 0
    for entry in outline:
        while at < len(contents) and not _is_under(contents[at][1].where, entry):
            at += 1
        passage = contents[at][0] if at < len(contents) else None
        yield OutlineHeading(
            entry.heading[-1] if entry.heading else "", len(entry.heading), _without_heading(entry.where), passage
        )


def _is_under(where: Where, entry: OutlineEntry) -> bool:
    """Whether a passage is at or after a heading."""
    is_below = where.heading[: len(entry.heading)] == entry.heading
    end = (where.pages or where.lines or (0, 0))[1]
    return _position(where) > _position(entry.where) or (is_below and end >= _position(entry.where))


def _without_heading(where: Where) -> str:
    """Return a location without its headings, which are shown next to it anyway."""
    return where.text.removeprefix(" › ".join(where.heading)).removeprefix(", ")


def _merge_unread(
    passages: Sequence[Passage], unread: Sequence[Unread], first: bool, last: bool
) -> Iterator[Passage | Unread]:
    """Yield the passages and, where they belong, the parts that could not be read."""
    begin = 0 if first or not passages else _position(passages[0].where)
    end = float("inf") if last or not passages else _position(passages[-1].where)
    between = (part for part in unread if begin <= _position(part.where) < end)
    parts: list[Passage | Unread] = [*passages, *between]
    yield from sorted(parts, key=lambda part: (_position(part.where), isinstance(part, Passage)))


def _source(
    services: Services, record: Record, content: PassageContent | None, page: int | None
) -> SourceExcerpt | None:
    """Return the excerpt for a passage or a page; None if the file has changed since it was read."""
    if record.active is None and not has_pages(record.format):
        return None
    page = page or (1 if record.active is None else None)
    pages = content.where.pages if content else (page, page) if page else None
    if pages and pages[0]:
        return _page(services, record, content, pages[0])
    if content and content.where.lines:
        lines = lines_around(services, record, content.where.lines)
        return SourceExcerpt(lines=lines) if lines else None
    return None


def _page(services: Services, record: Record, content: PassageContent | None, number: int) -> SourceExcerpt | None:
    if original_state(services.home, record) != "same":
        return None
    label = (content and content.where.page_label) or ""
    regions = content.regions if content else None
    return SourceExcerpt(
        page=number, label=label, areas=regions.areas if regions else (), shape=regions.shape if regions else None
    )
