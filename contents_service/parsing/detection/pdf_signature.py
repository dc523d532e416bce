"""The position of a PDF in a file, since some programs put a header of their own before it."""

from __future__ import annotations

PDF_SIGNATURE = b"%PDF-"
MAX_PDF_PREAMBLE = 4_096
"""Maximum number of bytes before the signature of a PDF."""


def pdf_start(data: bytes) -> int | None:
    """Return where in a file a PDF's signature is; None if it is not near the beginning."""
    start = data.find(PDF_SIGNATURE, 0, MAX_PDF_PREAMBLE + len(PDF_SIGNATURE))
    return start if start >= 0 else None
