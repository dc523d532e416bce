"""The formats that are read: one file a format, each `read(source) -> Parsed`.

To add a format, add its file, its line here, what tells it in `parsing/detection/` and a sample under `tests/samples`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from contents_service.model import Format, ParsedDocument
from contents_service.parsing.readers import code, csv, html, json, markdown, pdf, rst, text, yaml
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
    "pdf": pdf.read,
}

__all__ = ["READERS", "Reader", "Source"]
