"""PDF reader: the text of each page in reading order, under its headings, without running headers and footers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import groupby

import pypdfium2 as pdfium
from msgspec import Struct
from msgspec.structs import replace

from contents_service.errors import NotReadable
from contents_service.model import Block, Note, ParsedDocument, Progress, Unread, location
from contents_service.parsing.readers.pdf import pypdf_fallback
from contents_service.parsing.readers.pdf.bookmarks import Bookmark, read_bookmarks, read_bookmarks_with_pypdf
from contents_service.parsing.readers.pdf.bullets import add_bullets
from contents_service.parsing.readers.pdf.drop_caps import join_drop_caps
from contents_service.parsing.readers.pdf.forms import XFA_FORM_TYPES, XFA_PLACEHOLDER, read_fields
from contents_service.parsing.readers.pdf.headers_footers import strip_headers_footers
from contents_service.parsing.readers.pdf.heading_styles import normalize_title
from contents_service.parsing.readers.pdf.headings import find_headings
from contents_service.parsing.readers.pdf.hyphenation import Dehyphenator
from contents_service.parsing.readers.pdf.line import TextLine
from contents_service.parsing.readers.pdf.opening import open_with_pdfium, open_with_pypdf, strip_preamble
from contents_service.parsing.readers.pdf.page import PdfPage
from contents_service.parsing.readers.pdf.page_kind import classify_page, measure_graphics
from contents_service.parsing.readers.pdf.paragraphs import build_blocks
from contents_service.parsing.readers.pdf.tags import StructureTree
from contents_service.parsing.readers.pdf.text_lines import read_text
from contents_service.parsing.readers.source import Source
from contents_service.reasons import why

PAGES_CPU_SHARE = 0.7
"""Share of a document's CPU time for reading pages; later pages are left out, so that there is time to make passages.
"""

RECOGNISED_TEXT = Note(
    "recognised_text",
    "The pages are scans; their text comes from text recognition (OCR) and may contain mistakes.",
)

_REASON_BY_KIND = {"scanned": "scanned", "stamped": "scanned", "garbled": "garbled", "drawn": "drawn"}
"""Reason code of each kind of page that is not read."""


class _ReadPages(Struct, frozen=True):
    """The pages of a document that were read, and the reason codes of those that were not, by page number."""

    read: list[PdfPage]
    unread: dict[int, str]


class _OpenDocument(Struct, frozen=True):
    """A document opened by either library."""

    labels: list[str]
    bookmarks: list[Bookmark]
    read_page: Callable[[int], PdfPage | None]
    """Reads the page with this number; None if it is damaged."""


def read(source: Source) -> ParsedDocument:
    """Return the text of a PDF as blocks, and list what could not be read, with the reason."""
    data = strip_preamble(source.data)
    document = open_with_pdfium(data)
    if document is None:
        return _parse(_wrap_pypdf(data, source), source)
    with closing(document):
        return _parse(_wrap_pdfium(document, data, source), source)


def _wrap_pdfium(document: pdfium.PdfDocument, data: bytes, source: Source) -> _OpenDocument:
    count = _check_page_count(len(document), source)
    if document.get_formtype() in XFA_FORM_TYPES and _is_xfa_placeholder(document):
        raise NotReadable("form_viewer")
    document.init_forms()
    labels = [document.get_page_label(index) or str(index + 1) for index in range(count)]
    structure = StructureTree()
    return _OpenDocument(
        labels, read_bookmarks(document, data), lambda number: _read_page(document, number, structure, source)
    )


def _wrap_pypdf(data: bytes, source: Source) -> _OpenDocument:
    reader = open_with_pypdf(data)
    _check_page_count(len(reader.pages), source)
    limit, labels = source.limits.page_characters, pypdf_fallback.read_labels(reader)
    return _OpenDocument(
        labels, read_bookmarks_with_pypdf(data), lambda number: pypdf_fallback.read_page(reader, number, limit)
    )


def _check_page_count(count: int, source: Source) -> int:
    if count > source.limits.pages:
        raise NotReadable("too_many_pages", pages=count, limit=source.limits.pages)
    if count == 0:
        raise NotReadable("damaged")
    return count


def _is_xfa_placeholder(document: pdfium.PdfDocument) -> bool:
    with closing(document[0]) as page, closing(page.get_textpage()) as text:
        return len(document) == 1 and XFA_PLACEHOLDER in text.get_text_range()


def _read_page(document: pdfium.PdfDocument, number: int, structure: StructureTree, source: Source) -> PdfPage | None:
    """Read a page with PDFium; None if it is damaged."""
    try:
        page = document[number - 1]
    except pdfium.PdfiumError:
        return None
    with closing(page):
        own, fields = page.get_rotation(), read_fields(page, document.formenv)
        text = read_text(page, source.limits.page_characters, fields)
        page.set_rotation(text.rotation)
        graphics = measure_graphics(page)
        return PdfPage(
            number=number,
            lines=join_drop_caps(add_bullets(text.lines, graphics.small_paths)),
            kind=classify_page(text.lines, graphics),
            width=page.get_width(),
            height=page.get_height(),
            heading_levels=structure.heading_levels(page, text.lines),
            has_filled_fields=bool(fields),
            truncated=text.truncated,
            turned=(text.rotation - own) % 360,
        )


def _parse(document: _OpenDocument, source: Source) -> ParsedDocument:
    """Turn a document's pages into blocks, and list what is unread."""
    pages = _read_pages(document, source)
    readable = _readable_pages(pages, document)
    titles = {(bookmark.page, normalize_title(bookmark.title)) for bookmark in document.bookmarks}

    def is_heading(page: PdfPage, line: TextLine) -> bool:
        is_tagged = line.marked_content_id in (page.heading_levels or {})
        return is_tagged or (page.number, normalize_title(line.text)) in titles

    bookmark_titles = [bookmark.title for bookmark in document.bookmarks]
    body_pages = strip_headers_footers(readable, is_heading, document.labels, bookmark_titles)
    dehyphenator = Dehyphenator(line for page in body_pages for line in page.lines)
    blocks = list(build_blocks(body_pages, find_headings(body_pages, document.bookmarks), dehyphenator))
    has_recognised_text = any(page.kind == "recognised" for page in readable)
    return ParsedDocument(
        blocks=blocks,
        title=_find_title(blocks),
        pages=len(document.labels),
        page_labels=document.labels,
        unread=tuple(_group_unread(pages.unread, document.labels)),
        notes=(*source.notes, *((RECOGNISED_TEXT,) if has_recognised_text else ())),
    )


def _read_pages(document: _OpenDocument, source: Source) -> _ReadPages:
    """Read the pages in order, as far as the limits on time and text allow."""
    read, unread = list[PdfPage](), dict[int, str]()
    count = len(document.labels)
    characters, has_time = 0, _start_stopwatch(source)
    last = min(count, source.last_page or count)
    for number in range(1, last + 1):
        if not has_time() or characters > source.limits.text_characters:
            code = "too_much_text" if has_time() else "too_slow"
            unread |= dict.fromkeys(range(number, last + 1), code)
            break
        page = document.read_page(number)
        characters += sum(len(line.text) for line in page.lines) if page else 0
        read += [page] if page else []
        if reason := _unread_reason(page):
            unread[number] = reason
        source.report(Progress(number, count, "pages"))
    return _ReadPages(read, unread)


def _start_stopwatch(source: Source) -> Callable[[], bool]:
    """Return a function that tells whether there is time for another page."""
    began = time.process_time()
    return lambda: time.process_time() - began < PAGES_CPU_SHARE * source.limits.cpu_s


def _unread_reason(page: PdfPage | None) -> str | None:
    """Return why a page, or a part of it, is not read."""
    if page is None:
        return "damaged"
    return _REASON_BY_KIND.get(page.kind) or ("too_much_text" if page.truncated else None)


def _readable_pages(pages: _ReadPages, document: _OpenDocument) -> list[PdfPage]:
    """Return the pages that give passages; raise if all pages are missing, even if they have stamps."""
    readable = [replace(page, lines=[]) if page.kind == "garbled" else page for page in pages.read]
    whole = [page for page in readable if page.number not in pages.unread or page.truncated or page.has_filled_fields]
    if any(page.lines for page in whole):
        return readable
    if not pages.unread:
        raise NotReadable("empty")
    raise NotReadable(Counter(pages.unread.values()).most_common(1)[0][0], pages=len(document.labels))


def _find_title(blocks: Iterable[Block]) -> str | None:
    """Return the first heading if it is on the first page."""
    return next((block.path[0] for block in blocks if block.path and block.page == 1), None)


def _group_unread(missing: dict[int, str], labels: Sequence[str]) -> Iterator[Unread]:
    """Yield what is missing, consecutive pages with the same reason together."""
    runs = groupby(enumerate(sorted(missing)), key=lambda item: (item[1] - item[0], missing[item[1]]))
    for (_, code), run in runs:
        numbers = [number for _, number in run]
        span = (numbers[0], numbers[-1])
        where = location(pages=span, page_label=labels[span[0] - 1])
        yield Unread(where=where, code=code, message=why(code).message)
