"""What the PDF reader makes of a PDF."""

from __future__ import annotations

import pytest

from contents_service.errors import NotReadable
from contents_service.model import ParsedDocument
from contents_service.parsing.readers import pdf as reader
from contents_service.parsing.readers.source import Source
from helpers.paths import SAMPLES

PDFS = SAMPLES / "pdf"


def parse(data: bytes, **more: object) -> ParsedDocument:
    return reader.read(Source(name="it.pdf", data=data, **more))  # type: ignore[arg-type]  # fields of Source by name


def why_not(data: bytes, **more: object) -> str:
    with pytest.raises(NotReadable) as error:
        parse(data, **more)
    return error.value.code


def text_of(found: ParsedDocument, page: int | None = None) -> str:
    return "\n".join(block.text for block in found.blocks if page in (None, block.page))


def unread_of(found: ParsedDocument) -> list[tuple[str, str]]:
    return [(part.where.text, part.code) for part in found.unread]


def headings_of(found: ParsedDocument) -> list[tuple[str, ...]]:
    return [block.path for block in found.blocks if block.kind == "heading"]
