"""Headings that a file's author tagged as such: H1 to H6."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from contents_service.readers.pdf_line import Line

TAGGED_SHARE = 0.9
"""Of a page's lines that tags must cover to be believed: they are often partial."""

ELEMENTS_LOOKED_AT = 20_000
DEPTH = 40

_LEVELS = {"H": 1, "Title": 1, "H1": 1, "H2": 2, "H3": 3, "H4": 4, "H5": 5, "H6": 6}


def tags_of(page: pdfium.PdfPage, lines: Sequence[Line]) -> Mapping[int, int] | None:
    """The heading level of each marked content of a page that is a heading; None where its tags cannot be believed."""
    with _tree(page) as tree:
        levels = dict(_levels(tree)) if tree else {}
    covered = sum(line.mark in levels for line in lines)
    if not levels or covered < TAGGED_SHARE * len(lines):
        return None
    return {mark: level for mark, level in levels.items() if level}


@contextmanager
def _tree(page: pdfium.PdfPage) -> Iterator[Any]:
    tree = pdfium_c.FPDF_StructTree_GetForPage(page)
    try:
        yield tree
    finally:
        if tree:
            pdfium_c.FPDF_StructTree_Close(tree)


def _levels(tree: Any) -> Iterator[tuple[int, int]]:
    """Each marked content with the level of the heading it belongs to, or 0."""
    count: int = pdfium_c.FPDF_StructTree_CountChildren(tree)
    waiting = [(pdfium_c.FPDF_StructTree_GetChildAtIndex(tree, at), 0, 1) for at in range(count)]
    looked_at = 0
    while waiting and looked_at < ELEMENTS_LOOKED_AT:
        element, level, depth = waiting.pop()
        looked_at += 1
        if not element or depth > DEPTH:
            continue
        level = level or _LEVELS.get(_type(element), 0)
        for at in range(pdfium_c.FPDF_StructElement_CountChildren(element)):
            if (mark := pdfium_c.FPDF_StructElement_GetChildMarkedContentID(element, at)) >= 0:
                yield mark, level
            else:
                waiting.append((pdfium_c.FPDF_StructElement_GetChildAtIndex(element, at), level, depth + 1))


def _type(element: Any) -> str:
    name = ctypes.create_string_buffer(64)
    pdfium_c.FPDF_StructElement_GetType(element, name, len(name))
    return name.raw.decode("utf-16-le", errors="ignore").partition("\0")[0]
