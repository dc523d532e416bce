"""Rendering one page of a PDF, in the child that was started for it: bytes and a page's number in, a PNG out."""

from __future__ import annotations

import io
from contextlib import closing

import pypdfium2 as pdfium
from PIL import PngImagePlugin

from contents_service.errors import NotReadable
from contents_service.parsing.detection.pdf_signature import pdf_start

LONG_SIDE_PIXELS = 1600
"""Pixels of a page's longer side: small print is legible, and rendering takes well under a second."""

COMPRESSION = 3
"""Compression level of zlib: the file is hardly larger than with the best level, and takes half the time."""

_PNG = PngImagePlugin.PngImageFile.format
"""The PNG plugin of Pillow, loaded before the child gives up its privileges."""


def render(data: bytes, page: int) -> bytes:
    """Render a page with its forms filled in, or raise NotReadable if PDFium cannot."""
    start = pdf_start(data)
    if start is None:
        raise NotReadable("damaged")
    try:
        with closing(pdfium.PdfDocument(data[start:])) as document:
            document.init_forms()
            with closing(document[page - 1]) as pdf_page:
                return _encode_png(pdf_page)
    except (pdfium.PdfiumError, IndexError) as error:
        raise NotReadable("damaged") from error


def _encode_png(page: pdfium.PdfPage) -> bytes:
    scale = LONG_SIDE_PIXELS / max(page.get_width(), page.get_height(), 1.0)
    with closing(page.render(scale=scale)) as bitmap:
        png = io.BytesIO()
        bitmap.to_pil().save(png, _PNG, compress_level=COMPRESSION)
    return png.getvalue()
