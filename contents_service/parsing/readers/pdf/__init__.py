"""PDF: the words of each page in reading order, under their headings, without what runs over every page."""

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
from contents_service.parsing.readers.pdf import pypdf_fallback as pdf_second
from contents_service.parsing.readers.pdf.bookmarks import Bookmark, bookmarks_by_pypdf, bookmarks_of
from contents_service.parsing.readers.pdf.bullets import with_points
from contents_service.parsing.readers.pdf.forms import PLACEHOLDER, XFA, fields_on
from contents_service.parsing.readers.pdf.headers_footers import without_running_lines
from contents_service.parsing.readers.pdf.heading_styles import letters
from contents_service.parsing.readers.pdf.headings import headings_of
from contents_service.parsing.readers.pdf.hyphenation import Vocabulary
from contents_service.parsing.readers.pdf.line import Line
from contents_service.parsing.readers.pdf.opening import opened, opened_by_pypdf, trimmed
from contents_service.parsing.readers.pdf.page import Page
from contents_service.parsing.readers.pdf.page_kind import kind_of, looks_of
from contents_service.parsing.readers.pdf.paragraphs import blocks_of
from contents_service.parsing.readers.pdf.tags import Tags
from contents_service.parsing.readers.pdf.text_lines import text_of
from contents_service.parsing.readers.source import Source
from contents_service.reasons import why

TIME_FOR_PAGES = 0.7
"""Of the processor's time that a document has: pages after that are left out, so that those before can be made into
passages.
"""

RECOGNISED = Note(
    "recognised_text",
    "Its pages are pictures; what is read of them is what a text recognition took them to say, with its mistakes.",
)

_REASONS = {"scanned": "scanned", "stamped": "scanned", "garbled": "garbled", "drawn": "drawn"}
"""Of a page's kinds those that are not read, with the reason."""


class _Pages(Struct, frozen=True):
    """A document's pages as far as they were read, and why the others were not."""

    read: list[Page]
    unread: dict[int, str]


class _Opened(Struct, frozen=True):
    """A document, whichever library opened it."""

    labels: list[str]
    bookmarks: list[Bookmark]
    page: Callable[[int], Page | None]
    """The page with this number; None where it is damaged."""


def read(source: Source) -> ParsedDocument:
    """The passages-to-be of a PDF; what cannot be read of it is listed with the reason."""
    data = trimmed(source.data)
    document = opened(data)
    if document is None:
        return _parsed(_by_pypdf(data, source), source)
    with closing(document):
        return _parsed(_by_pdfium(document, data, source), source)


def _by_pdfium(document: pdfium.PdfDocument, data: bytes, source: Source) -> _Opened:
    count = _checked(len(document), source)
    if document.get_formtype() in XFA and _is_placeholder(document):
        raise NotReadable("form_viewer")
    document.init_forms()
    labels = [document.get_page_label(index) or str(index + 1) for index in range(count)]
    tags = Tags()
    return _Opened(labels, bookmarks_of(document, data), lambda number: _page(document, number, tags, source))


def _by_pypdf(data: bytes, source: Source) -> _Opened:
    reader = opened_by_pypdf(data)
    _checked(len(reader.pages), source)
    limit, labels = source.limits.page_characters, pdf_second.labels_of(reader)
    return _Opened(labels, bookmarks_by_pypdf(data), lambda number: pdf_second.page_of(reader, number, limit))


def _checked(count: int, source: Source) -> int:
    if count > source.limits.pages:
        raise NotReadable("too_many_pages", pages=count, limit=source.limits.pages)
    if count == 0:
        raise NotReadable("damaged")
    return count


def _is_placeholder(document: pdfium.PdfDocument) -> bool:
    with closing(document[0]) as page, closing(page.get_textpage()) as text:
        return len(document) == 1 and PLACEHOLDER in text.get_text_range()


def _page(document: pdfium.PdfDocument, number: int, tags: Tags, source: Source) -> Page | None:
    """A page as PDFium reads it; None where it cannot."""
    try:
        page = document[number - 1]
    except pdfium.PdfiumError:
        return None
    with closing(page):
        fields = fields_on(page, document.formenv) if document.formenv else []
        text, looks = text_of(page, source.limits.page_characters, fields), looks_of(page)
        return Page(
            number=number,
            lines=with_points(text.lines, looks.small),
            kind=kind_of(text.lines, looks),
            width=page.get_width(),
            height=page.get_height(),
            tags=tags.of(page, text.lines),
            is_filled=bool(fields),
            shortened=text.shortened,
        )


def _parsed(document: _Opened, source: Source) -> ParsedDocument:
    pages = _pages(document, source)
    kept = _worth_keeping(pages, document)
    titles = {(bookmark.page, letters(bookmark.title)) for bookmark in document.bookmarks}

    def is_heading(page: Page, line: Line) -> bool:
        return (page.number, letters(line.text)) in titles or line.mark in (page.tags or {})

    names = [bookmark.title for bookmark in document.bookmarks]
    clean = without_running_lines(kept, is_heading, document.labels, names)
    vocabulary = Vocabulary(line for page in clean for line in page.lines)
    blocks = list(blocks_of(clean, headings_of(clean, document.bookmarks), vocabulary))
    recognised = any(page.kind == "recognised" for page in kept)
    return ParsedDocument(
        blocks=blocks,
        title=_title(blocks),
        pages=len(document.labels),
        page_labels=document.labels,
        unread=tuple(_unread(pages.unread, document.labels)),
        notes=(*source.notes, *((RECOGNISED,) if recognised else ())),
    )


def _pages(document: _Opened, source: Source) -> _Pages:
    """Read page after page, as far as time and text allow."""
    read, unread = list[Page](), dict[int, str]()
    count = len(document.labels)
    characters, in_time = 0, _stopwatch(source)
    last = min(count, source.last_page or count)
    for number in range(1, last + 1):
        if not in_time() or characters > source.limits.text_characters:
            rest = "too_much_text" if in_time() else "too_slow"
            unread |= dict.fromkeys(range(number, last + 1), rest)
            break
        page = document.page(number)
        characters += sum(len(line.text) for line in page.lines) if page else 0
        read += [page] if page else []
        if reason := _reason(page):
            unread[number] = reason
        source.report(Progress(number, count, "pages"))
    return _Pages(read, unread)


def _stopwatch(source: Source) -> Callable[[], bool]:
    """Whether there is time for another page."""
    began = time.process_time()
    return lambda: time.process_time() - began < TIME_FOR_PAGES * source.limits.cpu_s


def _reason(page: Page | None) -> str | None:
    """Why a page, or a part of it, is not read."""
    if page is None:
        return "damaged"
    return _REASONS.get(page.kind) or ("too_much_text" if page.shortened else None)


def _worth_keeping(pages: _Pages, document: _Opened) -> list[Page]:
    """The pages that give passages; a document of which every page is missing gives none, even if they are stamped."""
    kept = [replace(page, lines=[]) if page.kind == "garbled" else page for page in pages.read]
    whole = [page for page in kept if page.number not in pages.unread or page.shortened or page.is_filled]
    if any(page.lines for page in whole):
        return kept
    if not pages.unread:
        raise NotReadable("empty")
    raise NotReadable(Counter(pages.unread.values()).most_common(1)[0][0], pages=len(document.labels))


def _title(blocks: Iterable[Block]) -> str | None:
    """The first heading, if it stands on the first page."""
    return next((block.path[0] for block in blocks if block.path and block.page == 1), None)


def _unread(missing: dict[int, str], labels: Sequence[str]) -> Iterator[Unread]:
    """What is missing, pages in a row for the same reason together."""
    rows = groupby(enumerate(sorted(missing)), key=lambda item: (item[1] - item[0], missing[item[1]]))
    for (_, code), row in rows:
        numbers = [number for _, number in row]
        span = (numbers[0], numbers[-1])
        where = location(pages=span, page_label=labels[span[0] - 1])
        yield Unread(where=where, code=code, message=why(code).message)
