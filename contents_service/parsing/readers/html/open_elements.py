"""The elements of a page that are open, from the outermost to the innermost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from contents_service.parsing.readers.html.controls import Control
from contents_service.parsing.readers.html.folding import Panel
from contents_service.parsing.readers.html.items import Zone
from contents_service.parsing.readers.html.tables import OpenTable
from contents_service.parsing.readers.html.tags import CELLS, PARAGRAPH_BREAKING
from contents_service.parsing.readers.raised_text import Raised

MAX_SEARCHED_ELEMENTS = 64
"""The largest number of open elements searched for one that a tag closes, so that reading takes linear time."""


class Element(Struct, frozen=True):
    """An open element, and what applies to everything in it."""

    tag: str
    is_hidden: bool = False
    is_reading: bool = False
    zone: Zone = ""
    preformatted: bool = False
    heading_level: int = 0
    in_title: bool = False
    is_bold: bool = False
    is_struck: bool = False
    raised: Raised = ""
    is_lead_in: bool = False
    links_within_page: bool = False
    first_part: int = 0
    """The number of parts that the paragraph had when it began."""
    first_item: int = 0
    """The number of items that the page had when it began."""
    control: Control | None = None
    in_control: bool = False
    panel: Panel | None = None
    panel_depth: int = 0
    widget: int = -1
    """How many items came before the widget that it is in, whose panels may be folded away; -1 outside of any."""
    is_tab_list: bool = False
    is_label: bool = False
    table: OpenTable | None = None


class OpenElements:
    """A stack of open elements, which also counts how often each tag is open in the innermost open cell."""

    def __init__(self) -> None:
        self._stack = [Element("")]
        self._counts: list[Counter[str]] = [Counter()]

    def __len__(self) -> int:
        return len(self._stack) - 1

    @property
    def innermost(self) -> Element:
        """The innermost open element; outside of all, one without a tag."""
        return self._stack[-1]

    def has(self, tag: str) -> bool:
        """Whether an element with a tag is open in the innermost open cell, or in the page if none is open."""
        return self._counts[-1].get(tag, 0) > 0

    def push(self, element: Element) -> None:
        """Open an element."""
        self._counts[-1][element.tag] += 1
        self._stack.append(element)
        if element.tag in CELLS:
            self._counts.append(Counter())

    def pop(self) -> Element:
        """Close the innermost element and return it."""
        element = self._stack.pop()
        if element.tag in CELLS:
            self._counts.pop()
        self._counts[-1][element.tag] -= 1
        return element

    def nearest(self, tags: frozenset[str], barriers: frozenset[str]) -> str | None:
        """Return the tag of the nearest open element with one of some tags; None if a barrier comes first."""
        for tag in self._nearest_tags():
            if tag in tags:
                return tag
            if tag in barriers:
                return None
        return None

    def is_in_paragraph(self, tag: str) -> bool:
        """Whether an element with a tag is open inside the innermost block-level element, or is that element."""
        return self.nearest(frozenset((tag,)), PARAGRAPH_BREAKING) is not None

    def _nearest_tags(self) -> Iterator[str]:
        return (element.tag for element in islice(reversed(self._stack), MAX_SEARCHED_ELEMENTS))
