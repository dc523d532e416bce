"""Headings that a file's author tagged as such: H1 to H6."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from contents_service.parsing.readers.pdf.line import Line

TAGGED_SHARE = 0.9
"""Of a page's lines that tags must cover to be believed: they are often partial."""

MANY = 64
"""Children of one element, above which it pays to remember where a page's begin."""

DEPTH = 40

STANDS_OUT = 1.05
"""Times the least size on a page: without a line so much larger, or a bold one, no heading is to be seen there, and the
tags are not asked. To ask takes as long as to read the page.
"""

_LEVELS = {"H": 1, "Title": 1, "H1": 1, "H2": 2, "H3": 3, "H4": 4, "H5": 5, "H6": 6}


class Tags:
    """The tags of a document, asked page by page.

    An element has as a child for each page all that it has in the document, only most of them are empty: a search
    begins where the page before was found, and ends when every line is.
    """

    def __init__(self) -> None:
        self._begins: dict[int, int] = {}
        """By depth: the child at which the last page began."""

    def of(self, page: pdfium.PdfPage, lines: Sequence[Line]) -> Mapping[int, int] | None:
        """The heading level of each marked content that is a heading; None where tags cannot be believed."""
        wanted = {line.mark for line in lines if line.mark >= 0}
        if not wanted or not _may_have_headings(lines):
            return None
        with _tree(page) as tree:
            levels = self._levels(tree, wanted) if tree else {}
        if sum(line.mark in levels for line in lines) < TAGGED_SHARE * len(lines):
            return None
        return {mark: level for mark, level in levels.items() if level}

    def _levels(self, tree: Any, wanted: set[int]) -> dict[int, int]:
        """The level of the heading that each marked content belongs to, or 0."""
        found: dict[int, int] = {}
        for mark, level in self._marks(tree):
            found[mark] = level
            if len(found) >= len(wanted) and wanted <= found.keys():
                break
        return found

    def _marks(self, tree: Any) -> Iterator[tuple[int, int]]:
        for at in range(pdfium_c.FPDF_StructTree_CountChildren(tree)):
            if element := pdfium_c.FPDF_StructTree_GetChildAtIndex(tree, at):
                yield from self._marks_within(element, 0, 1)

    def _marks_within(self, element: Any, level: int, depth: int) -> Iterator[tuple[int, int]]:
        """The marked content of an element and all below it, with the level of the heading it belongs to."""
        level = level or _LEVELS.get(_type(element), 0)
        count: int = pdfium_c.FPDF_StructElement_CountChildren(element)
        begins = self._begins.get(depth, 0) if count > MANY else 0
        first = True
        for at in chain(range(begins, count), range(min(begins, count))):
            mark: int = pdfium_c.FPDF_StructElement_GetChildMarkedContentID(element, at)
            if mark >= 0:
                yield mark, level
            elif depth < DEPTH and (child := pdfium_c.FPDF_StructElement_GetChildAtIndex(element, at)):
                if first and count > MANY:
                    self._begins[depth], first = at, False
                yield from self._marks_within(child, level, depth + 1)


def _may_have_headings(lines: Sequence[Line]) -> bool:
    """Whether any line of a page stands out, so that it is worth asking what it is."""
    least = min((line.size for line in lines), default=0.0)
    return any(line.bold or line.size > STANDS_OUT * least for line in lines)


@contextmanager
def _tree(page: pdfium.PdfPage) -> Iterator[Any]:
    tree = pdfium_c.FPDF_StructTree_GetForPage(page)
    try:
        yield tree
    finally:
        if tree:
            pdfium_c.FPDF_StructTree_Close(tree)


def _type(element: Any) -> str:
    name = ctypes.create_string_buffer(64)
    pdfium_c.FPDF_StructElement_GetType(element, name, len(name))
    return name.raw.decode("utf-16-le", errors="ignore").partition("\0")[0]
