"""Opening a PDF: what PDFium cannot open and needs no password, pypdf tries."""

from __future__ import annotations

import io

import pypdf
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from pypdf.errors import PyPdfError

from contents_service.errors import NotReadable

HEAD = 4096
"""Bytes at the start among which the signature must be; what stands before it is dropped."""

_SIGNATURE = b"%PDF-"
_LOCKED = (pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY)

FAILURES_OF_PYPDF = (
    PyPdfError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What pypdf raises on damaged files: it trusts the types that a file promises."""


def trimmed(data: bytes) -> bytes:
    """The file from its signature on; without one it is no PDF that can be opened."""
    at = data.find(_SIGNATURE, 0, HEAD + len(_SIGNATURE))
    if at < 0:
        raise NotReadable("damaged")
    return data[at:]


def opened(data: bytes) -> pdfium.PdfDocument | None:
    """The document as PDFium opens it; None where pypdf should try. An owner's wish not to copy is no password."""
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code in _LOCKED and not _opens_without_password(data):
            raise NotReadable("encrypted") from None
        return None


def opened_by_pypdf(data: bytes) -> pypdf.PdfReader:
    """The document as pypdf opens it."""
    try:
        reader = _reader(data)
        len(reader.pages)
    except FAILURES_OF_PYPDF as error:
        raise NotReadable("damaged") from error
    return reader


def _opens_without_password(data: bytes) -> bool:
    try:
        return len(_reader(data).pages) > 0
    except FAILURES_OF_PYPDF:
        return False


def _reader(data: bytes) -> pypdf.PdfReader:
    """Start pypdf on these bytes; it tries the empty password by itself."""
    return pypdf.PdfReader(io.BytesIO(data))
