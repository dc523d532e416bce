"""Headings that the author of a tagged PDF marked as such: H1 to H6."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from contents_service.parsing.readers.pdf.line import TextLine

MIN_TAGGED_SHARE = 0.9
"""Minimum share of a page's lines that tags must cover to be trusted; they are often incomplete."""

MANY_CHILDREN = 64
"""Number of children of an element above which it pays to remember where a page begins."""

MAX_DEPTH = 40
"""Maximum depth of the structure tree that is read."""

MIN_SIZE_RATIO = 1.05
"""Minimum ratio of the largest to the smallest font size on a page without bold text, for its tags to be read. Without
a line that stands out there is no heading to find, and reading tags takes as long as reading the page.
"""

_LEVELS = {"H": 1, "Title": 1, "H1": 1, "H2": 2, "H3": 3, "H4": 4, "H5": 5, "H6": 6}
"""Heading level of each structure type."""


class StructureTree:
    """The structure tree of a tagged PDF, searched page by page.

    For each page, an element has the same children as in the whole document, most of them empty. So a search begins
    where the previous page was found, and ends when all lines are.
    """

    def __init__(self) -> None:
        self._first_children: dict[int, int] = {}
        """The child at which the last page began, by depth."""

    def heading_levels(self, page: pdfium.PdfPage, lines: Sequence[TextLine]) -> Mapping[int, int] | None:
        """Return the heading level of each marked content that is a heading; None if the tags cannot be trusted."""
        ids = {line.marked_content_id for line in lines if line.marked_content_id >= 0}
        if not ids or not _may_have_headings(lines):
            return None
        with _open_tree(page) as tree:
            levels = self._levels_by_id(tree, ids) if tree else {}
        if sum(line.marked_content_id in levels for line in lines) < MIN_TAGGED_SHARE * len(lines):
            return None
        return {content_id: level for content_id, level in levels.items() if level}

    def _levels_by_id(self, tree: Any, ids: set[int]) -> dict[int, int]:
        """Return the heading level of each marked content, or 0 if it is no heading."""
        found: dict[int, int] = {}
        for content_id, level in self._walk_tree(tree):
            found[content_id] = level
            if len(found) >= len(ids) and ids <= found.keys():
                break
        return found

    def _walk_tree(self, tree: Any) -> Iterator[tuple[int, int]]:
        for at in range(pdfium_c.FPDF_StructTree_CountChildren(tree)):
            if element := pdfium_c.FPDF_StructTree_GetChildAtIndex(tree, at):
                yield from self._walk_element(element, 0, 1)

    def _walk_element(self, element: Any, level: int, depth: int) -> Iterator[tuple[int, int]]:
        """Yield the marked content ids of an element and all below it, with their heading level."""
        level = level or _LEVELS.get(_structure_type(element), 0)
        count: int = pdfium_c.FPDF_StructElement_CountChildren(element)
        start = self._first_children.get(depth, 0) if count > MANY_CHILDREN else 0
        first = True
        for at in chain(range(start, count), range(min(start, count))):
            content_id: int = pdfium_c.FPDF_StructElement_GetChildMarkedContentID(element, at)
            if content_id >= 0:
                yield content_id, level
            elif depth < MAX_DEPTH and (child := pdfium_c.FPDF_StructElement_GetChildAtIndex(element, at)):
                if first and count > MANY_CHILDREN:
                    self._first_children[depth], first = at, False
                yield from self._walk_element(child, level, depth + 1)


def _may_have_headings(lines: Sequence[TextLine]) -> bool:
    """Whether any line of a page stands out, so that its tags are worth reading."""
    smallest = min((line.size for line in lines), default=0.0)
    return any(line.bold or line.size > MIN_SIZE_RATIO * smallest for line in lines)


@contextmanager
def _open_tree(page: pdfium.PdfPage) -> Iterator[Any]:
    tree = pdfium_c.FPDF_StructTree_GetForPage(page)
    try:
        yield tree
    finally:
        if tree:
            pdfium_c.FPDF_StructTree_Close(tree)


def _structure_type(element: Any) -> str:
    name = ctypes.create_string_buffer(64)
    pdfium_c.FPDF_StructElement_GetType(element, name, len(name))
    return name.raw.decode("utf-16-le", errors="ignore").partition("\0")[0]
