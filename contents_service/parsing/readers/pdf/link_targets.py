"""The addresses that links of a page lead to, put beside their words where these do not say them."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec import Struct

from contents_service.parsing.readers.pdf.line import Box

MAX_LINKS = 2_000
"""Maximum number of links looked at on a page."""

MAX_ADDRESS_CHARACTERS = 200
"""Maximum length of an address that is shown, in characters; longer ones are made for machines."""

_SCHEME = re.compile(r"^(?:https?://(?:www\.)?|mailto:|tel:)", re.IGNORECASE)
_NOT_COMPARED = re.compile(r"[\s/]+")


class LinkTarget(Struct, frozen=True):
    """The box of a link's words on the page as displayed, and the address that it leads to."""

    box: Box
    address: str


def find_link_targets(page: pdfium.PdfPage, transform: Callable[..., Box]) -> list[LinkTarget]:
    """Return the links of a page to addresses; of one that goes on in the next line, only the last part."""
    links = list(_find_links(page, transform))
    return [
        link
        for link, following in pairwise([*links, None])
        if link and not (following and following.address == link.address and _is_above(link.box, following.box))
    ]


def _is_above(upper: Box, lower: Box) -> bool:
    return 0 < upper[1] - lower[1] < 2.5 * (upper[3] - upper[1])


def _find_links(page: pdfium.PdfPage, transform: Callable[..., Box]) -> Iterator[LinkTarget]:
    position, link, rect = ctypes.c_int(0), pdfium_c.FPDF_LINK(), pdfium_c.FS_RECTF()
    for _ in range(MAX_LINKS):
        if not pdfium_c.FPDFLink_Enumerate(page, position, link):
            return
        address = _read_address(page, link)
        if address and pdfium_c.FPDFLink_GetAnnotRect(link, rect):
            yield LinkTarget(transform(rect.left, rect.bottom, rect.right, rect.top), address)


def _read_address(page: pdfium.PdfPage, link: pdfium_c.FPDF_LINK) -> str:
    action = pdfium_c.FPDFLink_GetAction(link)
    if not action or pdfium_c.FPDFAction_GetType(action) != pdfium_c.PDFACTION_URI:
        return ""
    size = pdfium_c.FPDFAction_GetURIPath(page.pdf, action, None, 0)
    if not 1 < size <= MAX_ADDRESS_CHARACTERS:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium_c.FPDFAction_GetURIPath(page.pdf, action, buffer, size)
    address = buffer.value.decode("utf-8", errors="ignore")
    return address if _SCHEME.match(address) and address.isprintable() and " " not in address else ""


def show_link_targets(text: str, box: Box, links: Sequence[LinkTarget], box_of: Callable[[int], Box]) -> str:
    """Return a line with the address of each link after its words; `box_of` gives the box of a character."""
    for link in sorted((link for link in links if _is_on_line(link.box, box)), key=lambda link: -link.box[0]):
        inside = [at for at in range(len(text)) if _is_inside(box_of(at), link.box)]
        if inside and not _says_address(text[inside[0] : inside[-1] + 1], link.address):
            end = inside[-1] + 1
            text = f"{text[:end]} <{link.address}>{text[end:]}"
    return text


def _is_on_line(link: Box, line: Box) -> bool:
    middle = (line[1] + line[3]) / 2
    return link[1] < middle < link[3] and link[0] < line[2] and link[2] > line[0]


def _is_inside(character: Box, link: Box) -> bool:
    return link[0] <= (character[0] + character[2]) / 2 <= link[2]


def _says_address(words: str, address: str) -> bool:
    """Whether the words of a link are its address, or a part of it that was broken at a line's end."""
    said, meant = (_NOT_COMPARED.sub("", _SCHEME.sub("", each)).casefold() for each in (words, address))
    return not said or ("." in words and said in meant) or meant in said
