"""The readers: one module or package for each format, each with `read(source) -> ParsedDocument`.

`docs/architecture.md` says how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from contents_service.model import Format, ParsedDocument
from contents_service.parsing.readers import code, csv, html, json, mail, markdown, pdf, rst, text, yaml
from contents_service.parsing.readers.source import Source

Reader = Callable[[Source], ParsedDocument]

READERS: Mapping[Format, Reader] = {
    "text": text.read,
    "markdown": markdown.read,
    "rst": rst.read,
    "csv": csv.read,
    "json": json.read,
    "yaml": yaml.read,
    "code": code.read,
    "html": html.read,
    "mail": mail.read,
    "pdf": pdf.read,
}

__all__ = ["READERS", "Reader", "Source"]
