"""Drawing one page of a PDF, in the child that was started for it: bytes and a page's number in, a PNG out."""

from __future__ import annotations

import io
from contextlib import closing

import pypdfium2 as pdfium
from PIL import PngImagePlugin

from contents_service.errors import NotReadable

LONGEST_SIDE = 1600
"""Pixels: small print can be read, and a page is drawn in well under a second."""

COMPRESSION = 3
"""Of zlib: a page is little larger than with the best, and encoded in half the time."""

HEAD = 4096
"""Bytes at the start among which the signature must be; what stands before it is dropped, as in reading."""

_SAVES_AS = PngImagePlugin.PngImageFile.format
"""Loaded here, before the child gives its privileges up."""


def draw(data: bytes, page: int) -> bytes:
    """The picture of a page, its forms filled in as they are shown; NotReadable where PDFium cannot draw it."""
    try:
        with closing(pdfium.PdfDocument(data[max(0, data.find(b"%PDF-", 0, HEAD)) :])) as document:
            document.init_forms()
            with closing(document[page - 1]) as drawn:
                return _picture(drawn)
    except (pdfium.PdfiumError, IndexError) as error:
        raise NotReadable("damaged") from error


def _picture(page: pdfium.PdfPage) -> bytes:
    scale = LONGEST_SIDE / max(page.get_width(), page.get_height(), 1.0)
    with closing(page.render(scale=scale)) as bitmap:
        png = io.BytesIO()
        bitmap.to_pil().save(png, _SAVES_AS, compress_level=COMPRESSION)
    return png.getvalue()
