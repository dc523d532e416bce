"""Walk through a page and write down what it says, whatever it leaves unclosed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from html.parser import HTMLParser

from msgspec.structs import replace

from contents_service.readers.heading_path import LONGEST_HEADING
from contents_service.readers.html_items import Item, Zone
from contents_service.readers.html_tables import Table, as_rows
from contents_service.readers.html_tags import (
    BLOCKS,
    CLOSES,
    EDGES,
    FENCES,
    HEADINGS,
    LISTS,
    MAIN,
    VOID,
    Attributes,
    is_hidden,
)
from contents_service.readers.html_words import Words

FARTHEST = 64
"""How many open elements are looked through for one that a tag closes, so that no page costs more than its length."""


@dataclass(frozen=True, slots=True)
class _Element:
    """An open element, and what holds for all in it."""

    tag: str
    hidden: bool = False
    zone: Zone = ""
    pre: bool = False
    level: int = 0
    table: Table | None = None


class Page(HTMLParser):
    """A page as it is parsed: its items so far, its title, and what it says of itself to search engines."""

    def __init__(self, line_count: int) -> None:
        super().__init__(convert_charrefs=True)
        self.items: list[Item] = []
        self.title = ""
        self.keywords: list[str] = []
        self._line_count = line_count
        self._open = [_Element("")]
        self._tags: Counter[str] = Counter()
        self._words = Words()
        self._headed = False

    # What the parser calls.

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """An element begins: it may end others, and the paragraph before it."""
        if tag in BLOCKS:
            self._end_implied(tag)
            self._flush()
        if tag in VOID:
            self._void(tag, attrs)
        else:
            self._begin(tag, attrs)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """Browsers take `<p/>` for `<p>`, so only what never has an end stays without one."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """An element ends, and with it all that was left open in it."""
        if tag in BLOCKS:
            self._flush()
        if not self._tags[tag]:
            return
        depth = len(self._open) if tag in BLOCKS else self._reach(tag)
        if depth:
            self._close_to(tag)

    def handle_data(self, data: str) -> None:
        """Words, at the line where they stand."""
        around = self._open[-1]
        if not around.hidden:
            self._words.add(data, self.getpos()[0], pre=around.pre)

    def close(self) -> None:
        """The page ends, and all that is open with it."""
        super().close()
        while len(self._open) > 1:
            self._pop()
        self._flush()
