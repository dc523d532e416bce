"""The text of a PDF's pages from pypdf, which the loaders of all three other libraries use."""

from __future__ import annotations

import io

import pypdf

from compare.chunks import InputFile


def pages(file: InputFile) -> list[tuple[int, str]]:
    """Return each page's number and text."""
    return [
        (number, page.extract_text()) for number, page in enumerate(pypdf.PdfReader(io.BytesIO(file.data)).pages, 1)
    ]
