"""Read HTML: its words in reading order, without what a reader of the page does not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from contents_service.model import Block, ParsedDocument
from contents_service.parsing.readers.heading_path import HeadingPath, single_title
from contents_service.parsing.readers.html.items import Item, Zone
from contents_service.parsing.readers.html.page_walker import Page
from contents_service.parsing.readers.html.sanitizing import harmless
from contents_service.parsing.readers.source import Source

MAIN_SHARE = 0.5
"""Of a page's text but for navigation and sidebars, which are as long as a site has pages: with less in `main`,
`article` or what is named so, it is not plain what is only around it."""


def read(source: Source) -> ParsedDocument:
    """A page's headings, paragraphs, list items, rows of tables and code."""
    page = Page(source.limits)
    page.feed(harmless(source.text))
    page.close()
    items = _without_edges(page.items, page.title)
    headings = [(item.level, item.text) for item in items if item.kind == "heading"]
    return ParsedDocument(
        blocks=list(_blocks(items, len(source.lines))),
        title=page.title or single_title(headings),
        keywords=" ".join(page.keywords),
        encoding=source.encoding,
        notes=source.notes,
    )


def _without_edges(items: Sequence[Item], title: str | None) -> Sequence[Item]:
    """The items without navigation, header, footer and sidebars, if it is plain which content they stand around.

    A heading that the page is named by stays, where only its header has one of the first level.
    """
    sizes = Counter[Zone]()
    for item in items:
        sizes[item.zone] += len(item.text)
    main = sizes["main"] + sizes["named"]
    if main == 0 or main < MAIN_SHARE * (sizes.total() - sizes["aside"]):
        return items
    around: frozenset[Zone] = frozenset(("edge", "aside"))
    headed = any(item.level == 1 for item in items if item.zone not in around)
    return [item for item in items if item.zone not in around or (not headed and _names(item, title))]


def _names(item: Item, title: str | None) -> bool:
    """Whether a page is named by a heading, and not by the name of its site."""
    return item.level == 1 and (title is None or title.casefold().startswith(item.text.casefold()))


def _blocks(items: Sequence[Item], last_line: int) -> Iterator[Block]:
    headings = HeadingPath()
    for item in items:
        path = headings.enter(item.level, item.text) if item.kind == "heading" else headings.path
        first, last = item.lines
        yield Block(
            kind=item.kind,
            text=item.text,
            lines=(
                min(first, last_line),
                min(last, last_line),
            ),  # a line end written as an entity is none of the file's
            path=path,
            context=item.context,
            keep_with_next=item.keep_with_next,
        )
