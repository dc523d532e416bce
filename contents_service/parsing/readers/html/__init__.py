"""Read HTML: the visible text of a page in reading order, without navigation and other boilerplate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from contents_service.model import Block, ParsedDocument
from contents_service.parsing.readers.heading_path import HeadingPath, single_title
from contents_service.parsing.readers.html.items import HEADERS_FOOTERS, Item, Zone
from contents_service.parsing.readers.html.page_walker import PageWalker
from contents_service.parsing.readers.html.sanitizing import sanitize
from contents_service.parsing.readers.source import Source

MIN_MAIN_SHARE = 0.5
"""The smallest share of a page's text that the main content must have for the rest to be left out as boilerplate.

Navigation and sidebars do not count: their length depends on the size of the site, not of the page.
"""

MANUAL_SECTIONS = frozenset(("name", "synopsis"))
"""The first sections of a manual page, which AsciiDoc puts into the header of its page."""

_BOILERPLATE: frozenset[Zone] = HEADERS_FOOTERS | {"sidebar"}


def read(source: Source) -> ParsedDocument:
    """Return a page's headings, paragraphs, list items, table rows and code."""
    page = sanitize(source.text)
    walker = PageWalker(source.limits, page)
    walker.feed(page)
    walker.close()
    items = _without_boilerplate(walker.items, walker.title)
    headings = [(item.level, item.text) for item in items if item.kind == "heading"]
    return ParsedDocument(
        blocks=list(_blocks(items, len(source.lines))),
        title=walker.title or single_title(headings),
        keywords=" ".join(walker.keywords),
        encoding=source.encoding,
        notes=source.notes,
    )


def _without_boilerplate(items: Sequence[Item], title: str | None) -> Sequence[Item]:
    """Return the items without navigation, header, footer and sidebars, if the main content is easy to tell.

    A heading in the header that names the page stays, unless the rest has a heading of the first level.
    """
    sizes = Counter[Zone]()
    for item in items:
        sizes[item.zone] += len(item.text)
    main = sizes["main"] + sizes["main_by_id"]
    if main == 0 or main < MIN_MAIN_SHARE * (sizes.total() - sizes["sidebar"]):
        return items
    boilerplate = _BOILERPLATE - {"header_by_id"} if _has_manual_in_header(items) else _BOILERPLATE
    has_heading = any(item.level == 1 for item in items if item.zone not in boilerplate)
    return [item for item in items if item.zone not in boilerplate or (not has_heading and _names_page(item, title))]


def _has_manual_in_header(items: Sequence[Item]) -> bool:
    """Whether the header contains the first sections of a manual page."""
    return any(
        item.zone == "header_by_id" and item.level > 1 and item.text.casefold() in MANUAL_SECTIONS for item in items
    )


def _names_page(item: Item, title: str | None) -> bool:
    """Whether an item is a heading that names the page, not the site."""
    return item.level == 1 and (title is None or title.casefold().startswith(item.text.casefold()))


def _blocks(items: Sequence[Item], last_line: int) -> Iterator[Block]:
    headings = HeadingPath()
    for item in items:
        if item.left_level:
            headings.leave(item.left_level)
        path = headings.enter(item.level, item.text) if item.kind == "heading" else headings.path
        first, last = item.lines
        yield Block(
            kind=item.kind,
            text=item.text,
            # A line end written as an entity is counted as a line that the file does not have.
            lines=(min(first, last_line), min(last, last_line)),
            path=path,
            context=item.context,
            extra=item.extra,
            keep_with_next=item.keep_with_next,
        )
