"""The text of a PDF's pages as pypdf has it, on which the loaders of all three others stand."""

from __future__ import annotations

import io

import pypdf

from compare.piece import File


def pages(file: File) -> list[tuple[int, str]]:
    """Each page's number and text."""
    return [
        (number, page.extract_text()) for number, page in enumerate(pypdf.PdfReader(io.BytesIO(file.data)).pages, 1)
    ]
