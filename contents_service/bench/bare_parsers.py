"""The bare parser of each format, as the baseline for our readers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from email import message_from_bytes
from html.parser import HTMLParser

import pypdfium2
import tree_sitter
import tree_sitter_python
import yaml
from markdown_it import MarkdownIt

from contents_service.model import Format

Parser = Callable[[bytes], object]


def _pdf(data: bytes) -> None:
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            text = page.get_textpage()
            text.get_text_bounded()
            text.close()
            page.close()


def _markdown(data: bytes) -> None:
    MarkdownIt("commonmark").enable("table").parse(data.decode(errors="replace"))


def _html(data: bytes) -> None:
    HTMLParser().feed(data.decode(errors="replace"))


def _json(data: bytes) -> None:
    json.loads(data)


def _yaml(data: bytes) -> None:
    list(yaml.compose_all(data.decode(), Loader=yaml.CSafeLoader))


def _csv(data: bytes) -> None:
    list(csv.reader(io.StringIO(data.decode(errors="replace"), newline="")))


def _mail(data: bytes) -> None:
    message_from_bytes(data)


def _code(data: bytes) -> None:
    tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language())).parse(data)


def _text(data: bytes) -> None:
    data.decode(errors="replace").split("\n\n")


BARE_PARSERS: Mapping[Format, Parser] = {
    "pdf": _pdf,
    "markdown": _markdown,
    "html": _html,
    "mail": _mail,
    "json": _json,
    "yaml": _yaml,
    "csv": _csv,
    "code": _code,
    "rst": _text,
    "text": _text,
}
"""The bare parser of each format that has one."""
