"""Opening a PDF with PDFium, or with pypdf if PDFium fails and no password is needed."""

from __future__ import annotations

import io

import pypdf
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from pypdf.errors import PyPdfError

from contents_service.errors import NotReadable
from contents_service.parsing.detection.pdf_signature import pdf_start

_PASSWORD_ERRORS = (pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY)
"""PDFium's errors for a document that may need a password."""

PYPDF_ERRORS = (
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
"""What pypdf raises on damaged files, because it trusts the types in a file."""


def strip_preamble(data: bytes) -> bytes:
    """Return the file from its signature on; without a signature it is damaged."""
    start = pdf_start(data)
    if start is None:
        raise NotReadable("damaged")
    return data[start:]


def open_with_pdfium(data: bytes) -> pdfium.PdfDocument | None:
    """Return the document, or None if pypdf should try. An owner's password does not prevent reading."""
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code in _PASSWORD_ERRORS and not _opens_without_password(data):
            raise NotReadable("encrypted") from None
        return None


def open_with_pypdf(data: bytes) -> pypdf.PdfReader:
    """Return the document as pypdf opens it."""
    try:
        reader = _make_reader(data)
        len(reader.pages)
    except PYPDF_ERRORS as error:
        raise NotReadable("damaged") from error
    return reader


def _opens_without_password(data: bytes) -> bool:
    try:
        return len(_make_reader(data).pages) > 0
    except PYPDF_ERRORS:
        return False


def _make_reader(data: bytes) -> pypdf.PdfReader:
    """Open the bytes with pypdf, which tries the empty password itself."""
    return pypdf.PdfReader(io.BytesIO(data))
